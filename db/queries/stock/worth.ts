import { and, asc, eq, gt, isNotNull, isNull, lt, min, ne, sql, sum } from 'drizzle-orm'
import { stock_ledger, units } from '#db/schema/tenant/index.ts'
import { isTrue, listItem, listItems, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

type Ids = { ids: readonly string[] }

const newest = statement((q, p: Params<Ids>) =>
  q
    .select({
      inventoryid: stock_ledger.inventoryid,
      seq: stock_ledger.seq,
      balance: stock_ledger.balance,
      valuebalance: stock_ledger.valuebalance,
      valuedby: stock_ledger.valuedby,
    })
    .from(listItems(p.ids))
    .crossJoin(stock_ledger)
    .where(
      sql`${stock_ledger.seq} = (SELECT l.seq FROM stock_ledger l WHERE l.inventoryid = ${listItem}
        AND l.valuedby <> 'moved' ORDER BY l.seq DESC LIMIT 1)`,
    ),
)

/** What the ledger says of these items now; movements from place to place change nothing of it. */
export const listWorths = (db: TenantDb, ids: readonly string[]) => newest.all(db, { ids })

/** As `listWorths`. */
export const lastWorth = (db: TenantDb, inventoryid: string) => newest.get(db, { ids: [inventoryid] })

const averages = statement((q, p: Params<Ids>) =>
  q
    .select({
      inventoryid: stock_ledger.inventoryid,
      quantity: stock_ledger.balance,
      value: stock_ledger.valuebalance,
    })
    .from(listItems(p.ids))
    .crossJoin(stock_ledger)
    .where(
      and(
        sql`${stock_ledger.seq} = (SELECT l.seq FROM stock_ledger l WHERE l.inventoryid = ${listItem}
          AND l.balance <> 0 AND l.valuedby <> 'moved' ORDER BY l.seq DESC LIMIT 1)`,
        ne(stock_ledger.valuedby, 'unknown'),
      ),
    ),
)

/** The average of when there was stock last, of those items whose worth was known then. */
export const listAverages = (db: TenantDb, ids: readonly string[]) => averages.all(db, { ids })

const line = statement((q, p: Params<{ materialid: string; inventoryid: string }>) =>
  q
    .select({
      quantity: sum(stock_ledger.quantity).mapWith(Number),
      cost: sql<number>`sum(${stock_ledger.value} + ${stock_ledger.variance})`,
      unknown: sql<0 | 1>`max(${stock_ledger.valuedby} = 'unknown')`,
      first: min(stock_ledger.seq),
    })
    .from(stock_ledger)
    .where(
      and(eq(stock_ledger.materialid, p.materialid), sql`+${stock_ledger.inventoryid} = ${p.inventoryid}`),
    )
    .groupBy(stock_ledger.materialid),
)

/** What a line of a job has moved of an item in all, and at which cost. */
export const lineWorth = (db: TenantDb, materialid: string, inventoryid: string) =>
  line.get(db, { materialid, inventoryid })

const outSince = statement((q, p: Params<{ inventoryid: string; seq: number }>) =>
  q
    .select({ seq: stock_ledger.seq })
    .from(stock_ledger)
    .where(
      and(
        eq(stock_ledger.inventoryid, p.inventoryid),
        gt(stock_ledger.seq, p.seq),
        lt(stock_ledger.quantity, 0 as never),
        ne(stock_ledger.valuedby, 'moved'),
      ),
    )
    .limit(1),
)

export const wentOutSince = (db: TenantDb, inventoryid: string, seq: number): boolean =>
  outSince.get(db, { inventoryid, seq }) !== null

const since = statement((q, p: Params<{ inventoryid: string; seq: number }>) =>
  q
    .select({
      quantity: stock_ledger.quantity,
      balance: stock_ledger.balance,
      used: isTrue(sql`(${stock_ledger.quantity} < 0 AND ${stock_ledger.kind} <> 'supplierreturn')`),
    })
    .from(stock_ledger)
    .where(
      and(
        eq(stock_ledger.inventoryid, p.inventoryid),
        gt(stock_ledger.seq, p.seq),
        ne(stock_ledger.valuedby, 'moved'),
        isNull(stock_ledger.reverses),
        sql`NOT EXISTS (SELECT 1 FROM ${stock_ledger} AS back WHERE back.reverses = ${stock_ledger.seq})`,
      ),
    )
    .orderBy(asc(stock_ledger.seq)),
)

/** In their order, without those from place to place and those that were taken back. What went back is not used. */
export const movementsSince = (db: TenantDb, inventoryid: string, seq: number) =>
  since.all(db, { inventoryid, seq })

const prices = statement((q, p: Params<Ids>) =>
  q
    .select({
      inventoryid: units.inventoryid,
      lastprice: sql<number>`${units.lastprice}`,
      ratiotobase: units.ratiotobase,
    })
    .from(listItems(p.ids))
    .innerJoin(units, eq(units.inventoryid, listItem))
    .where(and(eq(units.archived, false), isNotNull(units.lastprice)))
    .orderBy(asc(units.updatedutc)),
)

/** Prices that stand on units of these items, the newest last. */
export const listUnitPrices = (db: TenantDb, ids: readonly string[]) => prices.all(db, { ids })

const late = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ cents: sql<number>`coalesce(sum(${stock_ledger.variance}), 0)` })
    .from(
      sql`(SELECT inventoryid AS item, min(seq) AS first FROM stock_ledger
        WHERE jobid = ${p.jobid} AND materialid IS NOT NULL GROUP BY inventoryid HAVING sum(quantity) <> 0) AS taken`,
    )
    .crossJoin(stock_ledger)
    .where(
      sql`${stock_ledger.inventoryid} = taken.item AND ${stock_ledger.seq} > taken.first
        AND ${stock_ledger.kind} = 'price' AND ${stock_ledger.document} <> ''`,
    ),
)

/** What invoices of suppliers differed by, of the items that a job took and since it took them: cost of goods, of no job. */
export const lateDifferences = (db: TenantDb, jobid: string) => late.get(db, { jobid })?.cents ?? 0
