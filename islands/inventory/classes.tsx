import { useState } from 'react'
import { exactRateText } from '#islands/lib/figures.ts'
import { useNames } from '#islands/lib/lookups.ts'
import type { ItemClass } from '#server/domains/catalogue/inventory/types.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { FieldError } from '#views/ui/field.tsx'
import { Skeleton } from '#views/ui/small.tsx'
import type { InventoryProps } from './props.ts'
import { includeChosen } from './with-chosen-option.ts'

type ClassesProps = {
  classes: readonly ItemClass[]
  props: InventoryProps
  error: string | undefined
}

type Row = { key: string; held?: ItemClass }
let next = 0

export function Classes({ classes, props, error }: ClassesProps) {
  const { can } = props
  const [rows, setRows] = useState<readonly Row[]>(() =>
    classes.map((held) => ({ key: held.categoryid, held })),
  )
  const categories = useNames(can.categories ? '/api/categories?jobcategory=true&take=500' : null)
  const storage = useNames(can.storage ? '/api/storage?take=500' : null)
  if ((can.categories && !categories) || (can.storage && !storage)) return <Skeleton />

  return (
    <div className="classes">
      <p className="hint">
        In jobs of these categories the item has another class, place or base rate. What is left open is as
        everywhere.
      </p>
      <input type="hidden" name="classes" value="" />
      {rows.map(({ key, held }) => (
        <ClassRow
          key={key}
          {...{ held, categories, storage }}
          classes={props.classes}
          onRemove={() => setRows(rows.filter((row) => row.key !== key))}
        />
      ))}
      {rows.length === 0 && <p className="none">The same in the jobs of every category.</p>}
      {error && <FieldError id="classes-error" text={error} />}
      <Button small icon="plus" onClick={() => setRows([...rows, { key: `new${next++}` }])}>
        Add job category
      </Button>
    </div>
  )
}

type Names = ReturnType<typeof useNames>
type ClassRowProps = {
  held: ItemClass | undefined
  categories: Names
  storage: Names
  classes: InventoryProps['classes']
  onRemove: () => void
}

function ClassRow({ held, categories, storage, classes, onRemove }: ClassRowProps) {
  const kinds = classes.map(({ value, label }) => ({ id: String(value), name: label }))
  return (
    <div className="class">
      <NameSelect
        label="Job category"
        className="category"
        name="classcategory"
        value={held?.categoryid}
        names={includeChosen(categories, held?.category)}
        none="Choose…"
      />
      <NameSelect label="Class" name="classclass" value={held?.inventoryclass} names={kinds} />
      <NameSelect
        label="Storage"
        name="classstorage"
        value={held?.storageid}
        names={includeChosen(storage, held?.storage)}
      />
      <label className="rate">
        <span>Base rate (R)</span>
        <input
          name="classrate"
          className="number"
          defaultValue={held?.rate == null ? '' : exactRateText(held.rate)}
          inputMode="decimal"
          maxLength={30}
          autoComplete="off"
          placeholder="As everywhere"
        />
      </label>
      <IconButton
        icon="x"
        label={`Remove the class for ${held?.category.name ?? 'this category'}`}
        onClick={onRemove}
      />
    </div>
  )
}

type NameSelectProps = {
  label: string
  name: string
  value: string | number | null | undefined
  names: readonly { id: string; name: string }[]
  none?: string
  className?: string
}

const NameSelect = ({ label, name, value, names, none = 'As everywhere', className }: NameSelectProps) => (
  <label className={className}>
    <span>{label}</span>
    <select name={name} defaultValue={value ?? ''}>
      <option value="">{none}</option>
      {names.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </select>
  </label>
)
