import {
  listComingLines,
  listItemSupplies,
  listKeptItemIds,
  listMakingLines,
  listNeedingLines,
  listSupplierFacts,
  type WhoseNeeds,
} from '#db/queries/planning/needs.ts'
import { readStoredPosition } from '#db/queries/position.ts'
import type { TenantDb } from '#db/types.ts'
import {
  convertToBase,
  joinDemands,
  makingDemands,
  makingReceipts,
  readNeedsBill,
  receiptsByItem,
} from '#server/domains/planning/materials/explode-needs.ts'
import { asQuantity, toDecimal } from '#server/money/decimal.ts'
import { isMade } from '#server/planning/is-made.ts'
import type { Demand } from '#server/planning/net.ts'
import { type OpenDemand, planItems } from '#server/planning/plan-items.ts'
import { workdays } from '#server/planning/workdays.ts'
import { readWorkingTime } from '#server/working-time.ts'
import { readToday } from '#server/zone.ts'
import { readBuyingTerms } from './buying-terms.ts'

export type OrderingAsked = { whose?: WhoseNeeds | ''; from?: string }

/** What jobs need; with what is read below it is all that proposals are worked out from. */
export function readNeeds(db: TenantDb, { whose }: OrderingAsked) {
  const today = readToday(db)
  const needs = whose || 'approved'
  const [lines, making] = [listNeedingLines(db, needs), listMakingLines(db, needs)]
  const base = convertToBase()
  const demands = new Map<string, Demand[]>()
  for (const line of lines) {
    const quantity = base(line, Math.max(0, line.required - line.used))
    if (quantity === 0) continue
    const own = demands.get(line.inventoryid) ?? []
    demands.set(line.inventoryid, own)
    own.push({ id: line.id, day: line.day ?? today, quantity })
  }
  return { today, lines, making, demands, seq: readStoredPosition(db).seq }
}
type Needs = ReturnType<typeof readNeeds>

/** @param needs as they stand at the same moment */
export function readOrdering(db: TenantDb, needs: Needs, { from = '' }: OrderingAsked) {
  const { today, lines, making, demands, seq } = needs
  const coming = listComingLines(db)
  const asked = new Set([...demands.keys(), ...listKeptItemIds(db), ...coming.map((one) => one.inventoryid)])
  const bill = readNeedsBill(db, [...asked], making)
  const ids = [...bill.keys()]
  const facts = Map.groupBy(listSupplierFacts(db, ids), ({ inventoryid }) => inventoryid)
  const chosen = new Map(from.split(',').map((pair) => pair.split(':') as [string, string]))
  const items = new Map(
    listItemSupplies(db, ids).map((item) => {
      const sellers = facts.get(item.id) ?? []
      const terms = readBuyingTerms(item, sellers, { chosen: chosen.get(item.id), today })
      return [item.id, { item, sellers, terms }]
    }),
  )
  return {
    ...{ today, bill, items },
    demands: joinDemands<Demand | OpenDemand>(demands, makingDemands(bill, making, today)),
    made: makingReceipts(making, today),
    lines: new Map([...lines, ...making].map((line) => [line.id, line])),
    receipts: receiptsByItem(coming, today),
    sent: new Map(coming.filter(({ number }) => number).map((line) => [line.id, line])),
    workdays: workdays(readWorkingTime(db)),
    seq,
  }
}
export type Ordering = ReturnType<typeof readOrdering>

/** What is made is not bought: only its inputs are. */
export const isBought = ({ bill, items }: Ordering, id: string) => {
  const item = items.get(id)?.item
  return item !== undefined && !isMade(item, bill.get(id))
}

/** Each item with what is to be bought or made of it. Drafts count as receipts: what stands on one is not proposed again. */
export function planOrdering(data: Ordering) {
  const supplies = [...data.items].map(([id, { item, terms }]) => {
    const bought = isBought(data, id)
    const making = data.made.get(id) ?? []
    // What a job makes takes its inputs already, on whatever day it is there: production asks to have it sooner.
    const made = bought ? making : making.map((one) => ({ ...one, day: data.today }))
    const receipts = [...(data.receipts.get(id) ?? []), ...made]
    const supply = {
      ...{ onhand: asQuantity(item.onhand), safety: item.safety, receipts },
      lot: bought ? terms.lot : { minimum: item.minimumrun },
    }
    const lead = item.leadtime === null ? 0 : toDecimal(item.leadtime, 'quantity')
    return [id, { supply, lead: bought ? 0 : Math.min(lead, LONGEST_MAKING) }] as const
  })
  return planItems(data.bill, new Map(supplies), data.demands, data)
}

/** Working days: what takes longer to make would be dated before anybody can act. */
const LONGEST_MAKING = 2_600
