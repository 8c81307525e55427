import type { Tx } from '#db/tenants.ts'
import { listUsersWithClaim } from '#server/access/users-with-claim.ts'
import type { RecordValues } from '#server/crud/literal.ts'
import { invalid } from '#server/errors.ts'

/** Decision F6: nobody reviews what they prepared, so it takes two. @throws where one person alone may issue */
export function checkInvoiceReviewers(
  { db }: Tx,
  { reviewinvoices }: RecordValues,
  before: RecordValues | null,
) {
  if (reviewinvoices !== true || before?.reviewinvoices === true) return
  if (listUsersWithClaim(db, 'invoices.issue').length < 2)
    throw invalid({
      reviewinvoices:
        'Only one person may issue invoices, and nobody reviews their own. Give somebody else that right first.',
    })
}
