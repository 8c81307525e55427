import { countGoods, type LineGoods } from './line-goods.ts'
import { limit, sum } from './take-from-rows.ts'

/** What stands of an invoice. */
type Charge = { issuedutc: string; quantity: number }

/** Of what came back into stock, what had been charged by then: what a fixed price charges later, it charges as agreed. */
export function countChargedBack(goods: LineGoods, charges: readonly Charge[]): number {
  const { over } = countGoods(goods)
  let before = 0
  return sum(goods.returns.toReversed(), ({ dateutc, uncredited }) => {
    const later = sum(charges, ({ issuedutc, quantity }) => (issuedutc > dateutc ? quantity : 0))
    const due = limit(uncredited, over - later - before)
    before += uncredited
    return due
  })
}
