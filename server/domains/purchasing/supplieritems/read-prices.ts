import { asQuantity, asRate, type Quantity, type Rate } from '#server/money/decimal.ts'
import type { PriceBreak } from './price-for.ts'

type Priced = { price: Rate | null; prices: string }

/** One that is stored: from a quantity (0: any) and a day (empty: always) on. Without a price it ends there. */
type StoredPrice = { id: string; quantity: Quantity; validfrom: string; price: Rate | null }

/** By quantity, and those of one quantity by their day. */
export const readPrices = ({ prices }: Pick<Priced, 'prices'>): StoredPrice[] =>
  (JSON.parse(prices) as [number, string, number | null, string][]).map(
    ([quantity, validfrom, price, id]) => ({
      ...{ id, validfrom },
      quantity: asQuantity(quantity),
      price: price === null ? null : asRate(price),
    }),
  )

export type PricesOfDay = { price: Rate | null; breaks: PriceBreak[] }

/** What a supplier asks on a day: of each quantity what began last; `breaks` from the smallest quantity on. */
export function pricesOn(fact: Priced, day: string): PricesOfDay {
  const last = new Map<Quantity, Rate | null>([[ANY, fact.price]])
  for (const { quantity, validfrom, price } of readPrices(fact))
    if (validfrom <= day) last.set(quantity, price)
  const breaks = [...last].flatMap(([quantity, price]) =>
    quantity === ANY || price === null ? [] : { quantity, price },
  )
  return { price: last.get(ANY) ?? null, breaks }
}

const ANY = asQuantity(0)
