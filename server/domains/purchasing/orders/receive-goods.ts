import { randomUUIDv7 } from 'bun'
import { listItemUnits } from '#db/queries/catalogue/units.ts'
import type { OrderLineRow } from '#db/queries/purchasing/order-lines.ts'
import { insertReceiptLines } from '#db/queries/purchasing/receipts.ts'
import { purchase_receipts, storage, units } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { rememberPrices } from '#server/domains/purchasing/supplieritems/remember-price.ts'
import { invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asQuantity, asRate, hundredPercent, type Rate } from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { getRecord, updateRecord } from '#server/records.ts'
import { bookMovements } from '#server/stock/book.ts'
import { formatQuantity } from '#views/format.ts'
import {
  type ChosenLine,
  chooseLines,
  goodsCost,
  type LineFigures,
  type OrderedQuantity,
  sayLines,
  storeAfterSending,
} from './after-sending.ts'
import { getSentOrder } from './find-order.ts'
import { openQuantity } from './open-quantity.ts'

type ReceiptInput = {
  lines: OrderedQuantity[]
  /** Why more came than was ordered. */
  reason?: string
  /** The number of the supplier's delivery note. */
  reference?: string
  /** The prices are remembered as those last paid. */
  lastprice?: boolean
}

/**
 * Goods that came, into stock in the ordered unit. What is open is read in this transaction: a second click, or a second
 * receiver, finds what the first one left.
 * @throws as `getSentOrder`, 400 by field, for more than is open without a reason
 */
export function receiveGoods(tx: Tx, id: string, input: ReceiptInput): string {
  const row = getSentOrder(tx.db, id)
  const chosen = chooseLines(tx, id, input.lines, 'Enter how much has come.')
  const over = chosen.findIndex(({ line, quantity }) => quantity > openQuantity(line))
  const reason = input.reason?.trim() ?? ''
  if (over >= 0 && !reason) throw invalid(refuseOver(chosen, over))
  const placed = chosen.map((one, at) => ({ ...one, storageid: findPlace(tx, one, at) }))
  const receiptid = randomUUIDv7()
  const { reference = '' } = input
  tx.db
    .insert(purchase_receipts)
    .values({ id: receiptid, orderid: id, reference, reason, dateutc: tx.now, user: tx.by.name })
    .run()
  const number = row.order.number as string
  const booked = bookMovements(
    tx,
    placed.map(({ line, quantity, storageid }) => ({
      inventoryid: line.inventoryid as string,
      storageid,
      kind: 'receipt' as const,
      quantity: toBase(quantity, parseRatio(line.unitratio)),
      entered: { quantity, unit: line.unit },
      cost: { cents: goodsCost(line, quantity) },
      jobid: line.jobid,
      document: number,
      note: reference,
    })),
  )
  const lines = placed.map(({ line, quantity, storageid }, at) => ({
    ...{ id: randomUUIDv7(), lineid: line.id, quantity, storageid },
    seq: booked[at]!.seq,
  }))
  insertReceiptLines(tx.db, receiptid, lines)
  const figures = placed.map(({ line, quantity }): [OrderLineRow, LineFigures] => [
    line,
    { received: asQuantity(line.received + quantity) },
  ])
  if (input.lastprice)
    keepPrices(
      tx,
      row.order.supplier,
      placed.map(({ line }) => line),
    )
  const said = [sayLines(placed), reference && `by ${reference}`, reason && `more than ordered: ${reason}`]
  recordHistory(tx, 'purchaseorders', id, [
    { field: 'received', oldvalue: '', newvalue: said.filter(Boolean).join('; ') },
  ])
  storeAfterSending(tx, row, new Map(figures))
  return receiptid
}

function refuseOver(chosen: readonly ChosenLine[], at: number): Record<string, string> {
  const { line } = chosen[at] as ChosenLine
  const open = openQuantity(line)
  const left = open === 0 ? 'Nothing' : `Only ${formatQuantity(open, line.unit)}`
  return {
    [`lines.${at}.quantity`]: `${left} of ${line.description} is still to come. Say why more came, if it did.`,
    reason: 'Say why more came than was ordered.',
  }
}

/** The place that is said, else the item's own. */
function findPlace(tx: Tx, { line, storageid }: ChosenLine, at: number): string | null {
  if (storageid === undefined) return line.defaultstorageid
  return storageid ? getRecord(tx.db, storage, storageid, `lines.${at}.storageid`).id : null
}

/** Less its discount, as what the unit last cost and as what this supplier asks; the last of two lines of an item. */
function keepPrices(tx: Tx, supplier: string, lines: readonly OrderLineRow[]) {
  const paid = new Map(
    lines.map((line) => {
      const { unit, unitratio } = line
      const inventoryid = line.inventoryid as string
      return [inventoryid, { inventoryid, unit, unitratio, price: paidRate(line) }]
    }),
  )
  for (const { id, inventoryid, name, lastprice } of listItemUnits(tx.db, [...paid.keys()])) {
    const last = paid.get(inventoryid)
    if (last?.unit === name && last.price !== lastprice)
      updateRecord(tx, units, id, { lastprice: last.price })
  }
  rememberPrices(tx, supplier, [...paid.values()])
}

export const paidRate = ({ rate, discount }: Pick<OrderLineRow, 'rate' | 'discount'>): Rate =>
  asRate(rate - Number(divideRounded(BigInt(rate) * BigInt(discount), hundredPercent)))
