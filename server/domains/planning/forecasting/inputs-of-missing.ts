import { listItemSupplies } from '#db/queries/planning/needs.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity } from '#server/money/decimal.ts'
import type { Demand } from '#server/planning/net.ts'
import { type OpenDemand, planItems } from '#server/planning/plan-items.ts'
import { workdays } from '#server/planning/workdays.ts'
import { readSoundBill } from '#server/stock/bill.ts'
import { readWorkingTime } from '#server/working-time.ts'
import { brings, type Plans, type StockPlan } from './read-plans.ts'

/**
 * Plans, with what is to be taken for products that they want and neither stock nor a job or order brings: their inputs
 * are wanted too, at every level, for the same jobs.
 */
export function addInputsOfMissing(db: TenantDb, { plans, circle }: Plans, today: string): Plans {
  const found = readSoundBill(db, [...new Set(plans.map(({ inventoryid }) => inventoryid))])
  const { bill } = found
  const circles = circle ?? found.circle
  const made = [...bill].flatMap(([id, { inputs }]) => (inputs.length > 0 ? [id] : []))
  if (made.length === 0) return { plans, circle: circles }
  const coming = Map.groupBy(
    plans.flatMap((plan, at) =>
      brings(plan) ? [{ ...plan, ...madeAtOnce(plan, today), id: String(at) }] : [],
    ),
    ({ inventoryid }) => inventoryid,
  )
  const wanted = Map.groupBy(
    plans.flatMap((plan, at) => (brings(plan) ? [] : [{ ...plan, id: String(at) }])),
    ({ inventoryid }) => inventoryid,
  )
  const items = listItemSupplies(db, [...bill.keys()]).map(({ id, onhand }) => {
    const receipts = coming.get(id) ?? []
    return [
      id,
      { supply: { onhand: asQuantity(onhand), receipts, safety: asQuantity(0), lot: {} }, lead: 0 },
    ] as const
  })
  const demands = new Map(
    [...wanted].map(([id, own]): [string, (Demand | OpenDemand)[]] => [
      id,
      own.map(({ id: plan, day, quantity }) => ({ id: plan, day, quantity })),
    ]),
  )
  const time = { today, workdays: workdays(readWorkingTime(db)) }
  const below = [...planItems(bill, new Map(items), demands, time)].flatMap(({ id, demands: asked }) =>
    bill.get(id)?.phantom
      ? []
      : asked.flatMap((one) => (one.productid && one.id ? [belowPlan(plans, id, one)] : [])),
  )
  return { plans: [...plans, ...below], circle: circles }
}

/** What an open job makes takes its inputs already, on whatever day it is there. */
const madeAtOnce = ({ from, repeats, day }: StockPlan, today: string) => ({
  day: from === 'making' && !repeats ? today : day,
})

/** For whom the product is. */
function belowPlan(
  plans: readonly StockPlan[],
  inventoryid: string,
  { id, productid, day, quantity }: Demand,
): StockPlan {
  const { from, job, repeats } = plans[Number(id)]!
  return { inventoryid, from, day, when: 'planned', quantity, productid, job, repeats }
}
