import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { type InputTax, supplierinvoice_lines, supplierinvoices, suppliers } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents, Percent } from '#server/money/decimal.ts'

/** `startutc` to before `endutc`: the same days as instants, in the account's zone. */
type InputVatAsked = {
  organisation: string
  start: string
  end: string
  startutc: string
  endutc: string
}

/** What was cancelled after its period stays in that period, whose return was handed in, and is taken off its own later one. */
const sign = (p: Params<InputVatAsked>) => sql<number>`CASE
  WHEN ${supplierinvoices.vatdate} BETWEEN ${p.start} AND ${p.end}
    AND (${supplierinvoices.cancelledutc} IS NULL OR ${supplierinvoices.cancelledutc} >= ${p.endutc}) THEN 1
  WHEN ${supplierinvoices.vatdate} < ${p.start} AND ${supplierinvoices.cancelledutc} >= ${p.startutc}
    AND ${supplierinvoices.cancelledutc} < ${p.endutc} THEN -1
  ELSE 0 END`

const sum = (p: Params<InputVatAsked>, column: SQL) => sql<Cents>`sum(${sign(p)} * ${column})`

const documents = statement((q, p: Params<InputVatAsked>) =>
  q
    .select({
      id: supplierinvoices.id,
      kind: sql<string>`iif(${sign(p)} < 0, 'cancelled', ${supplierinvoices.kind})`,
      number: supplierinvoices.number,
      date: supplierinvoices.date,
      vatdate: supplierinvoices.vatdate,
      supplier: suppliers.name,
      vatnumber: supplierinvoices.vatnumber,
      inputtax: sql<InputTax>`${supplierinvoice_lines.inputtax}`,
      vatrate: sql<Percent>`${supplierinvoice_lines.vatrate}`,
      net: sum(p, sql`${supplierinvoice_lines.netcents}`),
      vat: sum(p, sql`${supplierinvoice_lines.vatcents}`),
      total: sum(p, sql`${supplierinvoice_lines.totalcents}`),
    })
    .from(supplierinvoices)
    .innerJoin(supplierinvoice_lines, eq(supplierinvoice_lines.invoiceid, supplierinvoices.id))
    .innerJoin(suppliers, eq(suppliers.id, supplierinvoices.supplier))
    .where(
      and(
        eq(supplierinvoices.organisation, p.organisation),
        sql`${supplierinvoices.vatdate} <= ${p.end}`,
        sql`${supplierinvoices.approvedutc} IS NOT NULL`,
        sql`${supplierinvoices.vatnumber} <> ''`,
        sql`${supplierinvoice_lines.inputtax} <> 'none'`,
        sql`${supplierinvoice_lines.vatrate} > 0`,
        sql`${sign(p)} <> 0`,
      ),
    )
    .groupBy(supplierinvoices.id, supplierinvoice_lines.inputtax, supplierinvoice_lines.vatrate)
    .orderBy(asc(supplierinvoices.vatdate), asc(supplierinvoices.id)),
)
export type InputVatDocument = RowOf<typeof documents>

/** A row for each kind and rate on each invoice of a supplier who may charge VAT; of credit notes below zero. */
export const listInputVat = (db: TenantDb, asked: InputVatAsked): InputVatDocument[] =>
  documents.all(db, asked)

const firstClaim = statement((q, p: Params<{ organisation: string }>) =>
  q
    .select({ date: sql<string | null>`min(${supplierinvoices.vatdate})` })
    .from(supplierinvoices)
    .where(
      and(
        eq(supplierinvoices.organisation, p.organisation),
        sql`${supplierinvoices.approvedutc} IS NOT NULL`,
      ),
    ),
)

/** The first day on which an organisation claimed what suppliers charge. */
export const firstInputDay = (db: TenantDb, organisation: string): string | null =>
  firstClaim.get(db, { organisation })?.date ?? null
