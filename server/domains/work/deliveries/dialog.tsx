import { listHistory } from '#db/queries/history.ts'
import { listOptions } from '#db/queries/options.ts'
import { findNewestIssued } from '#db/queries/sales/invoices.ts'
import { placesInUse } from '#db/queries/stock/stock-levels.ts'
import { listAttachments } from '#db/queries/work/attachments.ts'
import { listClientPlaces } from '#db/queries/work/deliveries.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { planNumbers } from '#server/documents/issue-document.ts'
import { presentAttachment } from '#server/domains/work/attachments/present.ts'
import type { Context } from '#server/http/context.ts'
import { fragment, replaceDialog, snackbarHeaders } from '#server/http/reply.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import { DeliveryDialog } from '#views/work/deliveries/dialog.tsx'
import { PackDialog } from '#views/work/deliveries/pack.tsx'
import type { DeliveryDetail } from '#views/work/deliveries/types.ts'
import { readDelivery } from './present.ts'
import { listToBill } from './to-bill.ts'

const asOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })

export function deliveryDialog(c: Context, db: TenantDb, viewer: Viewer, id: string, tab?: string) {
  const delivery = readDelivery(db, viewer, id)
  const isDraft = delivery.state === 'draft'
  const photos = isDraft ? [] : listAttachments(db, 'deliveries', id, { take: 200 }).rows
  return (
    <DeliveryDialog
      delivery={delivery}
      organisations={isDraft ? listOptions(db, organisations) : []}
      clientplaces={isDraft && delivery.client ? listClientPlaces(db, delivery.client.id).map(asOption) : []}
      places={isDraft ? [] : placesInUse(db).map(asOption)}
      numbers={isDraft ? planNumbers(db, 'deliverynote') : {}}
      photos={photos.map(presentAttachment)}
      maxuploadmb={c.services.config.maxuploadmb}
      history={c.can('history.read') ? listHistory(db, 'deliveries', id) : []}
      zone={readZone(db)}
      segment={jobsSegment(readLabels(db))}
      cancount={c.can('stock.adjust')}
      canwrite={c.can('delivery.write') && hasPermission(viewer, delivery.board.id, 'work')}
      canconsume={c.can('materials.consume')}
      invoices={!isDraft && c.can('invoices.read') ? listInvoices(db, delivery) : []}
      cancredit={c.can('invoices.issue')}
      tab={tab}
    />
  )
}

/** Of its jobs: the invoice that stands, and what of the note's goods it still has to credit. */
const listInvoices = (db: TenantDb, { items }: DeliveryDetail) =>
  [...new Set(items.map(({ job }) => job.id))].flatMap((jobid) => {
    const invoice = findNewestIssued(db, jobid)
    const tocredit = listToBill(db, jobid).filter((line) => line.tocredit > 0)
    return invoice ? [{ id: invoice.id, number: invoice.number ?? '', tocredit }] : []
  })

type Said = { warning?: boolean; tab?: string }

/** Over whatever stands behind it, which is told of the change. */
export const reopenDialog = (c: Context, id: string, message: string, { warning, tab }: Said = {}) =>
  replaceDialog(
    c.read((db, viewer) => deliveryDialog(c, db, viewer, id, tab)),
    snackbarHeaders(message, { level: warning ? 'warning' : 'success', refresh: { table: 'deliveries' } }),
  )

/** What is packed stands there at once, ready for the next piece. */
export const packDialog = (c: Context, id: string) =>
  fragment(<PackDialog delivery={c.read((db, viewer) => readDelivery(db, viewer, id))} />, {
    headers: snackbarHeaders('Packed', { refresh: { table: 'deliveries' } }),
  })
