import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lt,
  max,
  or,
  sql,
  sum,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { nameIn } from '#db/queries/names.ts'
import { inventory, jobs, materials, stock_ledger, stock_onhand, storage } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { insertRows } from '#db/write-rows.ts'

/** A row of the ledger as it is stored; quantities in millionths of the base unit. */
export type Movement = typeof stock_ledger.$inferSelect

export type NewMovement = Omit<Movement, 'seq'>

const highest = statement((q) => q.select({ seq: max(stock_ledger.seq) }).from(stock_ledger))

export const lastMovement = (db: TenantDb): number => highest.get(db)?.seq ?? 0

/** In their order; gives the `seq` of the last. */
export function appendMovements(db: TenantDb, rows: readonly NewMovement[]): number {
  insertRows(db, stock_ledger, rows)
  return lastMovement(db)
}

export function addToCache(db: TenantDb, rows: readonly NewMovement[]) {
  const cells = rows.map(({ inventoryid, storageid, quantity }) => [inventoryid, storageid ?? '', quantity])
  prepared(
    db,
    `INSERT INTO stock_onhand (inventoryid, storageid, quantity)
     SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true
     ON CONFLICT (inventoryid, storageid) DO UPDATE SET quantity = quantity + excluded.quantity`,
  ).run([JSON.stringify(cells)])
}

const newest = statement((q, p: Params<{ inventoryid: string }>) =>
  q
    .select({ balance: stock_ledger.balance })
    .from(stock_ledger)
    .where(eq(stock_ledger.inventoryid, p.inventoryid))
    .orderBy(desc(stock_ledger.seq))
    .limit(1),
)

export const lastBalance = (db: TenantDb, inventoryid: string): number =>
  newest.get(db, { inventoryid })?.balance ?? 0

const lineOfItem = statement((q, p: Params<{ inventoryid: string }>) =>
  q
    .select({ id: materials.id })
    .from(materials)
    .where(and(eq(materials.inventoryid, p.inventoryid), eq(materials.archived, false)))
    .limit(1),
)

/** Whether movements or lines hold figures in the item's base unit. */
export const isCounted = (db: TenantDb, inventoryid: string): boolean =>
  Boolean(newest.get(db, { inventoryid }) ?? lineOfItem.get(db, { inventoryid }))

const movement = {
  ...getTableColumns(stock_ledger),
  kind: sql<Movement['kind']>`${stock_ledger.kind}`,
}

const bySeq = statement((q, p: Params<{ seq: number }>) =>
  q.select(movement).from(stock_ledger).where(eq(stock_ledger.seq, p.seq)),
)

export const movementBySeq = (db: TenantDb, seq: number) => bySeq.get(db, { seq })

const movedLines = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ materialid: stock_ledger.materialid, quantity: sum(stock_ledger.quantity).mapWith(Number) })
    .from(stock_ledger)
    .where(and(eq(stock_ledger.jobid, p.jobid), isNotNull(stock_ledger.materialid)))
    .groupBy(stock_ledger.materialid),
)

type BroughtIn = Pick<Movement, 'inventoryid' | 'inventoryclass' | 'storageid' | 'jobid'> & {
  quantity: number
}

/** What the movements after one brought into each place, by job, in base units. */
export const listBroughtIn = (db: TenantDb, seq: number): BroughtIn[] =>
  prepared<BroughtIn>(
    db,
    `SELECT inventoryid, max(inventoryclass) AS inventoryclass, storageid, jobid, sum(quantity) AS quantity FROM stock_ledger
     WHERE seq > ? GROUP BY inventoryid, storageid, jobid HAVING sum(quantity) > 0`,
  ).all([seq])

/** What each line of a job has moved in all. */
export const movedByLine = (db: TenantDb, jobid: string) => movedLines.all(db, { jobid })

const movedPlaces = statement((q, p: Params<{ materialid: string }>) =>
  q
    .select({ storageid: stock_ledger.storageid, quantity: sum(stock_ledger.quantity).mapWith(Number) })
    .from(stock_ledger)
    .leftJoin(storage, eq(storage.id, stock_ledger.storageid))
    .where(and(eq(stock_ledger.materialid, p.materialid), isNull(storage.client)))
    .groupBy(stock_ledger.storageid)
    .orderBy(desc(sql`abs(sum(${stock_ledger.quantity}))`)),
)

/** What a line has moved in all at each place of ours, the most first. */
export const movedByPlace = (db: TenantDb, materialid: string) => movedPlaces.all(db, { materialid })

const newestOfLine = statement((q, p: Params<{ materialid: string }>) =>
  q
    .select({
      storageid: stock_ledger.storageid,
      quantity: stock_ledger.quantity,
      enteredquantity: stock_ledger.enteredquantity,
    })
    .from(stock_ledger)
    .where(
      and(
        eq(stock_ledger.materialid, p.materialid),
        eq(
          stock_ledger.createdutc,
          sql`(SELECT createdutc FROM stock_ledger WHERE materialid = ${p.materialid} ORDER BY seq DESC LIMIT 1)`,
        ),
        // What it took in the same millisecond was another move.
        sql`sign(${stock_ledger.quantity}) = (SELECT sign(quantity) FROM stock_ledger WHERE materialid = ${p.materialid} ORDER BY seq DESC LIMIT 1)`,
      ),
    )
    .orderBy(asc(stock_ledger.seq)),
)

/** What a line moved at once the last time. */
export const lastMovedOfLine = (db: TenantDb, materialid: string) => newestOfLine.all(db, { materialid })

const reversal = statement((q, p: Params<{ seq: number }>) =>
  q.select({ seq: stock_ledger.seq }).from(stock_ledger).where(eq(stock_ledger.reverses, p.seq)),
)

export const findReversal = (db: TenantDb, seq: number) => reversal.get(db, { seq })

const onHand = statement((q, p: Params<{ inventoryid: string; storageid: string }>) =>
  q
    .select({ quantity: stock_onhand.quantity })
    .from(stock_onhand)
    .where(and(eq(stock_onhand.inventoryid, p.inventoryid), eq(stock_onhand.storageid, p.storageid))),
)

export const onHandAt = (db: TenantDb, inventoryid: string, storageid: string): number =>
  onHand.get(db, { inventoryid, storageid })?.quantity ?? 0

const ON_HAND = `
  SELECT h.inventoryid, h.storageid, h.quantity
  FROM json_each(?) p CROSS JOIN stock_onhand h ON h.inventoryid = p.value ->> 0 AND h.storageid = p.value ->> 1`

/** What is on hand at these places, where anything ever was; `storageid` is empty for no place. */
export const listOnHandAt = (
  db: TenantDb,
  places: readonly (readonly [inventoryid: string, storageid: string])[],
) =>
  prepared<{ inventoryid: string; storageid: string; quantity: number }>(db, ON_HAND).all([
    JSON.stringify(places),
  ])

const reversals = alias(stock_ledger, 'reversals')

const countedSince = sql`iif(${stock_ledger.kind} = 'count' AND NOT EXISTS (SELECT 1 FROM ${stock_ledger} AS ${reversals} WHERE ${reversals.reverses} = ${stock_ledger.seq}), ${stock_ledger.createdutc}, NULL)`

type Since = { inventoryid: string; storageid: string; made: string; before: string }

const since = statement((q, p: Params<Since>) =>
  q
    .select({
      quantity: sql<number>`coalesce(sum(${stock_ledger.quantity}), 0)`,
      countedutc: sql<string | null>`max(${countedSince})`,
      // Of the row that holds the maximum.
      user: stock_ledger.user,
    })
    .from(stock_ledger)
    .where(
      and(
        eq(stock_ledger.inventoryid, p.inventoryid),
        eq(sql`coalesce(${stock_ledger.storageid}, '')`, p.storageid),
        gt(stock_ledger.createdutc, p.made),
        gt(
          stock_ledger.seq,
          sql`coalesce((SELECT seq FROM stock_ledger WHERE inventoryid = ${p.inventoryid} AND createdutc <= ${p.before} ORDER BY seq DESC LIMIT 1), 0)`,
        ),
      ),
    ),
)

/**
 * What moved at a place after `made`, and the newest count of it that stands. Whatever lies before a movement dated
 * `before` is not read: it was dated and booked earlier.
 */
export const movedSince = (db: TenantDb, place: Since) => since.get(db, place)

const places = statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
  q
    .select({
      inventoryid: stock_onhand.inventoryid,
      storageid: stock_onhand.storageid,
      name: storage.name,
      quantity: stock_onhand.quantity,
    })
    .from(listItems(p.inventoryids))
    .innerJoin(stock_onhand, eq(stock_onhand.inventoryid, listItem))
    .leftJoin(storage, eq(storage.id, stock_onhand.storageid))
    .orderBy(asc(storage.name), asc(stock_onhand.storageid)),
)

export const listStockPlaces = (db: TenantDb, inventoryids: readonly string[]) =>
  places.all(db, { inventoryids })

const items = statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
  q
    .select({
      id: inventory.id,
      code: inventory.code,
      name: nameIn(inventory),
      baseunit: inventory.baseunit,
      defaultstorageid: inventory.defaultstorageid,
    })
    .from(listItems(p.inventoryids))
    .innerJoin(inventory, eq(inventory.id, listItem)),
)
export type StockItemRow = RowOf<typeof items>

export const stockItems = (db: TenantDb, inventoryids: readonly string[]) => items.all(db, { inventoryids })

type Filter = { inventoryid: string; kind: string; start: string; end: string }
type Page = Filter & { before: number; take: number }

const fitting = (p: Params<Filter>) =>
  and(
    eq(stock_ledger.inventoryid, p.inventoryid),
    or(sql`${p.kind} = ''`, eq(stock_ledger.kind, p.kind)),
    between(stock_ledger.effectivedate, p.start, p.end),
  )

const movements = statement((q, p: Params<Filter>) =>
  q.select({ count: count() }).from(stock_ledger).where(fitting(p)),
)

/** Chosen in the index alone, so that neither its length nor a narrow filter makes a page slow. */
export const movementPage = statement((q, p: Params<Page>) => {
  const page = q
    .select({ seq: stock_ledger.seq })
    .from(stock_ledger)
    .where(and(fitting(p), lt(stock_ledger.seq, p.before)))
    .orderBy(desc(stock_ledger.seq))
    .limit(p.take)
    .as('page')
  return q
    .select({
      ...movement,
      storage: storage.name,
      reference: jobs.reference,
      boardid: jobs.boardid,
      location: jobs.location,
      reversedby: sql<
        number | null
      >`(SELECT ${reversals.seq} FROM ${stock_ledger} AS ${reversals} WHERE ${reversals.reverses} = ${stock_ledger.seq})`,
    })
    .from(page)
    .innerJoin(stock_ledger, eq(stock_ledger.seq, page.seq))
    .leftJoin(storage, eq(storage.id, stock_ledger.storageid))
    .leftJoin(jobs, eq(jobs.id, stock_ledger.jobid))
    .orderBy(desc(stock_ledger.seq))
})
export type LedgerRow = RowOf<typeof movementPage>

export type LedgerQuery = { take?: number; before?: number; kind?: string; start?: string; end?: string }

export function ledgerPage(db: TenantDb, inventoryid: string, query: LedgerQuery): LedgerRow[] {
  const { take = 50, before = Number.MAX_SAFE_INTEGER, kind = '', start = '', end = '9999-12-31' } = query
  return movementPage.all(db, { inventoryid, before, kind, start, end, take })
}

/** On all pages together. */
export function countLedger(db: TenantDb, inventoryid: string, query: LedgerQuery): number {
  const { kind = '', start = '', end = '9999-12-31' } = query
  return movements.get(db, { inventoryid, kind, start, end })?.count ?? 0
}
