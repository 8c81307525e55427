import type { SupplierItemRow } from '#db/queries/purchasing/supplier-items.ts'
import { asQuantity, asRate } from '#server/money/decimal.ts'
import type { PriceBreak } from './price-for.ts'

/** From the smallest quantity on. */
export const readBreaks = ({ breaks }: Pick<SupplierItemRow, 'breaks'>): PriceBreak[] =>
  (JSON.parse(breaks) as [number, number][]).map(([quantity, price]) => ({
    quantity: asQuantity(quantity),
    price: asRate(price),
  }))
