import { lotQuantity } from '#server/domains/purchasing/supplieritems/price-for.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import type { Demand, Lot, PlannedReceipt, Supply } from './net.ts'

/** What somebody should ask of the supplier: to bring it on another day, or to bring another quantity in all. */
export type OrderMessage =
  | { receiptid: string; kind: 'expedite' | 'defer'; day: string }
  | { receiptid: string; kind: 'increase' | 'decrease' | 'cancel'; quantity: Quantity }

type Use = { receipt: PlannedReceipt; day: string; left: number; used: number; first?: string }

/**
 * What is on its way, against the demand as it now stands: earliest demand first, from stock, then from the earliest
 * receipt. More is asked of an order where a new one, which comes on `arrival`, would come later than is needed.
 */
export function checkReceipts(
  { onhand, receipts, safety, lot }: Supply,
  demands: readonly Demand[],
  { today, arrival }: { today: string; arrival: string },
): OrderMessage[] {
  if (receipts.length === 0) return []
  const uses = receipts
    .map((receipt): Use => {
      const day = receipt.day < today ? today : receipt.day
      return { receipt, day, left: receipt.quantity, used: 0 }
    })
    .sort(by(({ day }) => day))
  const stock = { first: today, left: Math.max(0, onhand - safety), used: 0 }
  const missing = { day: today, quantity: Math.max(0, safety - onhand) }
  const wanted = demands.map(({ day, quantity }) => ({ day: day < today ? today : day, quantity }))
  let late = 0
  for (const { day, quantity } of [missing, ...wanted.sort(by((one) => one.day))]) {
    const left = takeFrom([stock, ...uses], day, quantity)
    if (day < arrival) late += left
  }
  return [...uses.flatMap((use) => judge(use, lot)), ...askForMore(uses, late, arrival, lot)]
}

function takeFrom(sources: Omit<Use, 'receipt' | 'day'>[], day: string, quantity: number): number {
  let open = quantity
  for (const source of sources) {
    const taken = Math.min(open, source.left)
    if (taken === 0) continue
    source.first ??= day
    source.left -= taken
    source.used += taken
    open -= taken
  }
  return open
}

function judge({ receipt, day, used, first }: Use, lot: Lot): OrderMessage[] {
  const receiptid = receipt.id
  if (first === undefined) return [{ receiptid, kind: 'cancel', quantity: asQuantity(0) }]
  const messages: OrderMessage[] = []
  if (first < day) messages.push({ receiptid, kind: 'expedite', day: first })
  if (first > day) messages.push({ receiptid, kind: 'defer', day: first })
  const enough = lotQuantity(asQuantity(used), lot)
  if (enough < receipt.quantity) messages.push({ receiptid, kind: 'decrease', quantity: enough })
  return messages
}

function askForMore(uses: readonly Use[], late: number, arrival: string, lot: Lot): OrderMessage[] {
  const first = uses.find(({ day }) => day < arrival)
  if (late === 0 || !first) return []
  const { id, quantity } = first.receipt
  const more = lotQuantity(asQuantity(late), { packsize: lot.packsize })
  return [{ receiptid: id, kind: 'increase', quantity: asQuantity(quantity + more) }]
}

const by =
  <T>(day: (one: T) => string) =>
  (a: T, b: T) =>
    day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0
