import { suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dialogReply, fragment, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { findName, getRecord } from '#server/records.ts'
import { pageTitle } from '#server/resources.ts'
import { readToday } from '#server/zone.ts'
import { FoundItems } from '#views/purchasing/orders/found-items.tsx'
import { OrdersPage } from '#views/purchasing/orders/list.tsx'
import { NewOrderDialog } from '#views/purchasing/orders/new.tsx'
import { ReceiveForm } from '#views/purchasing/orders/receive.tsx'
import { UndoReceiptDialog } from '#views/purchasing/orders/undo.tsx'
import { countScan } from './count-scan.ts'
import { isLongOrder, orderDialog, placeOptions } from './dialog.tsx'
import { getDraftOrder, getOrder, getSentOrder } from './find-order.ts'
import { findItemsToOrder } from './find-order-items.ts'
import { findOrders, type OrderQuery } from './find-orders.ts'
import { ItemSearch, NewOrderQuery, OfReceipt, OrderDialogQuery, OrderList, ScanQuery } from './input.ts'
import { orderTotal } from './order-total.tsx'
import { readOrder, seesPrices } from './present.ts'
import { listUnorderedServices } from './services-of-job.ts'
import { listShortBelowZero, listShortOfJob, listShortOfMinimum } from './short-of-job.ts'
import { previewUndo } from './undo-receipt.ts'

const claim = 'purchase.read'
const PATH = '/purchase'

function listView(c: Context, db: TenantDb, viewer: Viewer, query: OrderQuery = {}) {
  const url = c.url.pathname === PATH ? PATH + c.url.search : PATH
  const title = pageTitle(db, 'pages.purchase')
  return view(
    <OrdersPage
      title={title}
      {...findOrders(db, viewer, query)}
      query={query}
      url={url}
      suppliername={findName(db, suppliers, query.supplier)}
      today={readToday(db)}
      canwrite={c.can('purchase.write')}
      canexport={c.can('records.export')}
    />,
    { title, page: 'pages.purchase' },
  )
}

const shortOf = {
  job: (db: TenantDb, id: string) => [...listShortOfJob(db, id), ...listUnorderedServices(db, id)],
  belowzero: listShortBelowZero,
  minimum: listShortOfMinimum,
}

export const ordersPages: Route[] = [
  orderTotal,

  page('GET /purchase', { claim, query: OrderList, summary: 'The purchase orders.' }, (c) =>
    c.read((db, viewer) => listView(c, db, viewer, c.query)),
  ),

  page(
    'GET /purchase/new',
    {
      claim: 'purchase.write',
      query: NewOrderQuery,
      summary:
        'The dialog that begins an order: of a supplier, of what a job is short of, or of what is below zero or below its minimum.',
    },
    (c) =>
      c.read((db, viewer) => {
        const job = c.query.jobid ? visibleJob(db, viewer, c.query.jobid) : undefined
        const of = job ? 'job' : c.query.below ? 'belowzero' : c.query.minimum ? 'minimum' : undefined
        const items = of ? shortOf[of](db, job?.id ?? '') : []
        const named = c.query.supplier ? getRecord(db, suppliers, c.query.supplier) : undefined
        const supplier = named ?? items.find((item) => item.supplier)?.supplier ?? undefined
        return dialogReply(c, <NewOrderDialog supplier={supplier} job={job} of={of} items={items} />, () =>
          listView(c, db, viewer),
        )
      }),
  ),

  page(
    'GET /purchase/:id',
    {
      claim,
      params: ById,
      query: OrderDialogQuery,
      long: (c) => c.read((db) => isLongOrder(db, (c.params as { id: string }).id)),
      summary: 'The dialog of a purchase order.',
    },
    (c) =>
      c.read((db, viewer) =>
        dialogReply(c, orderDialog(c, db, viewer, c.params.id, c.query), () => listView(c, db, viewer)),
      ),
  ),

  page(
    'GET /purchase/:id/items',
    {
      claim: 'purchase.write',
      params: ById,
      query: ItemSearch,
      summary: 'Items to add to a draft, with their price, what is on hand and on order.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { order } = getDraftOrder(db, c.params.id)
        const search = c.query.search?.trim() ?? ''
        if (!search) return fragment(<></>)
        const found = findItemsToOrder(db, viewer, order.supplier, search)
        const cancreate = c.can('inventory.write')
        return fragment(<FoundItems orderid={order.id} {...found} search={search} cancreate={cancreate} />)
      }),
  ),

  page(
    'GET /purchase/:id/scan',
    {
      claim: 'purchase.receive',
      params: ById,
      query: ScanQuery,
      summary: 'Counts one more of the item whose code was scanned, in the form that receives goods.',
    },
    (c) =>
      c.read((db, viewer) => {
        getSentOrder(db, c.params.id)
        const order = readOrder(db, viewer, c.params.id)
        return fragment(
          <ReceiveForm
            order={order}
            places={placeOptions(db)}
            priced={seesPrices(viewer)}
            {...countScan(order.items, c.query)}
          />,
        )
      }),
  ),

  page(
    'GET /purchase/:id/receipts/:receiptid/undo',
    {
      claim: 'purchase.receive',
      params: OfReceipt,
      summary: 'The dialog that takes a receipt back, with what that does to stock.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { id, receiptid } = c.params
        const { number } = getOrder(db, id).order
        if (!number) throw notFound('receipt')
        const lines = previewUndo(db, id, receiptid)
        return dialogReply(c, <UndoReceiptDialog orderid={id} {...{ receiptid, number, lines }} />, () =>
          listView(c, db, viewer),
        )
      }),
  ),
]
