import { formatQuantity } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { dialogLink, intoDialog } from '#views/ui/links.ts'
import { ScanField } from '#views/ui/scan-field.tsx'
import { Chip } from '#views/ui/small.tsx'
import type { DeliveryDetail } from './types.ts'

/** Which line goes out in which piece of equipment: scan the piece, and what is ticked is in it. */
export function PackDialog({ delivery }: { delivery: DeliveryDetail }) {
  const { id, items } = delivery
  const loose = items.filter((line) => !line.package).length
  return (
    <Dialog
      title="Pack"
      subtitle={
        loose === 0 ? 'Every line is packed' : `${loose} of ${items.length} lines are in no piece yet`
      }
      main={
        <LinkButton look="primary" {...dialogLink(`/deliveries/${id}`)}>
          Back to the note
        </LinkButton>
      }
    >
      <form
        hx-post={`/deliveries/${id}/packages`}
        {...intoDialog}
        data-scanto="barcode"
        className="packing"
        noValidate
      >
        <div data-errors-here="" />
        <fieldset>
          <legend>What goes in</legend>
          {items.map((line) => (
            <label key={line.id} className="entry">
              <input type="checkbox" name="lineids" value={line.id} defaultChecked={!line.package} />
              <span className="what">
                {line.description} <small>{formatQuantity(line.quantity, line.unit)}</small>
              </span>
              {line.package && <Chip icon="package">{line.package.name}</Chip>}
            </label>
          ))}
        </fieldset>
        <div className="pickscan">
          <ScanField
            label="Scan or type the barcode of the piece"
            id="pack-barcode"
            name="barcode"
            maxlength={80}
          />
          <Button type="submit" icon="scan">
            Pack
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
