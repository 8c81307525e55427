import type { FreightBasis } from '#db/schema/tenant/index.ts'
import { invalid } from '#server/errors.ts'
import { sumCents } from '#server/money/amounts.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { spreadCents } from '#server/money/spread.ts'

type Goods = { cost: Cents; quantity: number; mass: number; share: Cents }

const words: Record<Exclude<FreightBasis, 'hand'>, string> = {
  value: 'None of these goods costs anything: spread the carriage another way.',
  quantity: 'There is no quantity to spread the carriage by.',
  weight: 'None of these items has a mass of its unit: spread the carriage another way.',
}

/** The part of the carriage that each of the goods bears. @throws 400 by field */
export function spreadFreight(freight: Cents, basis: FreightBasis, goods: readonly Goods[]): Cents[] {
  if (freight === 0) return goods.map(() => asCents(0))
  if (goods.length === 0)
    throw invalid({ spread: 'Carriage is spread over received goods, and none stand on this invoice.' })
  if (basis === 'hand') {
    const shares = goods.map(({ share }) => share)
    if (sumCents(shares) !== freight)
      throw invalid({ spread: 'The parts of the carriage that were typed do not add up to it.' })
    return shares
  }
  const weights = goods.map(({ cost, quantity, mass }) =>
    Math.max(0, basis === 'value' ? cost : basis === 'quantity' ? quantity : mass),
  )
  if (weights.every((weight) => weight === 0)) throw invalid({ spread: words[basis] })
  return spreadCents(freight, weights)
}
