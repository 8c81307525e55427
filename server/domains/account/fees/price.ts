import { type AccountFee, accountFees, type CoreFee, coreFees } from '#db/queries/platform/fees.ts'
import type { PlatformDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { sumCents } from '#server/money/amounts.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'

/** Quantities, by the id of the core fee. */
export type FeeChoice = ReadonlyMap<string, number>

/** One line of a price: `amount` is cents for one. */
export type PricedFee = { id: string; name: string; quantity: number; amount: Cents }
export type Price = { size: number; seats: number; amount: Cents; fees: PricedFee[] }

/** More of one add-on than anybody needs. */
export const MAX_FEE_QUANTITY = 1_000

/** Codes of the monthly subscription start so (spec 1, section 3). */
export const isOffered = (fee: CoreFee) =>
  fee.code.startsWith('SUB') && !fee.archived && (fee.primary || fee.addon)

/** @throws naming `plan` when there is none, and the add-on that is not of its size */
export function priceFees(list: readonly CoreFee[], choice: FeeChoice): Price {
  const chosen = list.filter((fee) => (choice.get(fee.id) ?? 0) > 0)
  const plans = chosen.filter((fee) => fee.primary)
  const plan = plans[0]
  if (!plan || plans.length > 1) throw invalid({ plan: 'Choose one plan.' })
  if (choice.get(plan.id) !== 1) throw invalid({ plan: 'A plan is taken once.' })
  const foreign = chosen.find((fee) => fee.size !== plan.size)
  if (foreign) throw invalid({ [foreign.id]: `${foreign.name} does not go with the plan ${plan.name}.` })
  const count = (fee: CoreFee) => choice.get(fee.id) as number
  return {
    size: plan.size,
    seats: chosen.reduce((sum, fee) => sum + (fee.class === 'seats' ? fee.quantity * count(fee) : 0), 0),
    amount: sumCents(chosen.map((fee) => asCents(fee.amount * count(fee)))),
    fees: chosen.map((fee) => ({ id: fee.id, name: fee.name, quantity: count(fee), amount: fee.amount })),
  }
}

export function listAvailableFees(db: PlatformDb, accountid: string): CoreFee[] {
  const had = new Set(listHeldFees(db, accountid).map(({ corefeeid }) => corefeeid))
  return coreFees(db, true).filter((fee) => isOffered(fee) || (had.has(fee.id) && fee.archived))
}

const listHeldFees = (db: PlatformDb, accountid: string): AccountFee[] =>
  accountFees(db, accountid)
    .map(({ fee }) => fee)
    .filter(({ quantity, paid }) => quantity > 0 || paid > 0)

export function readChoices(db: PlatformDb, accountid: string): { chosen: FeeChoice; paid: FeeChoice } {
  const fees = listHeldFees(db, accountid)
  return {
    chosen: new Map(fees.filter(({ quantity }) => quantity > 0).map((fee) => [fee.corefeeid, fee.quantity])),
    paid: new Map(fees.filter(({ paid }) => paid > 0).map((fee) => [fee.corefeeid, fee.paid])),
  }
}

/**
 * Nothing below 0, no add-on of another size (spec 1, section 5). Without a `planid` of the list the first plan
 * stays.
 */
export function normaliseChoice(list: readonly CoreFee[], choice: FeeChoice, planid?: string): FeeChoice {
  const plans = list.filter((fee) => fee.primary)
  const plan = plans.find(({ id }) => id === planid) ?? plans.find(({ id }) => choice.has(id)) ?? plans[0]
  if (!plan) return new Map()
  const addons = list.filter((fee) => !fee.primary && fee.size === plan.size)
  const counted = addons.map((fee): [string, number] => [
    fee.id,
    Math.min(MAX_FEE_QUANTITY, Math.max(0, Math.trunc(choice.get(fee.id) ?? 0))),
  ])
  return new Map([[plan.id, 1], ...counted.filter(([, count]) => count > 0)])
}

export const sameChoice = (a: FeeChoice, b: FeeChoice) =>
  a.size === b.size && [...a].every(([id, quantity]) => b.get(id) === quantity)
