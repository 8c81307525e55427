import {
  type ItemSupply,
  listComingLines,
  listItemSupplies,
  listMakingLines,
  listNeededItems,
  type NeededItem,
  type WhoseNeeds,
} from '#db/queries/planning/needs.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { isMade } from '#server/planning/is-made.ts'
import type { Demand, Supply } from '#server/planning/net.ts'
import { type OpenDemand, planItems } from '#server/planning/plan-items.ts'
import { workdays } from '#server/planning/workdays.ts'
import { sumReserved } from '#server/stock/read.ts'
import { readWorkingTime } from '#server/working-time.ts'
import { readToday } from '#server/zone.ts'
import type { NeededMaterial } from '#views/planning/types.ts'
import {
  convertToBase,
  joinDemands,
  listGaps,
  makingDemands,
  makingReceipts,
  readNeedsBill,
  receiptsByItem,
} from './explode-needs.ts'

type Sums = Record<'required' | 'used' | 'open', number> & { day: string | null; here: boolean }

/**
 * What open jobs need of each item, and what there is of it. Stock is shared, so the figures count the jobs of every
 * board; `boardid` tells which items its own jobs need.
 */
export function readMaterials(db: TenantDb, boardid: string, whose: WhoseNeeds): NeededMaterial[] {
  const today = readToday(db)
  const needs = sumByItem(listNeededItems(db, boardid, whose))
  const making = listMakingLines(db, whose)
  const bill = readNeedsBill(db, [...needs.keys()], making)
  const coming = listComingLines(db)
  const made = makingReceipts(making, today)
  const ids = new Set([...needs.keys(), ...bill.keys()])
  const items = new Map(listItemSupplies(db, [...ids]).map((item) => [item.id, item]))
  const sent = receiptsByItem(
    coming.filter(({ number }) => number),
    today,
  )
  const drafted = receiptsByItem(
    coming.filter(({ number }) => !number),
    today,
  )
  if ([...bill.values()].some(({ inputs }) => inputs.length > 0)) {
    const direct = new Map(
      [...needs].flatMap(([id, { open, day }]): [string, (Demand | OpenDemand)[]][] =>
        open > 0 ? [[id, [{ id: null, day: day ?? today, quantity: asQuantity(open) }]]] : [],
      ),
    )
    const here = new Set(making.filter((line) => line.boardid === boardid).map(({ id }) => id))
    const supplies = [...items].map(([id, { onhand }]): [string, { supply: Supply; lead: number }] => {
      const there = asQuantity(onhand + sumOf(sent.get(id)) + sumOf(made.get(id)))
      return [id, { supply: { onhand: there, receipts: [], safety: zero, lot: {} }, lead: 0 }]
    })
    const plans = planItems(
      bill,
      new Map(supplies),
      joinDemands<Demand | OpenDemand>(direct, makingDemands(bill, making, today)),
      { today, workdays: workdays(readWorkingTime(db)) },
    )
    for (const { id, demands } of plans)
      if (!bill.get(id)?.phantom)
        addExploded(
          needs,
          id,
          demands.filter(({ productid }) => productid),
          here,
        )
  }
  const reserved = sumReserved(db, [...needs.keys()])
  return [...needs].flatMap(([id, sums]) => {
    const item = items.get(id)
    return item
      ? presentMaterial(item, sums, {
          ...{ sent: sent.get(id) ?? [], drafted: sumOf(drafted.get(id)) },
          ...{
            reserved: reserved.get(id)!,
            making: sumOf(made.get(id)),
            today,
            ismade: isMade(item, bill.get(id)),
          },
        })
      : []
  })
}

const zero = asQuantity(0)
const sumOf = (of: readonly { quantity: number }[] = []) =>
  of.reduce((sum, { quantity }) => sum + quantity, 0)

function sumByItem(rows: readonly NeededItem[]): Map<string, Sums> {
  const base = convertToBase()
  const found = new Map<string, Sums>()
  for (const row of rows) {
    const sums = found.get(row.inventoryid) ?? none()
    found.set(row.inventoryid, sums)
    sums.required += base(row, row.required)
    sums.used += base(row, row.used)
    sums.open += base(row, row.open)
    sums.day = earlier(sums.day, row.day)
    sums.here ||= row.here === 1
  }
  return found
}

const none = (): Sums => ({ required: 0, used: 0, open: 0, day: null, here: false })

const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)

function addExploded(
  needs: Map<string, Sums>,
  id: string,
  exploded: readonly Demand[],
  here: ReadonlySet<string>,
) {
  if (exploded.length === 0) return
  const sums = needs.get(id) ?? none()
  needs.set(id, sums)
  for (const demand of exploded) {
    sums.required += demand.quantity
    sums.open += demand.quantity
    sums.day = earlier(sums.day, demand.day)
    sums.here ||=
      (demand.id !== null && here.has(demand.id)) || needs.get(demand.productid ?? '')?.here === true
  }
}

type Coming = {
  sent: readonly { day: string; quantity: Quantity }[]
  drafted: number
  reserved: Quantity
  making: number
  today: string
  /** It needs no supplier. */
  ismade: boolean
}

function presentMaterial(
  item: ItemSupply,
  { required, used, open, day, here }: Sums,
  { sent, drafted, reserved, making, today, ismade }: Coming,
): NeededMaterial[] {
  if (required === 0 && used === 0) return []
  const onorder = sumOf(sent)
  return [
    {
      ...{ id: item.id, code: item.code, name: item.name, unit: item.unit },
      supplier: item.supplier && { id: item.supplier, name: item.suppliername ?? '' },
      ...{
        required,
        used,
        reserved,
        onhand: item.onhand,
        available: item.onhand - reserved,
        onorder,
        drafted,
        making,
      },
      short: Math.max(0, open - item.onhand - onorder - making),
      needed: day,
      open: open > 0,
      overdue: sumOf(sent.filter((one) => one.day < today)) > 0,
      gaps: listGaps(item).filter((gap) => !ismade || gap === 'archived'),
      here,
    },
  ]
}
