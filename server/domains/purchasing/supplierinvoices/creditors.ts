import {
  listOpenSupplierInvoices,
  listOwedToSuppliers,
  type OwedToSupplier,
} from '#db/queries/purchasing/supplier-invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { findBucket, noAges } from '#server/domains/sales/debtors/ageing.ts'
import type { Ageing } from '#views/sales/debtors/types.ts'

/** Of each supplier that is owed anything, or owes a credit, on a day: by name. Cents. */
export function ageCreditors(db: TenantDb, on: string) {
  const owed = listOwedToSuppliers(db, on)
  const rows = [...Map.groupBy(owed, ({ supplier }) => supplier)].map(([id, own]) => ({
    id,
    name: own[0]?.suppliername ?? '(unknown)',
    ages: sumAges(own, on),
  }))
  rows.sort((a, b) => a.name.localeCompare(b.name))
  return { rows, ages: sumAges(owed, on) }
}

type Owed = Pick<OwedToSupplier, 'open' | 'date' | 'duedate'>

/** Of one supplier today. */
export const ageSupplier = (db: TenantDb, supplier: string, today: string): Ageing =>
  sumAges(
    listOpenSupplierInvoices(db, supplier).map(({ totalcents, paidcents, date, duedate }) => ({
      ...{ date, duedate },
      open: totalcents - paidcents,
    })),
    today,
  )

/** A credit note that is not used yet is credit, taken off the total alone. */
function sumAges(owed: readonly Owed[], on: string): Ageing {
  const sums = noAges()
  for (const one of owed)
    if (one.open < 0) sums.credit -= one.open
    else {
      sums[findBucket(one, on)] += one.open
      sums.owed += one.open
    }
  return { ...sums, total: sums.owed - sums.credit }
}
