import { edgesAbove, edgesBelow, type InputEdge } from '#db/queries/catalogue/inputs.ts'
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
  toBill(edgesBelow(db, itemids), itemids)

/** As `readBill`; empty where an item is made of itself, of which pages that need no more tell by themselves. */
export function readSoundBill(db: TenantDb, itemids: readonly string[]): Bill {
  try {
    return readBill(db, itemids)
  } catch (error) {
    if (error instanceof BillCircle) return new Map()
    throw error
  }
}

/** Every product that an item is in, at every level, with the inputs that they have. @throws BillCircle */
export const readUses = (db: TenantDb, itemid: string): Bill => toBill(edgesAbove(db, itemid), [])

/** No rule lets one in; a file that holds one all the same is told of it, and nothing goes round for ever. */
export class BillCircle extends Problem {
  /** @param path from a product back to itself */
  constructor(readonly path: readonly string[]) {
    super(409, 'This item is made of itself: take it out of the inputs of one of its own inputs.', {
      code: 'circle',
    })
  }
}

function toBill(edges: readonly InputEdge[], itemids: readonly string[]): Bill {
  const inputs = new Map<string, BillInput[]>(itemids.map((id) => [id, []]))
  const asInput = new Map<string, InputEdge>()
  for (const edge of edges) {
    asInput.set(edge.inputid, edge)
    const own = inputs.get(edge.productid) ?? []
    own.push({ inventoryid: edge.inputid, per: perUnit(edge) })
    inputs.set(edge.productid, own)
    if (!inputs.has(edge.inputid)) inputs.set(edge.inputid, [])
  }
  return new Map(
    sortProductsFirst(inputs).map((id) => {
      const [own, edge] = [inputs.get(id) ?? [], asInput.get(id)]
      const phantom = own.length > 0 && edge !== undefined && edge.inventoryclass === null
      return [id, { inputs: own, phantom, whole: !phantom && isCountedWhole(edge?.baseunit ?? '') }]
    }),
  )
}

const WHOLE = 1_000_000n

/** quantity ÷ ratio × (1 + scrap), in lowest terms. */
function perUnit({ quantity, scrap, ratio }: InputEdge): Exact {
  const { numerator, denominator } = parseRatio(ratio)
  return exactProduct(
    { n: BigInt(quantity) * (WHOLE + BigInt(scrap)), d: WHOLE * WHOLE },
    { n: BigInt(denominator), d: BigInt(numerator) },
  )
}

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
  if (order.length < waiting.size) throw new BillCircle(findCircle(inputs, new Set(order)))
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
