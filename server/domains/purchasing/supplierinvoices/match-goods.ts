import type { OrderedServiceRow } from '#db/queries/purchasing/ordered-services.ts'
import type { ReceivedGoodsRow, ReturnedGoodsRow } from '#db/queries/purchasing/supplier-invoice-lines.ts'
import { lineAmounts } from '#server/money/amounts.ts'
import {
  asCents,
  asPercent,
  asQuantity,
  type Cents,
  type Percent,
  type Quantity,
} from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'

type Counted = Pick<ReceivedGoodsRow, 'quantity' | 'taken' | 'received' | 'returned' | 'charged'>

/** What may still be charged of goods that came: never more than is here of the line of their order. */
export const leftToCharge = ({ quantity, taken, received, returned, charged }: Counted): Quantity =>
  asQuantity(Math.max(0, Math.min(quantity - taken, received - returned - charged)))

/** What the supplier still owes a credit for, of goods that went back: no more than was charged of them. */
export const leftToCredit = ({
  quantity,
  taken,
  received,
  returned,
  charged,
}: Pick<ReturnedGoodsRow, keyof Counted>): Quantity =>
  asQuantity(Math.max(0, Math.min(quantity - taken, charged - (received - returned))))

/** What may still be charged of a line of an order that nobody receives: as ordered, less what will not come. */
export const leftOfService = ({
  quantity,
  closedshort,
  charged,
}: Pick<OrderedServiceRow, 'quantity' | 'closedshort' | 'charged'>): Quantity =>
  asQuantity(Math.max(0, quantity - closedshort - charged))

type Ordered = Pick<ReceivedGoodsRow, 'rate' | 'discount'>

/** At the price of the order, without VAT. */
export const orderedNet = ({ rate, discount }: Ordered, quantity: Quantity): Cents =>
  lineAmounts({ quantity, rate, discount, vatrate: asPercent(0) }).net

/** What a part of a receipt was booked at: all its parts together are the receipt, to the cent. */
export function bookedPart(goods: Ordered & { quantity: Quantity }, from: number, upto: number): Cents {
  const whole = orderedNet(goods, goods.quantity)
  const until = (quantity: number) => multiply(whole, quantity, BigInt(goods.quantity))
  return asCents(until(upto) - until(from))
}

/** A price may differ by the percentage, or by the amount: whichever is more. */
export type Tolerance = { percent: Percent; cents: Cents }

export function isWithinTolerance(
  difference: number,
  expected: number,
  { percent, cents }: Tolerance,
): boolean {
  const allowed = Math.max(multiply(Math.abs(expected), percent, 1_000_000n), cents)
  return Math.abs(difference) <= allowed
}
