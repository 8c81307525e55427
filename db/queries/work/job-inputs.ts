import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { INVOICED } from '#db/job-status.ts'
import { lineProductSql, listedInputsSql } from '#db/queries/work/line-product.ts'
import { job_build_lines, job_builds, jobs, materials, stock_ledger } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import { TAKES_OUT } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'

const inputLines = statement((q, p: Params<{ productline: string }>) =>
  q
    .select()
    .from(materials)
    .where(
      and(
        eq(materials.archived, false),
        sql`${materials.jobid} = (SELECT made.jobid FROM materials made WHERE made.id = ${p.productline})`,
        sql`${sql.raw(lineProductSql('materials'))} = ${p.productline}`,
      ),
    )
    .orderBy(asc(materials.role), asc(materials.rank), asc(materials.id)),
)

/** The lines that are made into what a line puts out. */
export const listInputLines = (db: TenantDb, productline: string) => inputLines.all(db, { productline })

const byProduct = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({
      product: sql<string>`${sql.raw(lineProductSql('materials'))}`.as('product'),
      inventoryid: sql<string>`${materials.inventoryid}`,
      estimated: materials.estimated,
      unitratio: materials.unitratio,
    })
    .from(listItems(p.jobids))
    .innerJoin(materials, and(eq(materials.jobid, listItem), eq(materials.archived, false)))
    .where(and(isNotNull(materials.inventoryid), isNotNull(sql`product`))),
)

/** Of each of these jobs, what its lines plan for which of its products. */
export const listInputsByProduct = (db: TenantDb, jobids: readonly string[]) => byProduct.all(db, { jobids })

const broughtLines = statement((q, p: Params<{ productlines: readonly string[] }>) =>
  q
    .select(getTableColumns(materials))
    .from(listItems(p.productlines))
    .innerJoin(materials, and(eq(materials.jobproduct, listItem), eq(materials.archived, false)))
    .where(isNotNull(materials.inventoryid))
    .orderBy(asc(materials.rank), asc(materials.id)),
)

/** The lines of items that name these products, also of one that is removed. */
export const listBroughtLines = (db: TenantDb, productlines: readonly string[]) =>
  broughtLines.all(db, { productlines })

const listedInputs = statement((q, p: Params<{ productlines: readonly string[] }>) =>
  q
    .select({ id: materials.id, listed: sql<string>`${sql.raw(listedInputsSql('materials'))}` })
    .from(listItems(p.productlines))
    .innerJoin(materials, eq(materials.id, listItem)),
)

/** Of each of these lines, the items that its job lists for it, as a JSON list. */
export const listListedInputs = (db: TenantDb, productlines: readonly string[]) =>
  listedInputs.all(db, { productlines })

/** Of items that have inputs; what its class takes from stock is not made. */
const isProduct = and(
  eq(materials.archived, false),
  eq(materials.role, 2),
  sql`coalesce(${materials.inventoryclass}, 0) NOT ${sql.raw(TAKES_OUT)}`,
)

const productsOfJob = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select()
    .from(materials)
    .where(
      and(
        eq(materials.jobid, p.jobid),
        isProduct,
        sql`EXISTS (SELECT 1 FROM item_inputs i WHERE i.productid = ${materials.inventoryid})`,
      ),
    ),
)

export const listProductLines = (db: TenantDb, jobid: string) => productsOfJob.all(db, { jobid })

const productsCreated = statement((q, p: Params<{ createdutc: string }>) =>
  q
    .select(getTableColumns(materials))
    .from(sql`(SELECT DISTINCT productid FROM item_inputs) made`)
    .crossJoin(materials)
    .innerJoin(jobs, eq(jobs.id, materials.jobid))
    .where(
      and(
        sql`${materials.inventoryid} = made.productid`,
        isProduct,
        eq(materials.createdutc, p.createdutc),
        lt(jobs.status, INVOICED),
      ),
    ),
)

/** The same of jobs that still take changes, of what was stored at one moment: all lines of an import are. */
export const listStoredProductLines = (db: TenantDb, createdutc: string) =>
  productsCreated.all(db, { createdutc })

const freeInputs = statement((q, p: Params<{ productline: string }>) =>
  q
    .select()
    .from(materials)
    .where(
      and(
        eq(materials.archived, false),
        eq(materials.role, 1),
        sql`${materials.jobid} = (SELECT made.jobid FROM materials made WHERE made.id = ${p.productline})`,
        isNotNull(materials.inventoryid),
        sql`${sql.raw(lineProductSql('materials'))} IS NULL`,
      ),
    )
    .orderBy(asc(materials.rank), asc(materials.id)),
)

/** Inputs of its job that are for no product, or might be for several. */
export const listFreeInputs = (db: TenantDb, productline: string) => freeInputs.all(db, { productline })

const builds = statement((q, p: Params<{ materialid: string }>) =>
  q
    .select()
    .from(job_builds)
    .where(and(eq(job_builds.materialid, p.materialid), isNull(job_builds.undoneutc)))
    .orderBy(desc(job_builds.id)),
)
type BuildRow = RowOf<typeof builds>

/** What of a line was finished and not taken back, the newest first. */
export const listBuilds = (db: TenantDb, materialid: string): BuildRow[] => builds.all(db, { materialid })

const buildById = statement((q, p: Params<{ id: string }>) =>
  q.select().from(job_builds).where(eq(job_builds.id, p.id)),
)

export const findBuild = (db: TenantDb, id: string): BuildRow | null => buildById.get(db, { id })

const buildLines = statement((q, p: Params<{ buildid: string }>) =>
  q.select().from(job_build_lines).where(eq(job_build_lines.buildid, p.buildid)),
)

export const listBuildLines = (db: TenantDb, buildid: string) => buildLines.all(db, { buildid })

const newestMovement = statement((q, p: Params<{ materialid: string }>) =>
  q
    .select({
      seq: stock_ledger.seq,
      value: stock_ledger.value,
      variance: stock_ledger.variance,
      valuedby: stock_ledger.valuedby,
    })
    .from(stock_ledger)
    .where(eq(stock_ledger.materialid, p.materialid))
    .orderBy(desc(stock_ledger.seq))
    .limit(1),
)

export const findNewestMovement = (db: TenantDb, materialid: string) => newestMovement.get(db, { materialid })

type NewBuild = typeof job_builds.$inferInsert
type NewBuildLine = Omit<typeof job_build_lines.$inferInsert, 'buildid'>

export function storeBuild(db: TenantDb, build: NewBuild, lines: readonly NewBuildLine[]) {
  db.insert(job_builds).values(build).run()
  db.insert(job_build_lines)
    .values(lines.map((line) => ({ ...line, buildid: build.id })))
    .run()
}

export const markBuildUndone = (db: TenantDb, id: string, undoneutc: string) =>
  db.update(job_builds).set({ undoneutc }).where(eq(job_builds.id, id)).run()

const PRODUCT_COSTS = `
  SELECT made.id, -sum(l.value + l.variance) AS used, max(l.valuedby = 'unknown') AS unknown,
    (SELECT coalesce(sum(own.value + own.variance), 0) FROM stock_ledger own WHERE own.materialid = made.id) AS booked
  FROM json_each(?1) listed CROSS JOIN materials made ON made.id = listed.value
  CROSS JOIN materials m ON m.jobid = made.jobid AND m.archived = 0 AND m.inventoryclass ${TAKES_OUT}
  CROSS JOIN stock_ledger l ON l.materialid = m.id
  WHERE (${lineProductSql('m')}) = made.id GROUP BY made.id`

type ProductCost = { id: string; used: number; unknown: 0 | 1; booked: number }

/** Cents: what the goods were worth that these products took so far, and what the products came into stock at. */
export const listProductCosts = (db: TenantDb, productlines: readonly string[]): ProductCost[] =>
  prepared<ProductCost>(db, PRODUCT_COSTS).all([JSON.stringify(productlines)])
