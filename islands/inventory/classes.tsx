import { useState } from 'react'
import { rateText } from '#islands/lib/figures.ts'
import { useNames } from '#islands/lib/lookups.ts'
import type { ItemClass } from '#server/domains/catalogue/inventory/types.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { FieldError } from '#views/ui/field.tsx'
import { Skeleton } from '#views/ui/small.tsx'
import { includeChosen } from './include-chosen.ts'
import type { InventoryProps } from './props.ts'

type ClassesProps = {
  classes: readonly ItemClass[]
  props: InventoryProps
  error: string | undefined
}

type Row = { key: string; held?: ItemClass }
let next = 0

/** What the item is in the jobs of each category: class, place and base rate, where they differ from its own. */
export function Classes({ classes, props, error }: ClassesProps) {
  const { can } = props
  const [rows, setRows] = useState<readonly Row[]>(() =>
    classes.map((held) => ({ key: held.categoryid, held })),
  )
  const categories = useNames(can.categories ? '/api/categories?jobcategory=true&take=500' : null)
  const places = useNames(can.storage ? '/api/storage?take=500' : null)
  if ((can.categories && !categories) || (can.storage && !places)) return <Skeleton />

  return (
    <div className="classes">
      <p className="hint">
        In jobs of these categories the item has another class, place or base rate. What is left open is as
        everywhere.
      </p>
      <input type="hidden" name="classes" value="" />
      {rows.map(({ key, held }) => (
        <div key={key} className="class">
          <label className="category">
            <span>Job category</span>
            <select name="classcategory" defaultValue={held?.categoryid ?? ''}>
              <option value="">Choose…</option>
              {includeChosen(categories, held?.category).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>Class</span>
            <select name="classclass" defaultValue={held?.inventoryclass ?? ''}>
              <option value="">As everywhere</option>
              {props.classes.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>Storage</span>
            <select name="classstorage" defaultValue={held?.storageid ?? ''}>
              <option value="">As everywhere</option>
              {includeChosen(places, held?.storage).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label className="rate">
            <span>Base rate (R)</span>
            <input
              name="classrate"
              className="number"
              defaultValue={held?.rate == null ? '' : rateText(held.rate)}
              inputMode="decimal"
              maxLength={30}
              autoComplete="off"
              placeholder="As everywhere"
            />
          </label>
          <IconButton
            icon="x"
            label={`Remove the class for ${held?.category.name ?? 'this category'}`}
            onClick={() => setRows(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      {rows.length === 0 && <p className="none">The same in the jobs of every category.</p>}
      {error && <FieldError id="classes-error" text={error} />}
      <Button small icon="plus" onClick={() => setRows([...rows, { key: `new${next++}` }])}>
        Add job category
      </Button>
    </div>
  )
}
