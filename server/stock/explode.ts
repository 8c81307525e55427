import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import {
  type Exact,
  exactDifference,
  exactProduct,
  exactSum,
  exactUp,
  exactWhole,
  exactZero,
} from '#server/money/exact.ts'
import type { Bill, BillItem } from './bill.ts'

/** For whom a part of a need is: a product, or null for what was wanted itself. */
type Peg = { productid: string | null; quantity: Quantity }

/** Base units. */
export type Need = {
  /** What all products together need. The pegs come to it, but for what rounding up to whole ones adds. */
  gross: Quantity
  /** What is left of it after stock, to be made or bought. */
  net: Quantity
  /** 0 for what is in no other item of the bill; below each product its inputs. */
  level: number
  phantom: boolean
  pegs: Peg[]
}

type Open = { total: Exact; level: number; pegs: { productid: string | null; total: Exact }[] }

/**
 * need(input) = net need(product) × quantity × (1 + scrap), exact, summed over products and rounded up once for each
 * item: to whole ones where its unit is whole. What is on hand of a phantom does not count.
 */
export function explode(
  bill: Bill,
  wanted: ReadonlyMap<string, Quantity>,
  onhand: ReadonlyMap<string, Quantity> = new Map(),
): Map<string, Need> {
  const open = new Map<string, Open>()
  const needs = new Map<string, Need>()
  for (const [id, quantity] of wanted) addNeed(open, id, 0, null, exactWhole(quantity))
  for (const [id, item] of bill) {
    const own = open.get(id)
    if (!own) continue
    const held = item.phantom ? 0 : Math.max(0, onhand.get(id) ?? 0)
    const net = netNeed(item, own.total, held)
    needs.set(id, { ...own, ...roundedNeed(item, own, net), phantom: item.phantom })
    for (const { inventoryid, per } of net.n === 0n ? [] : item.inputs)
      addNeed(open, inventoryid, own.level + 1, id, exactProduct(net, per))
  }
  return needs
}

const WHOLE = 1_000_000n
const stepOf = ({ whole }: BillItem) => (whole ? WHOLE : 1n)

function netNeed(item: BillItem, total: Exact, held: number): Exact {
  const net = held === 0 ? total : exactDifference(total, exactWhole(held))
  if (net.n <= 0n) return exactZero
  // Whoever makes a part of a whole one makes the whole one, and needs the inputs of that.
  return item.whole ? { n: exactUp(net, WHOLE), d: 1n } : net
}

function roundedNeed(item: BillItem, { total, pegs }: Open, net: Exact) {
  const rounded = toQuantity(total)
  return {
    gross: item.whole ? toQuantity(total, stepOf(item)) : rounded,
    net: net === total ? rounded : toQuantity(net),
    pegs: pegs.length === 1 ? [{ productid: pegs[0]!.productid, quantity: rounded }] : roundPegs(pegs),
  }
}

/** Each is what the sum so far comes to more, so that they come to the rounded sum. */
function roundPegs(pegs: Open['pegs']): Peg[] {
  let [sum, before] = [exactZero, 0]
  return pegs.map(({ productid, total }) => {
    sum = exactSum(sum, total)
    const [after, was] = [toQuantity(sum), before]
    before = after
    return { productid, quantity: asQuantity(after - was) }
  })
}

const toQuantity = (exact: Exact, step = 1n): Quantity => asQuantity(Number(exactUp(exact, step)))

function addNeed(open: Map<string, Open>, id: string, level: number, productid: string | null, total: Exact) {
  const before = open.get(id)
  if (!before) {
    open.set(id, { total, level, pegs: [{ productid, total }] })
    return
  }
  before.total = exactSum(before.total, total)
  before.level = Math.max(before.level, level)
  before.pegs.push({ productid, total })
}
