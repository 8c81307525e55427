import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Item } from '#server/domains/catalogue/inventory/types.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { FieldError } from '#views/ui/field.tsx'
import { describeUnit, toUnitRow, type UnitFormRow } from './units-model.ts'

type UnitsProps = { item: Item; base: string; error: string | undefined }

let next = 0
const blank = (): UnitFormRow => ({ key: `new${next++}`, id: '', name: '', figure: '', way: 'into' })

export function Units({ item, base: given, error }: UnitsProps) {
  const { rows, change, add, remove } = useUnitRows(item)
  const base = given || 'base unit'
  return (
    <div className="units">
      <p className="hint">
        Stock is kept in {given ? `the base unit, ${base}` : 'the base unit, which the tab General names'}.
        Lines of a job may be entered in any of these.
      </p>
      {/* A form without units would say nothing of them. */}
      <input type="hidden" name="units" value="" />
      {rows.map((row) => (
        <UnitRow
          key={row.key}
          row={row}
          base={base}
          onInput={(event) => change(row.key, event.target as HTMLInputElement)}
          onRemove={() => remove(row.key)}
        />
      ))}
      {rows.length === 0 && <p className="none">Counted in its base unit only.</p>}
      {error && <FieldError id="units-error" text={error} />}
      <Button small icon="plus" onClick={add}>
        Add unit
      </Button>
    </div>
  )
}

function useUnitRows(item: Item) {
  const [rows, setRows] = useState<readonly UnitFormRow[]>(() => item.units.map(toUnitRow))
  const added = useRef('')

  function change(key: string, { name, value }: HTMLInputElement): void {
    const field = { unitname: 'name', unitfigure: 'figure', unitway: 'way' }[name]
    if (field) setRows(rows.map((row) => (row.key === key ? { ...row, [field]: value } : row)))
  }

  function add(): void {
    const row = blank()
    added.current = row.key
    setRows([...rows, row])
  }

  // A new row is typed in at once.
  useLayoutEffect(() => {
    if (!added.current) return
    document.querySelector<HTMLElement>(`[data-key="${added.current}"] [name=unitname]`)?.focus()
    added.current = ''
  })

  return { rows, change, add, remove: (key: string) => setRows(rows.filter((row) => row.key !== key)) }
}

type UnitRowProps = {
  row: UnitFormRow
  base: string
  onInput: (event: FormEvent<HTMLElement>) => void
  onRemove: () => void
}

const UnitRow = ({ row, base, onInput, onRemove }: UnitRowProps) => (
  <div className="unit" data-key={row.key} onInput={onInput}>
    <input type="hidden" name="unitid" value={row.id} />
    <label>
      <span>Unit</span>
      <input name="unitname" defaultValue={row.name} maxLength={40} autoComplete="off" placeholder="box" />
    </label>
    <label>
      <span>How many</span>
      <input
        name="unitfigure"
        className="number"
        defaultValue={row.figure}
        maxLength={30}
        inputMode="decimal"
        autoComplete="off"
        placeholder="12"
      />
    </label>
    <label className="way">
      <span>Of what</span>
      <select name="unitway" defaultValue={row.way}>
        <option value="into">
          {base} in one {row.name || 'unit'}
        </option>
        <option value="of">
          {row.name || 'units'} in one {base}
        </option>
      </select>
    </label>
    <output>{describeUnit(row, base)}</output>
    <IconButton icon="x" label={`Remove unit ${row.name}`.trim()} onClick={onRemove} />
  </div>
)
