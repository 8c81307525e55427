import type { Product } from '#db/queries/planning/products.ts'
import type { StockPlan } from '#server/domains/planning/forecasting/read-plans.ts'
import type { Demand, Supply } from '#server/planning/net.ts'
import { checkReceipts, type OrderMessage } from '#server/planning/reschedule.ts'

/** What to change about a job or an order that brings a product already. */
export type MakingMessage = { product: Product; plan: StockPlan; asked: OrderMessage }

type Made = { product: Product; supply: Supply; demands: readonly Demand[]; plans: readonly StockPlan[] }
type Days = { today: string; upto: string; arrival: string }

/**
 * Beside the demand as it now stands. What somebody waits for is only asked for sooner, and so is what comes after the
 * days that are looked at, whose demand is not known; a job that a template still makes is no job yet.
 */
export const listMakingMessages = (
  { product, supply, demands, plans }: Made,
  { today, upto, arrival }: Days,
): MakingMessage[] =>
  checkReceipts(supply, demands, { today, arrival }).flatMap((asked) => {
    const plan = plans[Number(asked.receiptid)]!
    const sooner = asked.kind === 'expedite'
    const stays = plan.repeats || (!sooner && (plan.job?.forclient || plan.day > upto))
    return stays ? [] : [{ product, plan, asked }]
  })
