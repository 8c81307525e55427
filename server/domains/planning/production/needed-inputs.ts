import { itemsById } from '#db/queries/catalogue/inventory.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'
import type { StockPlan } from '#server/domains/planning/forecasting/read-plans.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import type { Bill } from '#server/stock/bill.ts'
import { explode } from '#server/stock/explode.ts'
import { listLevels } from '#server/stock/read.ts'
import { MAX_DECIMAL } from '#views/ui/field-rules.ts'
import type { Netted, ProductionProposal } from './proposals.ts'

/** Of an input, in its base units: what a proposal takes of it, and what of that is neither there nor kept for others. */
export type NeededInput = {
  id: string
  code: string
  name: string
  unit: string
  needed: Quantity
  missing: Quantity
  onorder: Quantity
  /** By open jobs. */
  making: Quantity
  /** Another proposal makes it. */
  proposed: boolean
}

type Plans = { bill: Bill; netted: readonly Netted[]; plans: readonly StockPlan[] }

/**
 * What no open job takes, approved or not, goes to the proposal that begins first. What holds no stock, as labour, is
 * never missing.
 */
export function addInputs(db: TenantDb, { bill, netted, plans }: Plans): ProductionProposal[] {
  const needs = explodeEach(bill, netted)
  const ids = listItemContexts(db, [...new Set([...needs.values()].flatMap((own) => own.map(([id]) => id)))])
    .filter(({ inventoryclass }) => stockDirection(inventoryclass) !== 0)
    .map(({ id }) => id)
  const levels = listLevels(db, ids)
  const [kept, making] = [sumPlans(plans, 'job'), sumPlans(plans, 'making')]
  const named = new Map(itemsById(db, ids).map((item) => [item.id, item]))
  const left = new Map(
    ids.map((id) => [id, Math.max(0, levels.get(id)!.onhand.quantity - (kept.get(id) ?? 0))]),
  )
  const proposed = new Set(netted.map(({ product }) => product.id))
  return netted
    .toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
    .map((one) => ({
      ...one,
      inputs: needs.get(one.id)!.flatMap(([id, { gross }]): NeededInput[] => {
        const free = left.get(id)
        if (free === undefined) return []
        const taken = Math.min(gross, free)
        left.set(id, free - taken)
        const { code = '', name = '', baseunit = '' } = named.get(id) ?? {}
        return [
          {
            ...{ id, code, name, unit: baseunit, needed: gross, missing: asQuantity(gross - taken) },
            ...{ onorder: levels.get(id)!.onorder, making: asQuantity(making.get(id) ?? 0) },
            proposed: proposed.has(id),
          },
        ]
      }),
    }))
}

/** One level of each: what is made itself is one input, whose own are its own proposal's. */
function explodeEach(bill: Bill, netted: readonly Netted[]) {
  const all = asQuantity(MAX_DECIMAL)
  return new Map(
    netted.map(({ id, product, quantity }) => {
      const kept = new Map([...bill.keys()].filter((one) => one !== product.id).map((one) => [one, all]))
      const found = explode(bill, new Map([[product.id, quantity]]), kept)
      return [id, [...found].filter(([one, { phantom }]) => one !== product.id && !phantom)] as const
    }),
  )
}

function sumPlans(plans: readonly StockPlan[], from: StockPlan['from']): Map<string, number> {
  const sums = new Map<string, number>()
  for (const plan of plans)
    if (plan.from === from && !plan.repeats)
      sums.set(plan.inventoryid, (sums.get(plan.inventoryid) ?? 0) + plan.quantity)
  return sums
}
