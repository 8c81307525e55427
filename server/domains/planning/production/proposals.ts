import { listProducts, type Product } from '#db/queries/planning/products.ts'
import { itemsWithMinimum } from '#db/queries/stock/stock-levels.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter } from '#server/dates.ts'
import { brings, readPlans, type StockPlan } from '#server/domains/planning/forecasting/read-plans.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { isMade } from '#server/planning/is-made.ts'
import { latestOrderDay } from '#server/planning/latest-order-day.ts'
import type { Demand, Proposal, Supply } from '#server/planning/net.ts'
import { type OpenDemand, planItems } from '#server/planning/plan-items.ts'
import { workdays } from '#server/planning/workdays.ts'
import { type Bill, BillCircle, type Circle, readBill } from '#server/stock/bill.ts'
import { listLevels } from '#server/stock/read.ts'
import { wordMatch } from '#server/word-match.ts'
import { readWorkingTime } from '#server/working-time.ts'
import { readToday } from '#server/zone.ts'
import { listMakingMessages, type MakingMessage } from './making-messages.ts'
import { addInputs, type NeededInput } from './needed-inputs.ts'
import { type Split, secondsFor, splitOverJobs } from './split.ts'

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
  messages: MakingMessage[]
  /** Of all that is proposed, whatever the filter. */
  categories: string[]
  /** Codes of items that are made of themselves: nothing can be said of what is to be made. */
  circle?: Circle
}

export const WEEKS = 4

type Asked = { weeks?: number; search?: string; category?: string }

/** What is to be made so that all that is planned in some weeks can be served, and every minimum is there. */
export function readProduction(db: TenantDb, { weeks = WEEKS, search, category }: Asked = {}): Production {
  const today = readToday(db)
  const upto = daysAfter(today, 7 * weeks)
  const { plans: open } = readPlans(db, today, upto)
  const plans = open.filter((plan) => plan.day <= upto || brings(plan))
  const asked = [...plans.map(({ inventoryid }) => inventoryid), ...itemsWithMinimum(db).map(({ id }) => id)]
  const found = readMadeItems(db, [...new Set(asked)])
  if (found instanceof BillCircle)
    return { today, proposals: [], messages: [], categories: [], circle: found.codes }
  const { products, bill } = found
  const { netted, messages } = netProducts(db, { today, upto, products, bill, plans })
  const proposals = addInputs(db, { bill, netted, plans: open })
  const matches = wordMatch(search)
  const isAsked = ({ product: { category: of, code, name } }: { product: Product }) =>
    (!category || of === category) && matches(`${code} ${name}`)
  return {
    today,
    messages: messages.filter(isAsked),
    categories: [...new Set(proposals.flatMap(({ product }) => product.category ?? []))],
    proposals: proposals.filter(isAsked),
  }
}

/** What is made, of these items and of what is in them. */
export function readMadeItems(
  db: TenantDb,
  ids: readonly string[],
): { bill: Bill; products: Product[] } | BillCircle {
  try {
    const bill = readBill(db, ids)
    const products = listProducts(db, [...bill.keys()])
    return { bill, products: products.filter((product) => isMade(product, bill.get(product.id))) }
  } catch (error) {
    if (error instanceof BillCircle) return error
    throw error
  }
}

type Netting = {
  today: string
  /** What is wanted later is not looked at. */
  upto: string
  products: readonly Product[]
  bill: Bill
  plans: readonly StockPlan[]
}
export type Netted = Omit<ProductionProposal, 'inputs'>

const positive = (quantity: Quantity | null) => asQuantity(Math.max(0, quantity ?? 0))

function netProducts(db: TenantDb, { today, upto, products, bill, plans }: Netting) {
  const levels = listLevels(
    db,
    products.map(({ id }) => id),
  )
  const [coming, wanted] = [
    new Map<string, Supply['receipts'][number][]>(),
    new Map<string, (Demand | OpenDemand)[]>(),
  ]
  for (const [at, plan] of plans.entries()) {
    const { inventoryid, day, quantity, exact } = plan
    const [id, dated] = [String(at), { id: String(at), day }]
    if (brings(plan)) add(coming, inventoryid, { ...dated, quantity })
    else add(wanted, inventoryid, exact ? { ...dated, exact } : { id, day, quantity })
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
  const [found, messages]: [Netted[], MakingMessage[]] = [[], []]
  for (const { id, net, demands } of planItems(bill, items, wanted, { today, workdays: time })) {
    const product = named.get(id)!
    if (bill.get(id)?.phantom || product.inventoryclass === 0) continue
    const { supply, lead } = items.get(id)!
    const arrival = time.after(today, lead)
    messages.push(...listMakingMessages({ product, supply, demands, plans }, { today, upto, arrival }))
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
  return { netted: found, messages }
}

function add<T>(to: Map<string, T[]>, id: string, one: T) {
  const own = to.get(id) ?? []
  to.set(id, own)
  own.push(one)
}

/** Working days: what the item says, or what the work takes where that is longer. */
const leadOf = ({ leadtime }: Product, work: number) =>
  Math.max(Math.ceil(positive(leadtime) / 1_000_000), work)
