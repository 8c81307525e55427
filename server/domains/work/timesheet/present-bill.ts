import { toDecimal } from '#server/money/decimal.ts'
import type { BillGroup, BillPlan } from './plan-bill.ts'

/** Rand and units. Money is absent without `jobs.money`. */
export const presentBill = (plan: BillPlan, money: boolean) => ({
  ...{ rounding: plan.rounding, fixedprice: plan.fixedprice },
  ...{ running: plan.running, unconfirmed: plan.unconfirmed, short: plan.short },
  lines: plan.groups.map((group) => presentGroup(group, money)),
  ...(money && { net: toDecimal(plan.net, 'cents') }),
})

const presentGroup = (group: BillGroup, money: boolean) => ({
  material: group.inventoryid ? { id: group.inventoryid, name: group.name } : null,
  line: group.line ? { id: group.line.id, estimated: toDecimal(group.line.estimated, 'quantity') } : null,
  entryids: group.entries.map(({ id }) => id),
  minutes: group.minutes,
  chargedminutes: group.chargedminutes,
  quantity: toDecimal(group.quantity, 'quantity'),
  unit: group.unit,
  workers: group.workers,
  ...(money && { rate: toDecimal(group.rate, 'rate'), net: toDecimal(group.net, 'cents') }),
})
