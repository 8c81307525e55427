import { listOrderLines } from '#db/queries/purchasing/order-lines.ts'
import { deleteReturn, returnById } from '#db/queries/purchasing/receipts.ts'
import { findCreditOfReturn } from '#db/queries/purchasing/supplier-invoice-lines.ts'
import type { Tx } from '#db/tenants.ts'
import { notFound, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { bookMovements } from '#server/stock/book.ts'
import { formatQuantity } from '#views/format.ts'
import { sayLines, storeAfterSending } from './after-sending.ts'
import { getSentOrder } from './find-order.ts'

/**
 * Goods that went back to the supplier by mistake are in stock again, at what they left at, and the order is as it was before.
 * Returns what is to be said of stock.
 * @throws 404, 400 where a credit of the supplier names them, or they came again
 */
export function undoReturn(tx: Tx, id: string, returnid: string): string[] {
  const row = getSentOrder(tx.db, id)
  const returned = returnById(tx.db, returnid)
  const line = listOrderLines(tx.db, id).find((one) => one.id === returned?.lineid)
  if (!returned || !line) throw notFound('return')
  const quantity = asQuantity(returned.quantity)
  const credit = findCreditOfReturn(tx.db, returnid)
  if (credit)
    throw new Problem(
      400,
      `These goods stand on credit note ${credit} of the supplier: take them off it, or cancel it, before this return is taken back.`,
      { code: 'credited' },
    )
  const again = returned.again ? quantity : 0
  const came = Math.min(again, line.received - line.quantity - (line.replaced - again))
  if (came > 0)
    throw new Problem(
      400,
      `${formatQuantity(came, line.unit)} of ${line.description} came again since: undo that receipt before this return is taken back.`,
      { code: 'cameagain' },
    )
  const [booked] = bookMovements(tx, [
    {
      inventoryid: line.inventoryid as string,
      storageid: returned.storageid,
      kind: 'supplierreturn',
      quantity: toBase(quantity, parseRatio(line.unitratio)),
      entered: { quantity, unit: line.unit },
      jobid: line.jobid,
      document: row.order.number as string,
      note: 'Return taken back',
      reverses: returned.seq,
    },
  ])
  deleteReturn(tx.db, returnid)
  recordHistory(tx, 'purchaseorders', id, [
    { field: 'returned', oldvalue: sayLines([{ line, quantity }]), newvalue: 'taken back' },
  ])
  const figures = {
    returned: asQuantity(line.returned - quantity),
    replaced: asQuantity(line.replaced - again),
  }
  storeAfterSending(tx, row, new Map([[line, figures]]))
  return booked?.warning ? [booked.warning] : []
}
