import { asRate, type Rate } from '#server/money/decimal.ts'
import { type Exact, exactOne, exactProduct, exactSum, exactWhole, exactZero } from '#server/money/exact.ts'
import { divideRounded } from '#server/money/round.ts'
import type { Bill, BillInput } from './bill.ts'

/** Per base unit. */
export type RolledCost = {
  cost: Rate
  /** Whether anything in it has no rate, so that it costs more than this. */
  incomplete: boolean
}

/** What is made costs what its inputs do, at every level; what is bought its own rate. Each is rounded once. */
export function rollUpCosts(bill: Bill, rates: ReadonlyMap<string, Rate>): Map<string, RolledCost> {
  const exact = new Map<string, Exact>()
  const incomplete = new Set<string>()
  for (const [id, { inputs }] of [...bill].reverse()) {
    const own = rates.get(id) ?? asRate(0)
    exact.set(id, inputs.length === 0 ? exactWhole(own) : sumInputs(inputs, exact))
    const misses = inputs.length === 0 ? own === 0 : inputs.some((one) => incomplete.has(one.inventoryid))
    if (misses) incomplete.add(id)
  }
  return new Map(
    [...exact].map(([id, { n, d }]) => [
      id,
      { cost: asRate(Number(divideRounded(n, d))), incomplete: incomplete.has(id) },
    ]),
  )
}

function sumInputs(inputs: readonly BillInput[], values: ReadonlyMap<string, Exact>): Exact {
  return inputs.reduce(
    (sum, { inventoryid, per }) => exactSum(sum, exactProduct(per, values.get(inventoryid) ?? exactZero)),
    exactZero,
  )
}

/** How much of an item is in one base unit of each product of `readUses`, whichever way it comes in. */
export function quantitiesIn(uses: Bill, itemid: string): Map<string, Exact> {
  const found = new Map<string, Exact>([[itemid, exactOne]])
  for (const [id, { inputs }] of [...uses].reverse())
    if (id !== itemid) found.set(id, sumInputs(inputs, found))
  return found
}
