import { countGoods, countLying, countUncredited, type LineGoods, withoutReplaced } from './line-goods.ts'
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

/** Of `countUncredited`, what was scrapped and is to be replaced, unless it is credited. */
export const countToReplace = (goods: LineGoods, issuedutc: string | null): number =>
  countUncredited({ ...goods, returns: withoutReplaced(goods).filter(({ scrapped }) => scrapped) }, issuedutc)

/**
 * Of what is invoiced beyond what its line charges (`over`), what is neither back, nor lies at the client's and is to be credited, and
 * of what was `returned`, is not out by a note: nobody ever had it.
 */
export function countNever(goods: LineGoods, over: number, returned: boolean): number {
  const { uncredited, undelivered } = countGoods(goods)
  return limit(over - uncredited - countLying(goods) - (returned ? limit(-undelivered) : 0))
}
