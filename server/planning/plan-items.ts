import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { type Exact, exactProduct, exactSum, exactUp, exactWhole, exactZero } from '#server/money/exact.ts'
import type { Bill, BillInput } from '#server/stock/bill.ts'
import { type Demand, type Net, netItem, type Proposal, type Supply } from './net.ts'
import type { Workdays } from './workdays.ts'

/** `lead`: working days that making or buying it takes. */
type PlannedItem = { supply: Supply; lead: number }

/** Not rounded yet: an item that is in several products is rounded once. */
export type OpenDemand = Omit<Demand, 'quantity'> & { exact: Exact }

const WHOLE = 1_000_000n

/**
 * Products before their inputs. What is to be made of a product is demand for its inputs on the working day on which
 * its making starts, for the same jobs. Yields each item once, so that whoever asks may let others go first.
 */
export function* planItems(
  bill: Bill,
  items: ReadonlyMap<string, PlannedItem>,
  demands: ReadonlyMap<string, readonly (Demand | OpenDemand)[]>,
  { today, workdays }: { today: string; workdays: Workdays },
): Generator<{ id: string; net: Net; demands: Demand[] }> {
  const below = new Map<string, OpenDemand[]>()
  for (const [id, { inputs, whole, phantom }] of bill) {
    const item = items.get(id)
    const asked = roundOnce([...(demands.get(id) ?? []).map(toOpen), ...(below.get(id) ?? [])], whole)
    if (!item || (asked.length === 0 && isQuiet(item.supply))) continue
    const net = netItem(phantom ? passThrough : item.supply, asked, today)
    yield { id, net, demands: asked }
    for (const proposal of net.proposals)
      for (const input of inputs)
        addDemands(below, input, id, proposal, workdays.before(proposal.day, phantom ? 0 : item.lead))
  }
}

/** Nothing to keep, to make up for, or to ask of what comes. */
const isQuiet = ({ safety, onhand, receipts }: Supply) => safety === 0 && onhand >= 0 && receipts.length === 0

/** What holds no stock is made as it is needed. */
const passThrough: Supply = {
  onhand: asQuantity(0),
  receipts: [],
  safety: asQuantity(0),
  lot: {},
}

function toOpen(one: Demand | OpenDemand): OpenDemand {
  if ('exact' in one) return one
  const { quantity, ...demand } = one
  return { ...demand, exact: exactWhole(quantity) }
}

function addDemands(
  below: Map<string, OpenDemand[]>,
  { inventoryid, per }: BillInput,
  productid: string,
  { pegs, surplus }: Proposal,
  day: string,
) {
  const open = below.get(inventoryid) ?? []
  below.set(inventoryid, open)
  const parts: { id: string | null; quantity: Quantity }[] = pegs.map(({ demand, quantity }) => ({
    id: demand?.id ?? null,
    quantity,
  }))
  for (const { id, quantity } of [...parts, { id: null, quantity: surplus }])
    if (quantity > 0) open.push({ id, productid, day, exact: exactProduct(exactWhole(quantity), per) })
}

/** Each is what the sum so far comes to more, rounded up: together they are rounded once. */
export function roundOnce(open: readonly OpenDemand[], whole: boolean): Demand[] {
  let [sum, before] = [exactZero, 0]
  const step = whole ? WHOLE : 1n
  return open
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .flatMap(({ exact, ...demand }) => {
      sum = exactSum(sum, exact)
      const [after, was] = [Number(exactUp(sum, step)), before]
      before = after
      return after > was ? { ...demand, quantity: asQuantity(after - was) } : []
    })
}
