import { itemsById } from '#db/queries/catalogue/inventory.ts'
import { listProducts, type Product } from '#db/queries/planning/products.ts'
import { itemsWithMinimum } from '#db/queries/stock/stock-levels.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter } from '#server/dates.ts'
import { readPlans, type StockPlan } from '#server/domains/planning/forecasting/read-plans.ts'
import { asQuantity, MAX_DECIMAL, type Quantity } from '#server/money/decimal.ts'
import { latestOrderDay } from '#server/planning/latest-order-day.ts'
import type { Demand, Proposal, Supply } from '#server/planning/net.ts'
import { planItems } from '#server/planning/plan-items.ts'
import { workdays } from '#server/planning/workdays.ts'
import { type Bill, BillCircle, readBill } from '#server/stock/bill.ts'
import { stockDirection } from '#server/stock/direction.ts'
import { explode } from '#server/stock/explode.ts'
import { listLevels } from '#server/stock/read.ts'
import { wordMatch } from '#server/word-match.ts'
import { readWorkingTime } from '#server/working-time.ts'
import { readToday } from '#server/zone.ts'
import { type Split, secondsFor, splitOverJobs } from './split.ts'

/** Of an input, in its base units: what a proposal takes of it, and what of that is neither there nor kept for others. */
type NeededInput = {
  id: string
  code: string
  name: string
  unit: string
  needed: Quantity
  missing: Quantity
  onorder: Quantity
  /** Another proposal makes it. */
  proposed: boolean
}

export type ProductionProposal = {
  id: string
  product: Product
  /** When it is needed. */
  day: string
  quantity: Quantity
  arithmetic: Proposal['arithmetic']
  surplus: Quantity
  /** What it is for; without a plan it is for stock. */
  pegs: { plan?: StockPlan; productid?: string; quantity: Quantity }[]
  split: Split
  /** Of each job. */
  seconds: number
  start: string
  finish: string
  /** Calendar days that it begins too late to be there in time. */
  late: number
  inputs: NeededInput[]
}

export type Production = {
  today: string
  proposals: ProductionProposal[]
  /** Of all that is proposed, whatever the filter. */
  categories: string[]
  /** Codes of items that are made of themselves: nothing can be said of what is to be made. */
  circle?: string[]
}

export const WEEKS = 4

export const FINISHED_GOODS = 3

type Asked = { weeks?: number; search?: string; category?: string }

/** What is to be made so that all that is planned in some weeks can be served, and every minimum is there. */
export function readProduction(db: TenantDb, { weeks = WEEKS, search, category }: Asked = {}): Production {
  const today = readToday(db)
  const plans = readPlans(db, today, daysAfter(today, 7 * weeks))
  const asked = [...plans.map(({ inventoryid }) => inventoryid), ...itemsWithMinimum(db).map(({ id }) => id)]
  const found = readMadeItems(db, [...new Set(asked)])
  if (found instanceof BillCircle)
    return { today, proposals: [], categories: [], circle: codesOf(db, found.path) }
  const { products, bill } = found
  const netted = netProducts(db, { today, products, bill, plans })
  const proposals = addInputs(db, bill, netted)
  const matches = wordMatch(search)
  return {
    today,
    categories: [...new Set(proposals.flatMap(({ product }) => product.category ?? []))],
    proposals: proposals.filter(
      ({ product }) =>
        (!category || product.category === category) && matches(`${product.code} ${product.name}`),
    ),
  }
}

/** Finished goods, and all that is made of inputs: of these items, and of what is in them. */
export function readMadeItems(
  db: TenantDb,
  ids: readonly string[],
): { bill: Bill; products: Product[] } | BillCircle {
  try {
    const bill = readBill(db, ids)
    const isMade = ({ id, inventoryclass }: Product) =>
      inventoryclass === FINISHED_GOODS || bill.get(id)!.inputs.length > 0
    return { bill, products: listProducts(db, [...bill.keys()]).filter(isMade) }
  } catch (error) {
    if (error instanceof BillCircle) return error
    throw error
  }
}

const codesOf = (db: TenantDb, ids: readonly string[]) => {
  const codes = new Map(itemsById(db, ids).map(({ id, code }) => [id, code]))
  return ids.map((id) => codes.get(id) ?? id)
}

type Netting = { today: string; products: readonly Product[]; bill: Bill; plans: readonly StockPlan[] }
type Netted = Omit<ProductionProposal, 'inputs'>

const positive = (quantity: Quantity | null) => asQuantity(Math.max(0, quantity ?? 0))

function netProducts(db: TenantDb, { today, products, bill, plans }: Netting): Netted[] {
  const levels = listLevels(
    db,
    products.map(({ id }) => id),
  )
  const brings = ({ from }: StockPlan) => from === 'order' || from === 'making'
  const [coming, wanted] = [new Map<string, Supply['receipts'][number][]>(), new Map<string, Demand[]>()]
  for (const [at, plan] of plans.entries()) {
    const into: Map<string, { id: string; day: string; quantity: Quantity }[]> = brings(plan)
      ? coming
      : (wanted as never)
    const own = into.get(plan.inventoryid) ?? []
    own.push({ id: String(at), day: plan.day, quantity: plan.quantity })
    into.set(plan.inventoryid, own)
  }
  const time = workdays(readWorkingTime(db))
  const minutes = readWorkingTime(db).minutes
  const daysFor = (seconds: number) => (minutes > 0 ? Math.ceil(seconds / 60 / minutes) : 0)
  const items = new Map(
    products.map((product) => [
      product.id,
      {
        lead: leadOf(product, daysFor(secondsFor(positive(product.maxperjob), product.unitseconds))),
        supply: {
          onhand: levels.get(product.id)!.onhand.quantity,
          receipts: coming.get(product.id) ?? [],
          safety: positive(product.minimum),
          lot: {
            minimum: positive(product.minimumproductionvolume),
            packsize: positive(product.packagingquantity) || null,
          },
        },
      },
    ]),
  )
  const named = new Map(products.map((product) => [product.id, product]))
  const found: Netted[] = []
  for (const { id, net } of planItems(bill, items, wanted, { today, workdays: time })) {
    const product = named.get(id)!
    if (bill.get(id)?.phantom || product.inventoryclass === 0) continue
    for (const { day, quantity, arithmetic, surplus, pegs } of net.proposals) {
      const split = splitOverJobs(quantity, product)
      const seconds = secondsFor(split.each, product.unitseconds)
      const dated = latestOrderDay(day, leadOf(product, daysFor(seconds)), { today, workdays: time })
      found.push({
        ...{ id: `${id}.${day}`, product, day, quantity, arithmetic, surplus, split, seconds },
        start: dated.late > 0 ? today : dated.day,
        finish: dated.arrival,
        late: dated.late,
        pegs: pegs.map(({ demand, quantity }) => ({
          quantity,
          plan: demand?.id ? plans[Number(demand.id)] : undefined,
          productid: demand?.productid,
        })),
      })
    }
  }
  return found
}

/** Working days: what the item says, or what the work takes where that is longer. */
const leadOf = ({ leadtime }: Product, work: number) =>
  Math.max(Math.ceil(positive(leadtime) / 1_000_000), work)

/** Stock that is free goes to the proposal that begins first. What holds no stock, as labour, is never missing. */
function addInputs(db: TenantDb, bill: Bill, netted: readonly Netted[]): ProductionProposal[] {
  const all = asQuantity(MAX_DECIMAL)
  const needs = new Map(
    netted.map((one) => {
      const kept = new Map([...bill.keys()].filter((id) => id !== one.product.id).map((id) => [id, all]))
      const found = explode(bill, new Map([[one.product.id, one.quantity]]), kept)
      return [one.id, [...found].filter(([id, { phantom }]) => id !== one.product.id && !phantom)]
    }),
  )
  const ids = listItemContexts(db, [...new Set([...needs.values()].flatMap((own) => own.map(([id]) => id)))])
    .filter(({ inventoryclass }) => stockDirection(inventoryclass) !== 0)
    .map(({ id }) => id)
  const levels = listLevels(db, ids)
  const named = new Map(itemsById(db, ids).map((item) => [item.id, item]))
  const left = new Map(ids.map((id) => [id, Math.max(0, levels.get(id)!.available)]))
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
            ...{ onorder: levels.get(id)!.onorder, proposed: proposed.has(id) },
          },
        ]
      }),
    }))
}
