import { formatQuantity, perUnit } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DateInput, DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import type { StockItem } from './item.tsx'

export type MovementOptions = {
  /** The base unit first, then the item's other units. */
  units: readonly string[]
  places: readonly Option[]
  today: string
}

type MovementDialogProps = MovementOptions & {
  way: 'inbound' | 'outbound'
  item: StockItem
  onhand: number
  /** Where the item lies when nobody says otherwise. */
  storageid: string | null
  /** Whether the person sees what items cost. */
  money: boolean
}

const titles = { inbound: 'Book in', outbound: 'Book out' }

export function MovementDialog(props: MovementDialogProps) {
  const { way, item, onhand, units, places, storageid, today, money } = props
  return (
    <Dialog
      title={titles[way]}
      subtitle={`${item.name} [${item.code}], ${formatQuantity(onhand, item.baseunit)} on hand`}
      url={`/inventory/${item.id}/stock/${way}`}
      size="small"
      submit={titles[way]}
    >
      <FieldRow>
        <DecimalInput label="Quantity" name="quantity" required autoFocus />
        <UnitSelect units={units} />
      </FieldRow>
      <Select
        label="Place"
        name="storageid"
        value={storageid}
        options={places}
        placeholder="No place given"
      />
      {way === 'inbound' && money && (
        <DecimalInput
          label={units.length > 1 ? 'Cost of one of the unit' : `Cost${perUnit(item.baseunit)}`}
          name="cost"
          hint="Without VAT. Left empty, the average cost holds."
        />
      )}
      <About today={today} />
    </Dialog>
  )
}

/** The unit that quantities are written in; nothing to choose for an item with one. */
export function UnitSelect({ units, value }: { units: readonly string[]; value?: string }) {
  if (units.length < 2) return null
  return (
    <Select
      label="Unit"
      name="unit"
      value={value ?? units[0]}
      options={units.map((unit) => ({ value: unit, label: unit }))}
    />
  )
}

export function About({ today, date, note }: { today: string; date?: string | null; note?: string }) {
  return (
    <>
      <DateInput
        label="Date"
        name="effectivedate"
        value={date ?? today}
        hint="The day it counts for. The balance follows the order of booking."
      />
      <TextInput label="Note" name="note" value={note} maxlength={500} />
    </>
  )
}
