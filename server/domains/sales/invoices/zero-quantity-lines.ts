import { jobForPrint } from '#db/queries/documents.ts'
import { listBillableRows } from '#db/queries/work/charged-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { chargedBasis, chargedName } from '#server/domains/work/jobdocuments/build-price-document.ts'
import type { ZeroQuantityLines } from '#views/sales/invoices/types.ts'
import { hasZeroQuantity } from '#views/ui/zero-quantity.ts'

/** Lines at a price, of which nothing was entered: they stand on the job, and an invoice charges nothing of them. */
export function findZeroQuantityLines(db: TenantDb, jobid: string): ZeroQuantityLines {
  const names = listBillableRows(db, jobid).filter(hasZeroQuantity).map(chargedName)
  const job = names.length > 0 ? jobForPrint(db, jobid)?.job : undefined
  return { names, missing: job && chargedBasis(job) === 'quoted' ? 'is estimated' : 'was used' }
}
