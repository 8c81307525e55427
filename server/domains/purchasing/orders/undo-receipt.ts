import { eq } from 'drizzle-orm'
import { listOrderLines, type OrderLineRow } from '#db/queries/purchasing/order-lines.ts'
import type { OrderRow } from '#db/queries/purchasing/orders.ts'
import { listReceiptLines, type ReceiptLineRow, receiptById } from '#db/queries/purchasing/receipts.ts'
import { findInvoiceOfReceipt } from '#db/queries/purchasing/supplier-invoice-lines.ts'
import { purchase_receipts } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { bookTogether } from '#server/stock/book.ts'
import { readOnHand } from '#server/stock/read.ts'
import { formatQuantity } from '#views/format.ts'
import { type LineFigures, sayLines, storeAfterSending } from './after-sending.ts'
import { getSentOrder } from './find-order.ts'

type Undone = { line: OrderLineRow; quantity: Quantity; of: ReceiptLineRow }
type Plan = { row: OrderRow; lines: Undone[] }

/** @throws 404, 409 for one that was taken back before, 400 where some of it went back or is charged */
function planUndo(db: TenantDb, id: string, receiptid: string): Plan {
  const row = getSentOrder(db, id)
  const receipt = receiptById(db, receiptid)
  if (!receipt || receipt.orderid !== id) throw notFound('receipt')
  if (receipt.undoneutc) throw new Problem(409, 'This receipt was taken back before.', { code: 'undone' })
  const number = findInvoiceOfReceipt(db, receiptid)
  if (number)
    throw new Problem(
      400,
      `These goods stand on invoice ${number} of the supplier, so this receipt stands.`,
      {
        code: 'charged',
      },
    )
  const known = new Map(listOrderLines(db, id).map((line) => [line.id, line]))
  const lines = listReceiptLines(db, id)
    .filter((one) => one.receiptid === receiptid)
    .map((of) => ({ of, line: known.get(of.lineid) as OrderLineRow, quantity: asQuantity(of.quantity) }))
  const gone = lines.find(({ line, quantity }) => line.received - quantity < line.returned)
  if (gone)
    throw new Problem(
      400,
      `${formatQuantity(gone.line.returned, gone.line.unit)} of ${gone.line.description} went back to the supplier: take that return back before this receipt.`,
      { code: 'returned' },
    )
  return { row, lines }
}

type UndoEffect = {
  description: string
  unit: string
  quantity: Quantity
  onhand: Quantity
  after: Quantity
}

/** What stock would be, in base units. @throws as `undoReceipt` */
export function previewUndo(db: TenantDb, id: string, receiptid: string): UndoEffect[] {
  const { lines } = planUndo(db, id, receiptid)
  const onhand = readOnHand(
    db,
    lines.map(({ line }) => line.inventoryid as string),
  )
  return lines.map(({ line, quantity }) => {
    const held = onhand.get(line.inventoryid as string)?.quantity ?? asQuantity(0)
    const base = toBase(quantity, parseRatio(line.unitratio))
    return {
      description: line.description,
      unit: line.baseunit ?? '',
      quantity: base,
      onhand: held,
      after: asQuantity(held - base),
    }
  })
}

/**
 * Takes all of a receipt out of stock again. Returns what is to be said of stock that is used already.
 * @throws as `planUndo`, 400 when the account blocks negative stock
 */
export function undoReceipt(tx: Tx, id: string, receiptid: string): string[] {
  const { row, lines } = planUndo(tx.db, id, receiptid)
  const results = bookTogether(tx, (book) =>
    lines.map(({ line, quantity, of }) =>
      book({
        inventoryid: line.inventoryid as string,
        storageid: of.storageid,
        kind: 'receipt',
        quantity: asQuantity(-toBase(quantity, parseRatio(line.unitratio))),
        entered: { quantity, unit: line.unit },
        jobid: line.jobid,
        document: row.order.number as string,
        note: 'Receipt taken back',
        reverses: of.seq,
      }),
    ),
  )
  tx.db
    .update(purchase_receipts)
    .set({ undoneutc: tx.now, undoneby: tx.by.name })
    .where(eq(purchase_receipts.id, receiptid))
    .run()
  recordHistory(tx, 'purchaseorders', id, [
    { field: 'received', oldvalue: sayLines(lines), newvalue: 'taken back' },
  ])
  const figures = lines.map(({ line, quantity }): [OrderLineRow, LineFigures] => [
    line,
    { received: asQuantity(line.received - quantity) },
  ])
  storeAfterSending(tx, row, new Map(figures))
  return results.flatMap(({ warning }) => warning ?? [])
}
