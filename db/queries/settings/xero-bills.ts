import { asc, eq, sql } from 'drizzle-orm'
import { supplier_payment_parts as parts, supplier_payments } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const columns = {
  paymentid: parts.paymentid,
  invoiceid: parts.invoiceid,
  cents: parts.cents,
  date: supplier_payments.date,
}

const shared = statement((q, p: Params<{ bills: string }>) =>
  q
    .select(columns)
    .from(parts)
    .innerJoin(supplier_payments, eq(supplier_payments.id, parts.paymentid))
    .where(
      sql`${supplier_payments.reversedutc} IS NULL AND ${parts.paymentid} IN (
        SELECT x.paymentid FROM supplier_payment_parts AS x WHERE x.invoiceid IN (SELECT value FROM json_each(${p.bills})))`,
    )
    .orderBy(asc(parts.id)),
)
export type SharedPart = RowOf<typeof shared>

/** All parts of the payments that stand and have one for any of these bills. */
export const listSharedParts = (db: TenantDb, bills: readonly string[]): SharedPart[] =>
  shared.all(db, { bills: JSON.stringify(bills) })

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
