import { listPaymentParts, supplierPaymentRow } from '#db/queries/purchasing/supplier-invoices.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import { toRand } from '#server/money/decimal.ts'
import { findName } from '#server/records.ts'

/** As the calls answer it. @throws 404 */
export function presentSupplierPayment(db: TenantDb, id: string) {
  const payment = supplierPaymentRow(db, id)
  if (!payment) throw notFound('payment')
  const { amountcents, supplier, reversedutc, reversedreason, ...rest } = payment
  return {
    ...rest,
    supplier: { id: supplier, name: findName(db, suppliers, supplier) },
    amount: toRand(amountcents),
    reversed: reversedutc,
    reason: reversedreason,
    parts: listPaymentParts(db, id).map(({ cents, ...part }) => ({ ...part, amount: toRand(cents) })),
  }
}
