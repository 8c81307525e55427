import { issueDocument } from '#server/documents/issue-document.ts'
import { print } from '#server/documents/print.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { changeOrder, type OrderChangeInput, orderDraftFields } from './change-order.ts'
import { getOrder } from './find-order.ts'
import { NewOrder, NewReceipt, NewReturn, OfReceipt, OrderChange } from './input.ts'
import { presentOrder } from './present.ts'
import { receiveGoods } from './receive-goods.ts'
import { returnToSupplier } from './return-to-supplier.ts'
import { addOrder, deleteOrder } from './save-draft.ts'
import { planOrder, storeOrder } from './send-order.ts'
import type { OrderSnapshot } from './snapshot.ts'
import { undoReceipt } from './undo-receipt.ts'

const said = (warnings: readonly string[]) => ({ message: warnings.join(' ') || undefined })

export const ordersActions: Route[] = [
  api(
    'POST /api/purchaseorders',
    {
      claim: 'purchase.write',
      body: NewOrder,
      summary: 'A draft of a purchase order: items or free text of one supplier.',
    },
    (c) => c.write((tx, viewer) => presentOrder(tx.db, viewer, addOrder(tx, viewer, c.body))),
  ),

  api(
    'PATCH /api/purchaseorders/:id',
    {
      claim: 'purchase.write',
      params: ById,
      body: OrderChange,
      summary: 'Changes a draft; sends it, closes what has not come, waits for it again, or cancels it.',
    },
    (c) => sendOrChange(c, c.params.id, c.body),
  ),

  api(
    'DELETE /api/purchaseorders/:id',
    { claim: 'purchase.write', params: ById, summary: 'Deletes a draft of a purchase order.' },
    (c) =>
      c.write((tx) => {
        deleteOrder(tx, c.params.id)
        return dataReply(null, { message: 'Draft deleted' })
      }),
  ),

  api(
    'POST /api/purchaseorders/:id/receipts',
    {
      claim: 'purchase.receive',
      params: ById,
      body: NewReceipt,
      summary: 'Receives goods of an order into stock; more than is open only with a reason.',
    },
    (c) =>
      c.write((tx, viewer) => {
        receiveGoods(tx, c.params.id, c.body)
        return presentOrder(tx.db, viewer, c.params.id)
      }),
  ),

  api(
    'DELETE /api/purchaseorders/:id/receipts/:receiptid',
    { claim: 'purchase.receive', params: OfReceipt, summary: 'Takes a receipt out of stock again.' },
    (c) =>
      c.write((tx, viewer) => {
        const warnings = undoReceipt(tx, c.params.id, c.params.receiptid)
        return dataReply(presentOrder(tx.db, viewer, c.params.id), said(warnings))
      }),
  ),

  api(
    'POST /api/purchaseorders/:id/returns',
    {
      claim: 'purchase.receive',
      params: ById,
      body: NewReturn,
      summary: 'Sends goods back to the supplier, who delivers them `again` or owes a credit.',
    },
    (c) =>
      c.write((tx, viewer) => {
        const warnings = returnToSupplier(tx, c.params.id, c.body)
        return dataReply(presentOrder(tx.db, viewer, c.params.id), said(warnings))
      }),
  ),
]

/** `sent` of a draft sends it; of one that was sent, what was closed short is waited for again. */
function sendOrChange(c: Context, id: string, input: OrderChangeInput) {
  const isDraft = c.read((db) => getOrder(db, id).state === 'draft')
  if (input.status === 'sent' && isDraft) return sendOrder(c, id, input)
  return c.write((tx, viewer) => {
    changeOrder(tx, viewer, id, input)
    return dataReply(presentOrder(tx.db, viewer, id))
  })
}

const sendOrder = (c: Context, id: string, input: OrderChangeInput) =>
  issueDocument(
    {
      accountid: c.person.accountid,
      now: c.now,
      read: c.read,
      write: c.write,
      print: (data: OrderSnapshot) => print(c.services.files, c.person, { document: 'purchaseorder', data }),
    },
    (db, viewer, now) => planOrder(db, viewer, id, now, orderDraftFields(input)),
    (tx, planned, bytes, viewer) => {
      storeOrder(tx, viewer, planned, orderDraftFields(input), bytes)
      return dataReply(presentOrder(tx.db, viewer, id))
    },
  )
