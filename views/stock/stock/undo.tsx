import { formatQuantity } from '#views/format.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { DescriptionList } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'
import type { StockItem } from './item.tsx'
import { movementLabel } from './movement-labels.ts'

type UndoDialogProps = {
  item: StockItem
  movement: {
    seq: number
    kind: string
    quantity: number
    inventoryclass: number | null
    reverses: number | null
    user: string
    createdutc: string
    note: string
  }
  place: string
  now: { item: number; place: number }
  after: { item: number; place: number }
  refused?: string
  zone: string
}

/** What taking a movement back will do, before it is done. The movement stays; its opposite is booked beside it. */
export function UndoDialog({ item, movement, place, now, after, refused, zone }: UndoDialogProps) {
  const unit = item.baseunit
  const from = (before: number, then: number) =>
    `${formatQuantity(before, unit)} → ${formatQuantity(then, unit)}`
  return (
    <Dialog
      title={`Undo no. ${movement.seq}`}
      subtitle={`${item.name} [${item.code}]`}
      url={refused ? undefined : `/inventory/${item.id}/stock/${movement.seq}/undo`}
      size="small"
      submit="Undo"
    >
      {refused && <Banner level="info">{refused}</Banner>}
      {!refused && after.item < 0 && (
        <Banner level="warning">
          Stock would be {formatQuantity(-after.item, unit)} below zero after this.
        </Banner>
      )}
      <DescriptionList
        facts={[
          {
            label: 'Movement',
            value: `${movementLabel(movement)} ${formatQuantity(movement.quantity, unit)}`,
          },
          { label: 'Booked by', value: movement.user },
          { label: 'Booked', value: <DateTime iso={movement.createdutc} zone={zone} /> },
          { label: 'Stock in all', value: from(now.item, after.item) },
          { label: place || 'No place given', value: from(now.place, after.place) },
          ...(movement.note ? [{ label: 'Note', value: movement.note }] : []),
        ]}
      />
      {!refused && <TextInput label="Why" name="note" maxlength={500} autoFocus />}
    </Dialog>
  )
}
