import { issueContext, issueDocument } from '#server/documents/issue-document.ts'
import { print } from '#server/documents/print.ts'
import type { Context } from '#server/http/context.ts'
import { ById, documentLines } from '#server/http/fields.ts'
import { dataReply, saved } from '#server/http/reply.ts'
import { action, asyncAction, type Route } from '#server/http/route.ts'
import { changeOrder, type OrderChangeInput, orderDraftFields } from './change-order.ts'
import { reopenOrderDialog } from './dialog.tsx'
import { getOrder } from './find-order.ts'
import { formNewOrder, formOrderChange, formQuantities, refuseByRow } from './form.ts'
import {
  NewOrder,
  NewOrderForm,
  NewReceipt,
  NewReturn,
  OfReceipt,
  OfReturn,
  OrderChange,
  OrderForm,
  OrderStep,
  type OrderStepName,
  ReceiptForm,
  ReturnedForm,
} from './input.ts'
import { readPastedRows } from './pasted-rows.ts'
import { presentOrder } from './present.ts'
import { receiveGoods } from './receive-goods.ts'
import { returnToSupplier } from './return-to-supplier.ts'
import { addOrder, deleteOrder } from './save-draft.ts'
import { planOrder, storeOrder } from './send-order.ts'
import type { OrderSnapshot } from './snapshot.ts'
import { undoReceipt } from './undo-receipt.ts'
import { undoReturn } from './undo-return.ts'

const receives = 'purchase.receive'
const writes = 'purchase.write'

const warned = (warnings: readonly string[]) => ({ message: warnings.join(' ') || undefined })

/** What is said of stock stands in place of the plain word. */
const reopened = (c: Context<{ id: string }>, words: string, message: string, tab?: string) =>
  reopenOrderDialog(c, c.params.id, message || words, { warning: message !== '', tab })

export const ordersActions: Route[] = [
  ...action(
    { api: 'POST /api/purchaseorders', page: 'POST /purchase' },
    {
      claim: writes,
      body: NewOrder,
      form: {
        body: NewOrderForm,
        input: ({ body }) => ({ body: formNewOrder(body) }),
        refused: refuseByRow,
      },
      summary: 'A draft of a purchase order: items or free text of one supplier.',
    },
    (tx, viewer, c) => presentOrder(tx.db, viewer, addOrder(tx, viewer, c.body)),
    ({ id }, c) => reopenOrderDialog(c, id, 'Draft made: nothing is ordered yet'),
  ),

  ...asyncAction(
    { api: 'PATCH /api/purchaseorders/:id', page: 'POST /purchase/:id/:step' },
    {
      claim: writes,
      params: ById,
      body: OrderChange,
      form: {
        params: OrderStep,
        body: OrderForm,
        input: ({ params, body, read }) => ({
          params: { id: params.id },
          body: formOrderChange(params.step, body, (text) =>
            read((db) => {
              const { supplier } = getOrder(db, params.id).order
              return readPastedRows(db, { supplier, text, most: documentLines.maxItems })
            }),
          ),
        }),
        refused: refuseByRow,
      },
      summary: 'Changes a draft; sends it, closes what has not come, waits for it again, or cancels it.',
    },
    (c) => sendOrChange(c, c.params.id, c.body),
    ({ number }, c) =>
      reopenOrderDialog(c, c.params.id, sayStep(c.params.step, number, [c.body.lineid ?? []].flat().length), {
        inplace: c.params.step === 'add',
      }),
  ),

  ...action(
    { api: 'DELETE /api/purchaseorders/:id', page: 'DELETE /purchase/:id' },
    { claim: writes, params: ById, summary: 'Deletes a draft of a purchase order.' },
    (tx, _, c) => {
      deleteOrder(tx, c.params.id)
      return dataReply(null, { message: 'Draft deleted' })
    },
    () => saved('Draft deleted', 'purchaseorders'),
  ),

  ...action(
    { api: 'POST /api/purchaseorders/:id/receipts', page: 'POST /purchase/:id/receipts' },
    {
      claim: receives,
      params: ById,
      body: NewReceipt,
      form: {
        body: ReceiptForm,
        input: ({ body: { lineid, quantity, storageid, ...rest } }) => ({
          body: { ...rest, lines: formQuantities({ lineid, quantity, storageid }) },
        }),
        refused: refuseByRow,
      },
      summary: 'Receives goods of an order into stock; more than is open only with a reason.',
    },
    (tx, _, c) => receiveGoods(tx, c.params.id, c.body),
    (_, c) => reopenOrderDialog(c, c.params.id, 'Received into stock'),
    (_, c, db, viewer) => presentOrder(db, viewer, c.params.id),
  ),

  ...action(
    {
      api: 'DELETE /api/purchaseorders/:id/receipts/:receiptid',
      page: 'DELETE /purchase/:id/receipts/:receiptid',
    },
    { claim: receives, params: OfReceipt, summary: 'Takes a receipt out of stock again.' },
    (tx, viewer, c) => {
      const warnings = undoReceipt(tx, c.params.id, c.params.receiptid)
      return dataReply(presentOrder(tx.db, viewer, c.params.id), warned(warnings))
    },
    (_, c, message) => reopened(c, 'Receipt taken back', message),
  ),

  ...action(
    { api: 'POST /api/purchaseorders/:id/returns', page: 'POST /purchase/:id/returns' },
    {
      claim: receives,
      params: ById,
      body: NewReturn,
      form: {
        body: ReturnedForm,
        input: ({ body: { lineid, quantity, storageid, ...rest } }) => ({
          body: { ...rest, lines: formQuantities({ lineid, quantity, storageid }) },
        }),
        refused: refuseByRow,
      },
      summary: 'Sends goods back to the supplier, who delivers them `again` or owes a credit.',
    },
    (tx, viewer, c) => {
      const warnings = returnToSupplier(tx, c.params.id, c.body)
      return dataReply(presentOrder(tx.db, viewer, c.params.id), warned(warnings))
    },
    (_, c, message) => reopened(c, 'Taken out of stock', message),
  ),

  ...action(
    {
      api: 'DELETE /api/purchaseorders/:id/returns/:returnid',
      page: 'DELETE /purchase/:id/returns/:returnid',
    },
    { claim: receives, params: OfReturn, summary: 'Puts goods into stock again that went back by mistake.' },
    (tx, viewer, c) => {
      const warnings = undoReturn(tx, c.params.id, c.params.returnid)
      return dataReply(presentOrder(tx.db, viewer, c.params.id), warned(warnings))
    },
    (_, c, message) => reopened(c, 'Return taken back', message),
  ),
]

function sayStep(step: OrderStepName, number: string | null, lines = 0): string {
  if (lines > 0 && step === 'close') return 'Nothing more of this line is waited for'
  if (lines > 0 && step === 'reopen') return 'This line is waited for again'
  if (step === 'send') return `Placed as ${number}: e-mail it, or hand out its PDF`
  if (step === 'close') return `${number} waits for nothing any more`
  if (step === 'reopen') return `${number} waits for its goods again`
  if (step === 'cancel') return `${number} is cancelled`
  return step === 'promise' ? 'Promise saved' : step === 'add' ? 'Added' : 'Draft saved'
}

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
    issueContext(c, (data: OrderSnapshot) =>
      print(c.services.files, c.person, { document: 'purchaseorder', data }),
    ),
    (db, viewer, now) => planOrder(db, viewer, id, now, orderDraftFields(input)),
    (tx, planned, bytes, viewer) => {
      storeOrder(tx, viewer, planned, orderDraftFields(input), bytes)
      return dataReply(presentOrder(tx.db, viewer, id))
    },
  )
