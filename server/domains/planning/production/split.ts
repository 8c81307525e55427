import type { Product } from '#db/queries/planning/products.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'

/** So many jobs of `each`, the last of which makes what is left. */
export type Split = { jobs: number; each: Quantity; last: Quantity }

type Bounds = Pick<Product, 'maxperjob' | 'packagingquantity'>

const above = (quantity: Quantity | null) => (quantity && quantity > 0 ? quantity : null)

/** No job makes more than the most of its item on one job, and each a number of whole packs where that has room for one. */
export function splitOverJobs(quantity: Quantity, { maxperjob, packagingquantity }: Bounds): Split {
  const most = above(maxperjob)
  if (!most || quantity <= most) return { jobs: 1, each: quantity, last: quantity }
  const pack = above(packagingquantity)
  const each = pack && pack <= most ? Math.floor(most / pack) * pack : most
  const jobs = Math.ceil(quantity / each)
  return { jobs, each: asQuantity(each), last: asQuantity(quantity - (jobs - 1) * each) }
}

/** Seconds that making so much takes; millionths of both. */
export const secondsFor = (quantity: Quantity, unitseconds: Quantity | null): number =>
  Number((BigInt(quantity) * BigInt(above(unitseconds) ?? 0)) / 1_000_000_000_000n)
