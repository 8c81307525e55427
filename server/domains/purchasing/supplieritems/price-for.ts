import { extendedAmount } from '#server/money/amounts.ts'
import { asQuantity, type Quantity, type Rate } from '#server/money/decimal.ts'

export type PriceBreak = { quantity: Quantity; price: Rate }

/** What one unit costs where so many are ordered; `breaks` from the smallest quantity on. */
export const priceFor = (
  quantity: Quantity,
  price: Rate | null,
  breaks: readonly PriceBreak[],
): Rate | null => breaks.findLast((one) => one.quantity <= quantity)?.price ?? price

/** A larger quantity whose total is less: at 10.00 each and 8.00 from ten on, ten cost less than nine. */
export function cheaperQuantity(
  quantity: Quantity,
  price: Rate | null,
  breaks: readonly PriceBreak[],
): Quantity | undefined {
  const now = priceFor(quantity, price, breaks)
  if (now === null) return
  const total = extendedAmount(quantity, now)
  return breaks.find((one) => one.quantity > quantity && extendedAmount(one.quantity, one.price) < total)
    ?.quantity
}

type Lot = { minimum?: Quantity | null; packsize?: Quantity | null }

/** What to order where so much is needed: at least the minimum, in whole packs, and nothing where nothing is. */
export function lotQuantity(needed: Quantity, { minimum, packsize }: Lot): Quantity {
  if (needed <= 0) return asQuantity(0)
  const least = Math.max(needed, minimum ?? 0)
  return asQuantity(packsize ? Math.ceil(least / packsize) * packsize : least)
}
