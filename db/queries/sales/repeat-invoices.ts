import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import {
  boards,
  invoices,
  jobs,
  type RepeatInvoiceState,
  repeat_invoices,
  repeat_invoicing,
  users,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

type RepeatKey = { template: string; category: string }

const invoicing = (q: QueryBuilder) =>
  q
    .select({
      template: repeat_invoicing.template,
      category: repeat_invoicing.category,
      invoice: repeat_invoicing.invoice,
      version: repeat_invoicing.version,
      ownerid: repeat_invoicing.ownerid,
      firstname: users.firstname,
      lastname: users.lastname,
      email: users.email,
      archived: users.archived,
    })
    .from(repeat_invoicing)
    .innerJoin(users, eq(users.id, repeat_invoicing.ownerid))

const oneInvoicing = statement((q, p: Params<RepeatKey>) =>
  invoicing(q).where(
    and(eq(repeat_invoicing.template, p.template), eq(repeat_invoicing.category, p.category)),
  ),
)

export type RepeatInvoicing = RowOf<typeof oneInvoicing>

export const findRepeatInvoicing = (db: TenantDb, { template, category }: RepeatKey) =>
  oneInvoicing.get(db, { template, category })

const allInvoicing = statement((q) => invoicing(q))

/** What each repeat does besides making its job. */
export function readRepeatInvoicing(db: TenantDb) {
  const known = new Map(allInvoicing.all(db).map((one) => [`${one.template} ${one.category}`, one.invoice]))
  return ({ template, category }: RepeatKey) => known.get(`${template} ${category}`) ?? ('none' as const)
}

export const setRepeatInvoicing = (
  db: TenantDb,
  {
    template,
    category,
    invoice,
    ownerid,
    now,
  }: RepeatKey & { invoice: string; ownerid: string; now: string },
) =>
  prepared(
    db,
    `INSERT INTO repeat_invoicing (template, category, invoice, ownerid, updatedutc) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (template, category) DO UPDATE SET invoice = excluded.invoice, ownerid = excluded.ownerid,
       updatedutc = excluded.updatedutc, version = version + 1`,
  ).run([template, category, invoice, ownerid, now])

export const deleteRepeatInvoicing = (db: TenantDb, { template, category }: RepeatKey) =>
  prepared(db, 'DELETE FROM repeat_invoicing WHERE template = ? AND category = ?').run([template, category])

/** Only where the repeat invoices: returns whether it does. */
export const addRepeatInvoice = (
  db: TenantDb,
  { jobid, date, template, category }: RepeatKey & { jobid: string; date: string },
): boolean =>
  prepared(
    db,
    `INSERT INTO repeat_invoices (jobid, template, category, date)
     SELECT ?, template, category, ? FROM repeat_invoicing WHERE template = ? AND category = ?`,
  ).run([jobid, date, template, category]).changes > 0

/** In the words of its index. */
const isOpen = sql`${repeat_invoices.state} IN ('due', 'draft', 'issued')`

const open = statement((q, p: Params<{ today: string }>) =>
  q
    .select({
      jobid: repeat_invoices.jobid,
      template: repeat_invoices.template,
      category: repeat_invoices.category,
      date: repeat_invoices.date,
      state: repeat_invoices.state,
      invoiceid: repeat_invoices.invoiceid,
      message: repeat_invoices.message,
    })
    .from(repeat_invoices)
    .where(and(isOpen, lte(repeat_invoices.date, p.today)))
    .orderBy(asc(repeat_invoices.date), asc(repeat_invoices.jobid)),
)

export type RepeatInvoice = RowOf<typeof open>

/** Those whose day has come, the oldest first. */
export const listOpenRepeatInvoices = (db: TenantDb, today: string) => open.all(db, { today })

type Step = { state: RepeatInvoiceState; message?: string; invoiceid?: string | null }

/** False where it is at another state than `row` says: then nothing is changed. */
export const moveRepeatInvoice = (
  db: TenantDb,
  row: RepeatInvoice,
  { state, message = '', invoiceid = row.invoiceid }: Step,
): boolean =>
  prepared(
    db,
    'UPDATE repeat_invoices SET state = ?, message = ?, invoiceid = ? WHERE jobid = ? AND state = ?',
  ).run([state, message, invoiceid, row.jobid, row.state]).changes > 0

export const hasRepeatDraft = (db: TenantDb, invoiceid: string): boolean =>
  prepared(db, `SELECT 1 FROM repeat_invoices WHERE invoiceid = ? AND state = 'draft'`).get([invoiceid]) !==
  null

const newest = statement((q, p: Params<RepeatKey & { most: number }>) =>
  q
    .select({
      jobid: repeat_invoices.jobid,
      date: repeat_invoices.date,
      state: repeat_invoices.state,
      message: repeat_invoices.message,
      invoiceid: repeat_invoices.invoiceid,
      number: invoices.number,
      reference: jobs.reference,
    })
    .from(repeat_invoices)
    .innerJoin(jobs, eq(jobs.id, repeat_invoices.jobid))
    .leftJoin(invoices, eq(invoices.id, repeat_invoices.invoiceid))
    .where(and(eq(repeat_invoices.template, p.template), eq(repeat_invoices.category, p.category)))
    .orderBy(desc(repeat_invoices.date), desc(repeat_invoices.jobid))
    .limit(p.most),
)

/** What became of the last ones, the newest first. */
export const listNewestRepeatInvoices = (db: TenantDb, { template, category }: RepeatKey, most: number) =>
  newest.all(db, { template, category, most })

const source = statement((q, p: Params<{ invoiceid: string }>) =>
  q
    .select({
      template: jobs.id,
      reference: jobs.reference,
      board: boards.slug,
      date: repeat_invoices.date,
      message: repeat_invoices.message,
    })
    .from(repeat_invoices)
    .innerJoin(jobs, eq(jobs.id, repeat_invoices.template))
    .innerJoin(boards, eq(boards.id, jobs.boardid))
    .where(eq(repeat_invoices.invoiceid, p.invoiceid))
    .limit(1),
)

/** The repeat that an invoice comes from. */
export const findRepeatOfInvoice = (db: TenantDb, invoiceid: string) => source.get(db, { invoiceid })
