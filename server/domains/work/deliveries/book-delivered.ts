import { listDeliveredOfJob } from '#db/queries/work/delivery-lines.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { countGoods } from '#server/domains/sales/invoices/line-goods.ts'
import { readLineGoods } from '#server/domains/sales/invoices/read-goods.ts'
import { isInvoicedOnceSettled } from '#server/domains/sales/invoices/settle-job.ts'
import { finishDelivered, isFinished } from '#server/domains/work/jobinputs/finish-product.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { bookConsumed, openUsed } from './change-consumed.ts'

type Delivered = { line: { materialid: string; description: string }; quantity: Quantity }
/** `isgone`: it left before, whatever the account blocks. */
type Booked = { note: string; isgone?: boolean }

/**
 * Whoever may issue a document says by it what it delivers: that is used, or made with what goes into it.
 * @throws 400 where the account blocks negative stock
 */
export function bookDelivered(tx: Tx, delivered: readonly Delivered[], booked: Booked): string[] {
  const opened = openUsed(
    tx,
    delivered.map(({ line }) => line.materialid),
  )
  const made = delivered.flatMap(({ line: { materialid }, quantity }) => {
    const line = opened.lines.get(materialid)
    return line && isFinished(tx.db, line) ? [{ line, quantity }] : []
  })
  const finished = new Set(made.map(({ line }) => line.id))
  const used = delivered.filter(({ line }) => !finished.has(line.materialid))
  return [
    ...made.flatMap(({ line, quantity }) => finishDelivered(tx, line, quantity)),
    ...bookConsumed(tx, used, opened, { way: 1, storageid: null, ...booked }),
  ]
}

/** Of the lines of a job that its client is charged for, what is with the client and nobody booked as used or made. */
export function listUnbooked(db: TenantDb, jobid: string): (Delivered & { unit: string })[] {
  const delivered = listDeliveredOfJob(db, jobid)
  if (delivered.length === 0) return []
  const goodsOf = readLineGoods(
    db,
    delivered.map(({ materialid }) => materialid),
  )
  return delivered.flatMap(({ materialid, description, unit }) => {
    const goods = goodsOf.get(materialid)
    const quantity = asQuantity(goods ? Math.max(0, -countGoods(goods).undelivered) : 0)
    return quantity > 0 ? [{ line: { materialid, description }, unit, quantity }] : []
  })
}

/** `listUnbooked`, of a job of which nothing is left to invoice: nobody else could book it then. */
export const bookUnbooked = (tx: Tx, jobid: string, note: string): string[] =>
  isInvoicedOnceSettled(tx.db, jobid)
    ? bookDelivered(tx, listUnbooked(tx.db, jobid), { note, isgone: true })
    : []
