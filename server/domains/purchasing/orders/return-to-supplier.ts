import { randomUUIDv7 } from 'bun'
import type { OrderLineRow } from '#db/queries/purchasing/order-lines.ts'
import { purchase_returns, storage } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { getRecord } from '#server/records.ts'
import { bookMovements } from '#server/stock/book.ts'
import { formatQuantity } from '#views/format.ts'
import {
  chooseLines,
  goodsCost,
  type LineFigures,
  type OrderedQuantity,
  sayLines,
  storeAfterSending,
} from './after-sending.ts'
import { getSentOrder } from './find-order.ts'

type ReturnInput = {
  lines: OrderedQuantity[]
  /** Whether the supplier delivers them again; else a credit is due. */
  again: boolean
  reason?: string
}

/**
 * Goods that go back to the supplier, also of an order that is done. What comes again is waited for anew.
 * Returns what is to be said of stock.
 * @throws as `getSentOrder`, 400 by field, for more than came
 */
export function returnToSupplier(tx: Tx, id: string, { lines, again, reason = '' }: ReturnInput): string[] {
  const row = getSentOrder(tx.db, id)
  const chosen = chooseLines(tx, id, lines, 'Enter how much goes back.')
  for (const [at, { line, quantity }] of chosen.entries()) {
    const here = line.received - line.returned
    if (quantity > here) throw invalid({ [`lines.${at}.quantity`]: sayHere(line, here) })
  }
  const placed = chosen.map(({ storageid, ...one }, at) => ({
    ...one,
    storageid:
      storageid === undefined
        ? one.line.defaultstorageid
        : storageid && getRecord(tx.db, storage, storageid, `lines.${at}.storageid`).id,
  }))
  const booked = bookMovements(
    tx,
    placed.map(({ line, quantity, storageid }) => ({
      inventoryid: line.inventoryid as string,
      storageid,
      kind: 'supplierreturn' as const,
      quantity: asQuantity(-toBase(quantity, parseRatio(line.unitratio))),
      entered: { quantity, unit: line.unit },
      cost: { cents: goodsCost(line, quantity) },
      jobid: line.jobid,
      document: row.order.number as string,
      note: reason,
    })),
  )
  const rows = placed.map(({ line, quantity, storageid }, at) => ({
    ...{ id: randomUUIDv7(), lineid: line.id, quantity, again, storageid, reason },
    ...{ seq: booked[at]!.seq, dateutc: tx.now, user: tx.by.name },
  }))
  tx.db.insert(purchase_returns).values(rows).run()
  const said = [sayLines(placed), again ? 'comes again' : 'a credit is due', reason]
  recordHistory(tx, 'purchaseorders', id, [
    { field: 'returned', oldvalue: '', newvalue: said.filter(Boolean).join('; ') },
  ])
  const figures = placed.map(({ line, quantity }): [OrderLineRow, LineFigures] => [
    line,
    {
      returned: asQuantity(line.returned + quantity),
      replaced: asQuantity(line.replaced + (again ? quantity : 0)),
    },
  ])
  storeAfterSending(tx, row, new Map(figures))
  return booked.flatMap(({ warning }) => warning ?? [])
}

const sayHere = ({ unit, description }: OrderLineRow, here: number) =>
  here <= 0
    ? `Nothing of ${description} is here to go back.`
    : `Only ${formatQuantity(here, unit)} of ${description} came and is still here.`
