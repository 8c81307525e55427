import { and, asc, eq, getTableColumns, gt, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { nameIn } from '#db/queries/names.ts'
import { lineProductSql } from '#db/queries/work/line-product.ts'
import { inventory, materials, time_entries } from '#db/schema/tenant/index.ts'
import { inList, isTrue, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity } from '#server/money/decimal.ts'

const inOrder = [asc(materials.role), asc(materials.rank), asc(materials.id)]

/** Labour that goes into what the job makes: the client pays for the product alone. */
const isProductLabour = sql`${materials.nonbillable} AND ${materials.role} = 1 AND ${materials.inventoryclass} IS NULL
  AND ${sql.raw(lineProductSql('materials'))} IS NOT NULL`

const charged = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      id: inventory.id,
      name: nameIn(inventory),
      description: materials.description,
      baseunit: inventory.baseunit,
      unitseconds: inventory.unitseconds,
      ofproduct: isTrue(materials.nonbillable),
    })
    .from(materials)
    .innerJoin(inventory, eq(inventory.id, materials.inventoryid))
    .where(
      and(
        eq(materials.jobid, p.jobid),
        eq(materials.archived, false),
        isNull(materials.inventoryclass),
        or(eq(materials.nonbillable, false), isProductLabour),
      ),
    )
    .orderBy(asc(materials.nonbillable), ...inOrder),
)

/** The item of each line that charges the client for what is not kept in stock, in the order of the lines; then of labour in products. */
export const listChargedItems = (db: TenantDb, jobid: string) => charged.all(db, { jobid })

const holdsTime = sql`EXISTS (SELECT 1 FROM ${time_entries} AS t WHERE t.materialid = ${materials.id} AND t.billable = 1)`

const product = alias(materials, 'product')
const productitem = alias(inventory, 'productitem')

const met = statement((q, p: Params<{ jobid: string; inventoryids: readonly string[] }>) =>
  q
    .select({
      ...getTableColumns(materials),
      timed: isTrue(holdsTime),
      productname: sql<string>`coalesce(nullif(${product.description}, ''), ${nameIn(inventory, productitem)}, '')`,
    })
    .from(materials)
    .leftJoin(product, sql`${product.id} = ${sql.raw(lineProductSql('materials'))}`)
    .leftJoin(productitem, eq(productitem.id, product.inventoryid))
    .where(
      and(
        eq(materials.jobid, p.jobid),
        eq(materials.archived, false),
        or(and(eq(materials.nonbillable, false), sql`NOT ${holdsTime}`), isProductLabour),
        or(gt(materials.estimated, 0 as Quantity), gt(materials.consumed, 0 as Quantity)),
        inList(materials.inventoryid, p.inventoryids),
      ),
    )
    .orderBy(asc(materials.nonbillable), sql`${materials.consumed} <> 0`, ...inOrder),
)

/** Lines of these items that worked time may stand on: what charges the client and holds no time, of which nothing was used first; then labour in products. */
export const listLinesForTime = (db: TenantDb, jobid: string, inventoryids: readonly string[]) =>
  met.all(db, { jobid, inventoryids })
