import { and, asc, eq, sql } from 'drizzle-orm'
import {
  xero_outbox as outbox,
  supplier_payment_parts as parts,
  supplier_payments,
  supplierinvoices,
} from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const columns = {
  paymentid: parts.paymentid,
  invoiceid: parts.invoiceid,
  cents: parts.cents,
  date: supplier_payments.date,
}

const shared = statement((q, p: Params<{ bills: string; reversed: number }>) =>
  q
    .select(columns)
    .from(parts)
    .innerJoin(supplier_payments, eq(supplier_payments.id, parts.paymentid))
    .where(
      sql`(${supplier_payments.reversedutc} IS NOT NULL) = ${p.reversed} AND ${parts.paymentid} IN (
        SELECT x.paymentid FROM supplier_payment_parts AS x WHERE x.invoiceid IN (SELECT value FROM json_each(${p.bills})))`,
    )
    .orderBy(asc(parts.id)),
)
export type SharedPart = RowOf<typeof shared>

/** All parts of the payments that have one for any of these bills: of those that stand, or of those that were `reversed`. */
export const listSharedParts = (db: TenantDb, bills: readonly string[], reversed: boolean): SharedPart[] =>
  shared.all(db, { bills: JSON.stringify(bills), reversed: Number(reversed) })

const since = statement((q, p: Params<{ start: string }>) =>
  q
    .select(columns)
    .from(parts)
    .innerJoin(supplier_payments, eq(supplier_payments.id, parts.paymentid))
    .where(sql`${supplier_payments.reversedutc} IS NULL AND ${supplier_payments.date} >= ${p.start}`)
    .orderBy(asc(parts.id)),
)

/** The parts of the payments that stand, from a day on. */
export const listPartsSince = (db: TenantDb, start: string): SharedPart[] => since.all(db, { start })

const sentBills = statement((q, p: Params<{ supplier: string; kind: string; tenantid: string }>) =>
  q
    .select({ xeroid: outbox.xeroid, xeronumber: outbox.xeronumber })
    .from(supplierinvoices)
    .innerJoin(
      outbox,
      and(
        eq(outbox.recordid, supplierinvoices.id),
        sql`${outbox.kind} = ${p.kind}`,
        eq(outbox.invoiceid, ''),
        eq(outbox.tenantid, p.tenantid),
      ),
    )
    .where(and(eq(supplierinvoices.supplier, p.supplier), sql`${outbox.xeroid} <> ''`)),
)

/** What went there of a supplier: its bills, or its credit notes. */
export const listSentBills = (
  db: TenantDb,
  of: { supplier: string; kind: 'bill' | 'billcredit'; tenantid: string },
) => sentBills.all(db, of)
