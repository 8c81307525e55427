import { edgesAbove, edgesBelow, type InputEdge } from '#db/queries/catalogue/inputs.ts'
import { itemsById } from '#db/queries/catalogue/inventory.ts'
import type { TenantDb } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import { type Exact, exactProduct } from '#server/money/exact.ts'
import { isCountedWhole, parseRatio } from '#server/money/units.ts'

/** One item in another: `per` base units of it in one base unit of the product, with what is lost. */
export type BillInput = { inventoryid: string; per: Exact }

export type BillItem = {
  inputs: readonly BillInput[]
  /** Only whole ones are needed, bought and made. */
  whole: boolean
  /** Holds no stock: its own inputs are needed in its place. */
  phantom: boolean
}

/** Products before their inputs, which is the order of netting. */
export type Bill = ReadonlyMap<string, BillItem>

/** Everything that is in these items, at every level. @throws BillCircle */
export const readBill = (db: TenantDb, itemids: readonly string[]): Bill =>
  toBill(db, edgesBelow(db, itemids), itemids)

/** Codes of items that are made of themselves, from one back to it. */
export type Circle = readonly string[]

/** As `readBill`; empty where an item is made of itself, for pages that show the rest and say so. */
export function readSoundBill(db: TenantDb, itemids: readonly string[]): { bill: Bill; circle?: Circle } {
  try {
    return { bill: readBill(db, itemids) }
  } catch (error) {
    if (error instanceof BillCircle) return { bill: new Map(), circle: error.codes }
    throw error
  }
}

/** Every product that an item is in, at every level, with the inputs that they have. @throws BillCircle */
export const readUses = (db: TenantDb, itemid: string): Bill => toBill(db, edgesAbove(db, itemid), [])

/** No rule lets one in; a file that holds one all the same is told of it, and nothing goes round for ever. */
export class BillCircle extends Problem {
  /** @param path from a product back to itself */
  constructor(
    readonly path: readonly string[],
    readonly codes: Circle,
  ) {
    const said = `An item is made of itself: ${codes.join(' → ')}. Take it out of the inputs of one of them.`
    super(409, said, { code: 'circle' })
  }
}

function toBill(db: TenantDb, edges: readonly InputEdge[], itemids: readonly string[]): Bill {
  const inputs = new Map<string, BillInput[]>(itemids.map((id) => [id, []]))
  const asInput = new Map<string, InputEdge>()
  for (const edge of edges) {
    asInput.set(edge.inputid, edge)
    const own = inputs.get(edge.productid) ?? []
    own.push({ inventoryid: edge.inputid, per: perUnit(edge) })
    inputs.set(edge.productid, own)
    if (!inputs.has(edge.inputid)) inputs.set(edge.inputid, [])
  }
  const order = sortProductsFirst(inputs)
  if (order.length < inputs.size) {
    const path = findCircle(inputs, new Set(order))
    throw new BillCircle(path, codesOf(db, path))
  }
  return new Map(
    order.map((id) => {
      const [own, edge] = [inputs.get(id) ?? [], asInput.get(id)]
      const phantom = own.length > 0 && edge !== undefined && edge.inventoryclass === null
      return [id, { inputs: own, phantom, whole: !phantom && isCountedWhole(edge?.baseunit ?? '') }]
    }),
  )
}

const WHOLE = 1_000_000n

/** quantity ÷ ratio × (1 + scrap) */
function perUnit({ quantity, scrap, ratio }: InputEdge): Exact {
  const lossy =
    scrap === 0
      ? { n: BigInt(quantity), d: WHOLE }
      : { n: BigInt(quantity) * (WHOLE + BigInt(scrap)), d: WHOLE * WHOLE }
  if (ratio === '1') return lossy
  const { numerator, denominator } = parseRatio(ratio)
  return exactProduct(lossy, { n: BigInt(denominator), d: BigInt(numerator) })
}

function codesOf(db: TenantDb, ids: readonly string[]): string[] {
  const codes = new Map(itemsById(db, ids).map(({ id, code }) => [id, code]))
  return ids.map((id) => codes.get(id) ?? id)
}

/** Without what is in a circle, or below one. */
function sortProductsFirst(inputs: ReadonlyMap<string, readonly BillInput[]>): string[] {
  const waiting = new Map([...inputs.keys()].map((id) => [id, 0]))
  for (const own of inputs.values())
    for (const { inventoryid } of own) waiting.set(inventoryid, (waiting.get(inventoryid) ?? 0) + 1)
  const order = [...waiting.keys()].filter((id) => waiting.get(id) === 0)
  for (let at = 0; at < order.length; at++)
    for (const { inventoryid } of inputs.get(order[at]!) ?? []) {
      const left = waiting.get(inventoryid)! - 1
      waiting.set(inventoryid, left)
      if (left === 0) order.push(inventoryid)
    }
  return order
}

/** What is not in order is in a circle, or below one. */
function findCircle(inputs: ReadonlyMap<string, readonly BillInput[]>, inOrder: ReadonlySet<string>) {
  const above = new Map<string, string>()
  for (const [id, own] of inputs)
    if (!inOrder.has(id)) for (const { inventoryid } of own) above.set(inventoryid, id)
  let at = [...inputs.keys()].find((id) => !inOrder.has(id))!
  const path: string[] = []
  while (!path.includes(at)) {
    path.unshift(at)
    at = above.get(at)!
  }
  return [at, ...path.slice(0, path.indexOf(at) + 1)]
}
