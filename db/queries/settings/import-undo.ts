import { and, asc, desc, eq, gt, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { REMOVED } from '#db/job-status.ts'
import { invoices, jobs, materials, stock_ledger } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { quoteName } from './import.ts'

// Text where the table is known only when an import is taken back.
const AMONG = '(SELECT value FROM json_each(?))'

type Referrer = { table: string; column: string }

/** What may point at records without a foreign key that says so. */
const loose: Record<string, Referrer[]> = {
  inventory: [{ table: 'categories', column: 'defaultproduct' }],
  locations: [{ table: 'locations', column: 'parent' }],
  materials: [{ table: 'materials', column: 'jobproduct' }],
}

export function listReferrers(db: TenantDb, table: string): Referrer[] {
  const keyed = prepared<Referrer>(
    db,
    `SELECT m.name AS "table", f."from" AS "column"
     FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f
     WHERE m.type = 'table' AND f."table" = ? AND f.on_delete <> 'CASCADE'`,
  ).all([table])
  return [...keyed, ...(loose[table] ?? []), { table: 'documents', column: 'referenceid' }]
}

// What a job was given by itself, and nobody has worked on.
const UNTOUCHED_STEP = 'version = 1'

/** Rows that are history alone: what they say was taken back. */
const HISTORY: Readonly<Record<string, string>> = {
  job_steps: UNTOUCHED_STEP,
  materials: 'archived',
  stock_ledger: `(reverses IS NOT NULL
    OR EXISTS (SELECT 1 FROM stock_ledger AS r WHERE r.reverses = stock_ledger.seq)
    OR kind = 'line' AND materialid IN (SELECT id FROM materials WHERE archived))`,
}

/** Those that history names for good, so that they cannot be deleted. */
export const listKeptByHistory = (db: TenantDb, referrers: readonly Referrer[], ids: string): string[] =>
  referrers
    .filter(({ table }) => table in HISTORY)
    .flatMap(({ table, column }) =>
      prepared<{ id: string }>(
        db,
        `SELECT DISTINCT ${quoteName(column)} AS id FROM ${quoteName(table)} WHERE ${quoteName(column)} IN ${AMONG}`,
      ).all([ids]),
    )
    .map(({ id }) => id)

/** By table, the ids of what the import takes along. */
export type OwnIds = ReadonlyMap<string, string>

export const countReferring = (
  db: TenantDb,
  { table, column }: Referrer,
  { of, ids, own }: { of: string; ids: string; own?: string },
): number => {
  const others = own ? `AND id NOT IN (SELECT value FROM json_each(?2))` : ''
  const live = table in HISTORY && table !== of ? `AND NOT ${HISTORY[table]}` : ''
  return (
    prepared<{ n: number }>(
      db,
      `SELECT count(*) AS n FROM ${quoteName(table)}
       WHERE ${quoteName(column)} IN (SELECT value FROM json_each(?1)) ${others} ${live}`,
    ).get(own ? [ids, own] : [ids])?.n ?? 0
  )
}

export const listVersions = (db: TenantDb, table: string, ids: string) =>
  prepared<Pick<typeof jobs.$inferSelect, 'id' | 'version'>>(
    db,
    `SELECT id, version FROM ${quoteName(table)} WHERE id IN ${AMONG}`,
  ).all([ids])

export const deleteRows = (db: TenantDb, table: string, ids: string) =>
  prepared(db, `DELETE FROM ${quoteName(table)} WHERE id IN ${AMONG}`).run([ids])

/** Nobody finds them again; their own names are free for the next import, and what they referred to is let go. */
export function archiveRows(db: TenantDb, table: string, ids: string, now: string) {
  const named = { jobs: 'reference', inventory: 'code' }[table]
  const values = [
    ...(named ? [`${named} = ${named} || ' (taken back ' || substr(id, -12) || ')'`] : []),
    ...(table === 'jobs' ? [`status = ${REMOVED}`, 'statusbefore = NULL', ...emptied(db, table)] : []),
    'archived = 1',
    'version = version + 1',
    'updatedutc = ?',
  ]
  prepared(db, `UPDATE ${quoteName(table)} SET ${values.join(', ')} WHERE id IN ${AMONG}`).run([now, ids])
}

const emptied = (db: TenantDb, table: string) =>
  prepared<{ column: string }>(
    db,
    `SELECT f."from" AS "column" FROM pragma_foreign_key_list(?1) AS f
     JOIN pragma_table_info(?1) AS c ON c.name = f."from" WHERE NOT c."notnull"`,
  )
    .all([table])
    .map(({ column }) => `${quoteName(column)} = NULL`)

export const unlinkPeople = (db: TenantDb, ids: string) =>
  prepared(db, `DELETE FROM location_stakeholders WHERE locationid IN ${AMONG}`).run([ids])

export const detachCategories = (db: TenantDb, ids: string) =>
  prepared(db, `DELETE FROM job_categories WHERE jobid IN ${AMONG}`).run([ids])

export const detachSteps = (db: TenantDb, ids: string) =>
  prepared(db, `DELETE FROM job_steps WHERE jobid IN ${AMONG} AND ${UNTOUCHED_STEP}`).run([ids])

export const detachJobs = (db: TenantDb, ids: string) =>
  prepared(
    db,
    `UPDATE lanes SET changed = changed + 1, jobids = (
       SELECT json_group_array(p.value) FROM json_each(lanes.jobids) AS p
       WHERE p.value NOT IN ${AMONG})`,
  ).run([ids])

/** The newest first. Of lines that nobody changed, all are the import's. */
export const movementsOfLines = (db: TenantDb, ids: string) => moved.all(db, { ids })

const movement = {
  seq: stock_ledger.seq,
  inventoryid: stock_ledger.inventoryid,
  storageid: stock_ledger.storageid,
  inventoryclass: stock_ledger.inventoryclass,
  quantity: stock_ledger.quantity,
  kind: stock_ledger.kind,
  jobid: stock_ledger.jobid,
  materialid: stock_ledger.materialid,
}

const moved = statement((q, p: Params<{ ids: string }>) =>
  q
    .select(movement)
    .from(stock_ledger)
    .where(
      and(
        eq(stock_ledger.kind, 'line'),
        sql`${stock_ledger.materialid} IN (SELECT value FROM json_each(${p.ids}))`,
      ),
    )
    .orderBy(desc(stock_ledger.seq)),
)

/** Takes lines out of their jobs, as a person does, with nothing consumed. */
export const archiveLines = (db: TenantDb, ids: string, now: string) =>
  prepared(
    db,
    `UPDATE materials SET archived = 1, consumed = 0, version = version + 1, updatedutc = ? WHERE id IN ${AMONG}`,
  ).run([now, ids])

export const touchLineJobs = (db: TenantDb, ids: string, seq: number) =>
  prepared(db, `UPDATE jobs SET seq = ? WHERE id IN (SELECT jobid FROM materials WHERE id IN ${AMONG})`).run([
    seq,
    ids,
  ])

const invoiced = statement((q, p: Params<{ ids: string }>) =>
  q
    .select({ reference: jobs.reference, number: sql<string>`${invoices.number}` })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .where(
      and(
        sql`${invoices.jobid} IN (SELECT ${materials.jobid} FROM ${materials}
          WHERE ${materials.id} IN (SELECT value FROM json_each(${p.ids})))`,
        eq(invoices.kind, 'invoice'),
        eq(invoices.state, 'issued'),
      ),
    )
    .orderBy(asc(jobs.reference)),
)

export const listInvoicedJobs = (db: TenantDb, ids: string) => invoiced.all(db, { ids })

const reversals = alias(stock_ledger, 'reversals')

const booked = statement((q, p: Params<{ from: number; to: number }>) =>
  q
    .select(movement)
    .from(stock_ledger)
    .where(
      and(
        gt(stock_ledger.seq, p.from),
        lte(stock_ledger.seq, p.to),
        notExists(
          q.select({ seq: reversals.seq }).from(reversals).where(eq(reversals.reverses, stock_ledger.seq)),
        ),
      ),
    )
    .orderBy(desc(stock_ledger.seq)),
)

export const movementsBetween = (db: TenantDb, from: number, to: number) => booked.all(db, { from, to })
