import { organisationById } from '#db/queries/documents.ts'
import type { InvoiceRow } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { Problem } from '#server/errors.ts'

/** Decision F6. A draft follows its job: another total than the one reviewed asks for a review anew. */
export function needsReview(db: TenantDb, { invoice }: InvoiceRow, totalcents: number): boolean {
  if (!organisationById(db, invoice.organisation)?.reviewinvoices) return false
  return invoice.reviewedby === null || invoice.reviewedcents !== totalcents
}

export function checkReviewed(db: TenantDb, row: InvoiceRow, totalcents: number) {
  if (!needsReview(db, row, totalcents)) return
  throw new Problem(
    400,
    'This invoice has to be marked as reviewed first, by somebody other than who prepared it.',
    { code: 'review' },
  )
}
