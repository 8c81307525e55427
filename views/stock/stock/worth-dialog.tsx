import { exactRate, formatQuantity, perUnit } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import type { StockItem } from './item.tsx'

type WorthDialogProps = { item: StockItem; onhand: number; average: number | null }

export function WorthDialog({ item, onhand, average }: WorthDialogProps) {
  return (
    <Dialog
      title="Say what it is worth"
      subtitle={`${item.name} [${item.code}], ${formatQuantity(onhand, item.baseunit)} on hand`}
      url={`/inventory/${item.id}/stock/worth`}
      size="small"
      submit="Save"
    >
      <DecimalInput
        label={`Cost${perUnit(item.baseunit)}`}
        name="average"
        value={average === null ? undefined : exactRate(average)}
        required
        autoFocus
        hint="Without VAT. All that is in stock is worth this from now on; the difference goes to cost of sales."
      />
      <TextInput label="Why" name="note" maxlength={500} />
    </Dialog>
  )
}
