import { listBillableRows } from '#db/queries/work/charged-lines.ts'
import type { TenantDb } from '#db/types.ts'
import {
  readUnconfirmed,
  type SamplePrice,
  sampleOfLine,
} from '#server/domains/catalogue/inventory/sample-prices.ts'

/** Items that billable lines of a job charge at the price that setup brought. */
export function findSampleLines(db: TenantDb, jobid: string): SamplePrice[] {
  const unconfirmed = readUnconfirmed(db)
  if (unconfirmed.size === 0) return []
  return [...new Set(listBillableRows(db, jobid).flatMap((line) => sampleOfLine(unconfirmed, line) ?? []))]
}
