import { toDecimal } from '#server/money/decimal.ts'
import type { BillGroup, BillPlan } from './plan-bill.ts'

/** Rand and units. Money is absent without `jobs.money`. */
export const presentBill = (plan: BillPlan, money: boolean) => ({
  ...{ rounding: plan.rounding, fixedprice: plan.fixedprice },
  ...{ running: plan.running, unconfirmed: plan.unconfirmed, short: plan.short },
  lines: plan.groups.map((group) => presentGroup(group, money)),
  steps: plan.unnamed,
  labour: plan.labour.map(({ id, name, ofproduct }) => ({ id, name, ofproduct })),
  ...(money && { net: toDecimal(plan.net, 'cents') }),
})

const presentGroup = (group: BillGroup, money: boolean) => ({
  material: group.inventoryid ? { id: group.inventoryid, name: group.name } : null,
  line: group.met ? presentMet(group.met, money) : null,
  entryids: group.entries.map(({ id }) => id),
  minutes: group.minutes,
  chargedminutes: group.chargedminutes,
  quantity: toDecimal(group.quantity, 'quantity'),
  unit: group.unit,
  workers: group.workers,
  ...(money && { rate: toDecimal(group.rate, 'rate'), net: toDecimal(group.net, 'cents') }),
  ...(money && { besidenet: toDecimal(group.beside.net, 'cents') }),
})

/** `quantity`: what was used, else what is estimated. `decided`: time is added to it, never put in its place. `ofproduct`: labour of a product, which charges nothing; where it is `timed`, time is added to it. `product`: its name. */
const presentMet = (
  { line, quantity, used, decided, net }: NonNullable<BillGroup['met']>,
  money: boolean,
) => ({
  ...{ id: line.id, unit: line.unit, used, decided, timed: line.timed, ofproduct: line.nonbillable },
  product: line.nonbillable ? line.productname : '',
  estimated: toDecimal(line.estimated, 'quantity'),
  quantity: toDecimal(quantity, 'quantity'),
  ...(money && { net: toDecimal(net, 'cents') }),
})
