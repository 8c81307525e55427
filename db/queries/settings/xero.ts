import { randomUUIDv7 } from 'bun'
import { and, asc, count, desc, eq, lte, type Placeholder, sql } from 'drizzle-orm'
import { NEVER } from '#db/queries/outbox.ts'
import {
  clients,
  invoices,
  xero_outbox as outbox,
  supplierinvoices,
  suppliers,
  type XeroEntryState,
  type XeroKind,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { filtered, type GivenParams, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'

/** Something else is asked of it than before. */
export const REVISED = `state = 'waiting', revision = revision + 1, attempts = iif(state = 'waiting', attempts, 0),
  changedutc = $now, code = '', reason = ''`

/** `invoiceid`: what it is put to, empty for a document. */
export type XeroEntryKey = { kind: XeroKind; recordid: string; invoiceid: string }

type ToOrganisation = { tenantid: string; now: string }

/** Of documents, that they went to the organisation or are to go. */
export const goesThere = (recordids: string) =>
  `EXISTS (SELECT 1 FROM xero_outbox o WHERE o.recordid IN (${recordids}) AND o.invoiceid = '' AND o.tenantid = $tenantid
    AND o.state <> 'withdrawn')`

/** What is put to an invoice goes only where that went: elsewhere it waits for nobody, and is no entry. What is there stays. */
export const putXeroEntries = (db: TenantDb, keys: readonly XeroEntryKey[], given: ToOrganisation) =>
  prepared(
    db,
    `INSERT INTO xero_outbox (id, kind, recordid, invoiceid, tenantid, state, nextutc, createdutc, changedutc)
     SELECT k.value ->> 'id', k.value ->> 'kind', k.value ->> 'recordid', k.value ->> 'invoiceid', $tenantid, 'waiting', $now, $now, $now
     FROM json_each($keys) k
     WHERE CASE k.value ->> 'kind'
       WHEN 'billallocation' THEN ${goesThere("k.value ->> 'invoiceid'")} AND ${goesThere("k.value ->> 'recordid'")}
       ELSE k.value ->> 'invoiceid' = '' OR ${goesThere("k.value ->> 'invoiceid'")} END
     ON CONFLICT (recordid, kind, invoiceid, tenantid) DO NOTHING`,
  ).run({ ...given, keys: JSON.stringify(keys.map((key) => ({ ...key, id: randomUUIDv7() }))) })

/** Asked anew in every organisation to which they went, in another than `tenantid` once that one is chosen again. */
export const reviseXeroEntries = (db: TenantDb, keys: readonly XeroEntryKey[], given: ToOrganisation) =>
  prepared(
    db,
    `UPDATE xero_outbox SET ${REVISED}, nextutc = iif(tenantid = $tenantid, $now, '${NEVER}')
     FROM json_each($keys) k
     WHERE recordid = k.value ->> 'recordid' AND kind = k.value ->> 'kind' AND invoiceid = k.value ->> 'invoiceid'`,
  ).run({ ...given, keys: JSON.stringify(keys) })

export const NEW_ID = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
  || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`
export const NEW_ROW =
  'INSERT OR IGNORE INTO xero_outbox (id, kind, recordid, invoiceid, tenantid, state, nextutc, createdutc, changedutc)'

const due = statement((q, p: Params<{ tenantid: string; now: string; take: number }>) =>
  q
    .select()
    .from(outbox)
    .where(and(eq(outbox.state, 'waiting'), lte(outbox.nextutc, p.now), eq(outbox.tenantid, p.tenantid)))
    .orderBy(asc(outbox.nextutc))
    .limit(p.take),
)
export type XeroEntry = RowOf<typeof due>

export const dueXeroEntries = (db: TenantDb, tenantid: string, now: string, take: number) =>
  due.all(db, { tenantid, now, take })

const next = statement((q) =>
  q
    .select({ nextutc: sql<string | null>`min(${outbox.nextutc})` })
    .from(outbox)
    .where(eq(outbox.state, 'waiting')),
)

export const nextXeroEntry = (db: TenantDb): string | null => {
  const at = next.get(db)?.nextutc ?? null
  return at === NEVER ? null : at
}

const byId = statement((q, p: Params<{ id: string }>) => q.select().from(outbox).where(eq(outbox.id, p.id)))
export const xeroEntryById = (db: TenantDb, id: string) => byId.get(db, { id })

const ofRecord = statement((q, p: Params<{ recordid: string; kind: string; tenantid: string }>) =>
  q
    .select()
    .from(outbox)
    .where(
      and(
        eq(outbox.recordid, p.recordid),
        sql`${outbox.kind} = ${p.kind}`,
        eq(outbox.invoiceid, ''),
        eq(outbox.tenantid, p.tenantid),
      ),
    ),
)

export const xeroDocument = (db: TenantDb, kind: XeroKind, recordid: string, tenantid: string) =>
  ofRecord.get(db, { kind, recordid, tenantid })

const aboutInvoice = statement((q, p: Params<{ id: string; tenantid: string }>) =>
  q
    .select()
    .from(outbox)
    .where(
      and(
        sql`+${outbox.tenantid} = ${p.tenantid}`,
        sql`(${outbox.recordid} = ${p.id} OR (${outbox.invoiceid} = ${p.id} AND ${outbox.invoiceid} <> ''))`,
      ),
    )
    .orderBy(asc(outbox.createdutc), asc(outbox.id)),
)

/** The document and what is put to it. */
export const listXeroEntriesAbout = (db: TenantDb, id: string, tenantid: string) =>
  aboutInvoice.all(db, { id, tenantid })

const known = statement((q, p: Params<{ xeroids: string; tenantid: string }>) =>
  q
    .select({ xeroid: outbox.xeroid })
    .from(outbox)
    .where(
      and(
        sql`${outbox.xeroid} IN (SELECT value FROM json_each(${p.xeroids}))`,
        sql`${outbox.xeroid} <> ''`,
        // Else SQLite reads all rows of the organisation, which an account has but one of.
        sql`+${outbox.tenantid} = ${p.tenantid}`,
      ),
    ),
)

/** Which of these ids of Xero a row here names. */
export const listKnownXeroIds = (db: TenantDb, xeroids: readonly string[], tenantid: string): string[] =>
  known.all(db, { xeroids: JSON.stringify(xeroids), tenantid }).map(({ xeroid }) => xeroid)

const there = statement((q, p: Params<{ xeroid: string; tenantid: string }>) =>
  q
    .select()
    .from(outbox)
    .where(
      and(eq(outbox.xeroid, p.xeroid), sql`${outbox.xeroid} <> ''`, sql`+${outbox.tenantid} = ${p.tenantid}`),
    ),
)

export const xeroEntryThere = (db: TenantDb, xeroid: string, tenantid: string) =>
  there.get(db, { xeroid, tenantid })

export const changeXeroEntry = (db: TenantDb, id: string, values: Partial<typeof outbox.$inferInsert>) =>
  db.update(outbox).set(values).where(eq(outbox.id, id)).run()

/** What waits for a document is asked again. */
export const wakeDependents = (db: TenantDb, recordid: string, now: string) =>
  prepared(
    db,
    `UPDATE xero_outbox SET nextutc = ?2 WHERE state = 'waiting' AND nextutc > ?2 AND (invoiceid = ?1 OR recordid = ?1)`,
  ).run([recordid, now])

/** After the mapping was mended, or somebody connected again. */
export const wakeXeroEntries = (db: TenantDb, tenantid: string, now: string, code?: string) =>
  code === undefined
    ? prepared(
        db,
        `UPDATE xero_outbox SET nextutc = ?2 WHERE state = 'waiting' AND nextutc > ?2 AND tenantid = ?1`,
      ).run([tenantid, now])
    : prepared(
        db,
        `UPDATE xero_outbox SET state = 'waiting', nextutc = ?2, changedutc = ?2, revision = revision + 1, attempts = 0, reason = ''
         WHERE state = 'refused' AND code = ?3 AND tenantid = ?1`,
      ).run([tenantid, now, code])

export const postponeXeroEntries = (db: TenantDb, now: string, until: string) =>
  prepared(db, `UPDATE xero_outbox SET nextutc = ?2 WHERE state = 'waiting' AND nextutc <= ?1`).run([
    now,
    until,
  ])

const allocated = statement((q, p: Params<{ paymentid: string; invoiceid: string }>) =>
  q
    .select({
      cents: sql<Cents>`coalesce(sum(amountcents), 0)`,
      date: sql<string | null>`max(iif(amountcents > 0, date, NULL))`,
    })
    .from(sql`invoice_payments`)
    .where(sql`paymentid = ${p.paymentid} AND invoiceid = ${p.invoiceid}`),
)

/** What of a payment is put to an invoice now. */
export const readAllocated = (db: TenantDb, paymentid: string, invoiceid: string) =>
  allocated.get(db, { paymentid, invoiceid }) ?? { cents: 0 as Cents, date: null }

const counts = statement((q, p: Params<{ tenantid: string }>) =>
  q
    .select({ state: outbox.state, n: count() })
    .from(outbox)
    .where(eq(outbox.tenantid, p.tenantid))
    .groupBy(outbox.state),
)

export const countXeroEntries = (db: TenantDb, tenantid: string): Partial<Record<XeroEntryState, number>> =>
  Object.fromEntries(counts.all(db, { tenantid }).map(({ state, n }) => [state, n]))

type Listed = { tenantid: string; state?: XeroEntryState }

const isListed = (p: GivenParams<Listed>) =>
  and(sql`${outbox.tenantid} = ${p.tenantid}`, p.state && sql`${outbox.state} = ${p.state}`)

/** A payment and an allocation go by the invoice that they are put to. */
const about = sql`iif(${outbox.invoiceid} = '', ${outbox.recordid}, ${outbox.invoiceid})`

const listed = filtered((q, p: GivenParams<Listed & { take: number; skip: number }>, _: object) =>
  q
    .select({
      id: outbox.id,
      kind: outbox.kind,
      state: outbox.state,
      xeronumber: outbox.xeronumber,
      xeroid: outbox.xeroid,
      code: outbox.code,
      reason: outbox.reason,
      recordid: outbox.recordid,
      changedutc: outbox.changedutc,
      nextutc: outbox.nextutc,
      invoiceid: invoices.id,
      billid: supplierinvoices.id,
      number: sql<string | null>`coalesce(${invoices.number}, ${supplierinvoices.number})`,
      who: sql<string | null>`coalesce(${clients.name}, ${suppliers.name})`,
      client: invoices.client,
      supplier: supplierinvoices.supplier,
      // What a payment put to the invoice last, before it was taken off again.
      lastcents: sql<number>`CASE ${outbox.kind}
        WHEN 'payment' THEN coalesce((SELECT p.amountcents FROM invoice_payments p
          WHERE p.paymentid = ${outbox.recordid} AND p.invoiceid = ${outbox.invoiceid} AND p.amountcents > 0
          ORDER BY p.id DESC LIMIT 1), 0)
        ELSE 0 END`,
      cents: sql<number>`CASE ${outbox.kind}
        WHEN 'payment' THEN coalesce((SELECT sum(p.amountcents) FROM invoice_payments p
          WHERE p.paymentid = ${outbox.recordid} AND p.invoiceid = ${outbox.invoiceid}), 0)
        WHEN 'billpayment' THEN ${outbox.sentcents}
        WHEN 'billallocation' THEN ${outbox.sentcents}
        WHEN 'allocation' THEN coalesce((SELECT -n.totalcents FROM invoices n WHERE n.id = ${outbox.recordid}), 0)
        ELSE coalesce(${invoices.totalcents}, ${supplierinvoices.totalcents}, 0) END`,
    })
    .from(outbox)
    .leftJoin(invoices, eq(invoices.id, about))
    .leftJoin(clients, eq(clients.id, invoices.client))
    .leftJoin(supplierinvoices, eq(supplierinvoices.id, about))
    .leftJoin(suppliers, eq(suppliers.id, supplierinvoices.supplier))
    .where(isListed(p))
    .orderBy(desc(outbox.changedutc), desc(outbox.id))
    .limit(p.take as Placeholder)
    .offset(p.skip as Placeholder),
)

export const listXeroEntries = (db: TenantDb, filter: Listed, page: { take: number; skip: number }) =>
  listed.all(db, { ...filter, ...page }, {})
