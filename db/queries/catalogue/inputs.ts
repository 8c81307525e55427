import { and, asc, eq, sql } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import { categories, inventory, item_inputs, units } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Percent, Quantity } from '#server/money/decimal.ts'

const inputsOf = statement((q, p: Params<{ productid: string }>) =>
  q
    .select({
      inventoryid: inventory.id,
      code: inventory.code,
      name: nameIn(inventory),
      archived: inventory.archived,
      quantity: item_inputs.quantity,
      baseunit: inventory.baseunit,
      unitname: units.name,
      scrap: item_inputs.scrap,
      rank: item_inputs.rank,
      inventoryclass: sql<
        number | null
      >`nullif(coalesce(${inventory.inventoryclass}, ${categories.inventoryclass}), 0)`,
    })
    .from(item_inputs)
    .innerJoin(inventory, eq(inventory.id, item_inputs.inputid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(units, eq(units.id, item_inputs.unitid))
    .where(eq(item_inputs.productid, p.productid))
    .orderBy(asc(item_inputs.rank)),
)
export type InputRow = RowOf<typeof inputsOf>

export const listInputs = (db: TenantDb, productid: string): InputRow[] => inputsOf.all(db, { productid })

const ofProducts = statement((q, p: Params<{ productids: readonly string[] }>) =>
  q
    .select({
      productid: item_inputs.productid,
      inputid: item_inputs.inputid,
      unit: units.name,
      unitratio: units.ratiotobase,
    })
    .from(listItems(p.productids))
    .innerJoin(item_inputs, eq(item_inputs.productid, listItem))
    .leftJoin(units, and(eq(units.id, item_inputs.unitid), eq(units.archived, false)))
    .orderBy(asc(item_inputs.productid), asc(item_inputs.rank)),
)

/** The inputs of these products in their order, each with its unit where that is not its base unit. */
export const listInputUnits = (db: TenantDb, productids: readonly string[]) =>
  ofProducts.all(db, { productids })

export type InputEdge = {
  productid: string
  inputid: string
  quantity: Quantity
  scrap: Percent
  ratio: string
  /** Of the input. */
  baseunit: string
  inventoryclass: number | null
}

// Raw: drizzle has no recursive queries. UNION keeps each item once, so a circle ends too.
const EDGES = `
  SELECT e.productid, e.inputid, e.quantity, e.scrap, coalesce(u.ratiotobase, '1') AS ratio, i.baseunit,
    nullif(coalesce(i.inventoryclass, c.inventoryclass), 0) AS inventoryclass
  FROM reached CROSS JOIN item_inputs AS e ON e.productid = reached.id
  JOIN inventory AS i ON i.id = e.inputid
  LEFT JOIN categories AS c ON c.id = i.category
  LEFT JOIN units AS u ON u.id = e.unitid`

const DOWN = `
  WITH RECURSIVE reached(id) AS (
    SELECT value FROM json_each(?)
    UNION SELECT e.inputid FROM reached CROSS JOIN item_inputs AS e ON e.productid = reached.id
  )${EDGES}`

const UP = `
  WITH RECURSIVE reached(id) AS (
    SELECT e.productid FROM item_inputs AS e WHERE e.inputid = ?
    UNION SELECT e.productid FROM reached CROSS JOIN item_inputs AS e ON e.inputid = reached.id
  )${EDGES}`

/** Everything that is in these products, at every level. */
export const edgesBelow = (db: TenantDb, productids: readonly string[]): InputEdge[] =>
  prepared<InputEdge>(db, DOWN).all([JSON.stringify(productids)])

/** The inputs of every product that this item is in, at every level. */
export const edgesAbove = (db: TenantDb, inputid: string): InputEdge[] =>
  prepared<InputEdge>(db, UP).all([inputid])

export type NewInput = Pick<typeof item_inputs.$inferInsert, 'inputid' | 'quantity' | 'unitid' | 'scrap'>

export function storeInputs(db: TenantDb, productid: string, inputs: readonly NewInput[]) {
  db.delete(item_inputs).where(eq(item_inputs.productid, productid)).run()
  if (inputs.length > 0)
    db.insert(item_inputs)
      .values(inputs.map((input, rank) => ({ ...input, productid, rank })))
      .run()
}
