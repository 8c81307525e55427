import { HistoryQuery, historyReply } from '#server/history-call.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { getOrder } from './find-order.ts'
import { findOrders } from './find-orders.ts'
import { OrderList } from './input.ts'
import { presentOrder, seesPrices, summaryJson } from './present.ts'
import { PRICES } from './save-draft.ts'

const claim = 'purchase.read'

export const ordersApi: Route[] = [
  api(
    'GET /api/purchaseorders',
    { claim, query: OrderList, summary: 'Purchase orders, the newest first.' },
    (c) =>
      c.read((db, viewer) => {
        const { rows, total } = findOrders(db, viewer, c.query)
        return dataReply(rows.map(summaryJson), { total })
      }),
  ),

  api(
    'GET /api/purchaseorders/:id',
    { claim, params: ById, summary: 'A purchase order with its lines, what came and what went back.' },
    (c) => c.read((db, viewer) => presentOrder(db, viewer, c.params.id)),
  ),

  api(
    'GET /api/purchaseorders/:id/history',
    { claim, params: ById, query: HistoryQuery, summary: 'The changes of one purchase order.' },
    (c) =>
      c.read((db, viewer) => {
        getOrder(db, c.params.id)
        return historyReply(c, db, 'purchaseorders', c.params.id, seesPrices(viewer) ? [] : [PRICES])
      }),
  ),
]
