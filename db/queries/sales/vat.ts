import { and, asc, between, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { clients, invoice_lines, invoices } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents, Percent } from '#server/money/decimal.ts'
import { invoiceClientName } from './invoice-filter.ts'

type Asked = { organisation: string; start: string; end: string }

const sums = {
  net: sql<Cents>`sum(${invoice_lines.netcents})`,
  vat: sql<Cents>`sum(${invoice_lines.vatcents})`,
  total: sql<Cents>`sum(${invoice_lines.totalcents})`,
}
const rate = { vatrate: sql<Percent>`${invoice_lines.vatrate}`, exempt: invoice_lines.exempt }

/** What a deposit request asks for is no supply. */
const charged = (p: Params<Asked>) =>
  and(
    eq(invoices.organisation, p.organisation),
    between(invoices.date, p.start, p.end),
    sql`${invoices.state} <> 'draft'`,
    inArray(invoices.kind, ['invoice', 'creditnote']),
    isNotNull(invoice_lines.vatrate),
  )

const byRate = statement((q, p: Params<Asked>) =>
  q
    .select({ kind: invoices.kind, ...rate, documents: sql<number>`count(DISTINCT ${invoices.id})`, ...sums })
    .from(invoices)
    .innerJoin(invoice_lines, eq(invoice_lines.invoiceid, invoices.id))
    .where(charged(p))
    .groupBy(invoices.kind, invoice_lines.vatrate, invoice_lines.exempt)
    .orderBy(sql`${invoice_lines.vatrate} DESC`, asc(invoice_lines.exempt), sql`${invoices.kind} DESC`),
)
export type VatSum = RowOf<typeof byRate>

/** Of the documents of some days; those of credit notes are below zero. */
export const sumVat = (db: TenantDb, asked: Asked): VatSum[] => byRate.all(db, asked)

const documents = statement((q, p: Params<Asked>) =>
  q
    .select({
      id: invoices.id,
      kind: invoices.kind,
      number: invoices.number,
      date: invoices.date,
      client: invoiceClientName,
      vatnumber: sql<string | null>`${invoices.snapshot} ->> '$.client.vatnumber'`,
      ...rate,
      ...sums,
    })
    .from(invoices)
    .innerJoin(invoice_lines, eq(invoice_lines.invoiceid, invoices.id))
    .leftJoin(clients, eq(clients.id, invoices.client))
    .where(charged(p))
    .groupBy(invoices.id, invoice_lines.vatrate, invoice_lines.exempt)
    .orderBy(asc(invoices.date), asc(invoices.series), sql`${invoice_lines.vatrate} DESC`),
)
export type VatDocument = RowOf<typeof documents>

/** A row for each rate on each document. */
export const listVatDocuments = (db: TenantDb, asked: Asked): VatDocument[] => documents.all(db, asked)

const firstDocument = statement((q, p: Params<{ organisation: string }>) =>
  q
    .select({ date: sql<string | null>`min(${invoices.date})` })
    .from(invoices)
    .where(and(eq(invoices.organisation, p.organisation), sql`${invoices.state} <> 'draft'`)),
)

/** The day of the first document that an organisation issued. */
export const firstIssuedDay = (db: TenantDb, organisation: string): string | null =>
  firstDocument.get(db, { organisation })?.date ?? null
