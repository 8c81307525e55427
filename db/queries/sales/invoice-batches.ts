import { and, asc, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { invoice_batch_rows, invoice_batches, invoices } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const byId = statement((q, p: Params<{ id: string }>) =>
  q.select().from(invoice_batches).where(eq(invoice_batches.id, p.id)),
)

export type InvoiceBatch = RowOf<typeof byId>

export const invoiceBatchById = (db: TenantDb, id: string) => byId.get(db, { id })

const rows = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ ...getTableColumns(invoice_batch_rows), number: invoices.number })
    .from(invoice_batch_rows)
    .leftJoin(invoices, eq(invoices.id, invoice_batch_rows.invoiceid))
    .where(eq(invoice_batch_rows.batchid, p.id))
    .orderBy(asc(invoice_batch_rows.position)),
)

export const listBatchRows = (db: TenantDb, id: string) => rows.all(db, { id })

const next = statement((q, p: Params<{ id: string }>) =>
  q
    .select()
    .from(invoice_batch_rows)
    .where(and(eq(invoice_batch_rows.batchid, p.id), sql`${invoice_batch_rows.state} IN ('waiting', 'undo')`))
    .orderBy(asc(invoice_batch_rows.position))
    .limit(1),
)

export type InvoiceBatchRow = RowOf<typeof next>

/** The first that is still to be done. */
export const nextBatchRow = (db: TenantDb, id: string) => next.get(db, { id })

const waiting = statement((q, p: Params<{ id: string; after: number; most: number }>) =>
  q
    .select()
    .from(invoice_batch_rows)
    .where(
      and(
        eq(invoice_batch_rows.batchid, p.id),
        gt(invoice_batch_rows.position, p.after),
        sql`${invoice_batch_rows.state} IN ('waiting', 'undo')`,
      ),
    )
    .orderBy(asc(invoice_batch_rows.position))
    .limit(p.most),
)

/** As many as are asked for at most, behind a position. */
export const listOpenRows = (db: TenantDb, id: string, after: number, most: number) =>
  waiting.all(db, { id, after, most })

const recent = statement((q, p: Params<{ userid: string }>) =>
  q
    .select({
      id: invoice_batches.id,
      kind: invoice_batches.kind,
      createdutc: invoice_batches.createdutc,
      rows: sql<number>`(SELECT count(*) FROM invoice_batch_rows r WHERE r.batchid = ${invoice_batches.id})`,
      open: sql<number>`(SELECT count(*) FROM invoice_batch_rows r
        WHERE r.batchid = ${invoice_batches.id} AND r.state IN ('waiting', 'undo'))`,
    })
    .from(invoice_batches)
    .where(eq(invoice_batches.userid, p.userid))
    .orderBy(desc(invoice_batches.createdutc))
    .limit(1),
)

/** The last that a person started. */
export const newestBatch = (db: TenantDb, userid: string) => recent.get(db, { userid })
