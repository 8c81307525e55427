import type { Tx } from '#db/tenants.ts'
import { touchJobs } from '#server/domains/work/jobs/touch-job.ts'

type Named = { jobid: string | null; inventoryid: string | null }

/** Tells whoever looks at an order, at what is on order of its items, or at the jobs that it is for. */
export function touchOrder(tx: Tx, id: string, lines: readonly Named[]) {
  tx.publish('RecordChanged', [{ table: 'purchaseorders', id }])
  for (const item of new Set(lines.flatMap(({ inventoryid }) => inventoryid ?? [])))
    tx.publish('RecordChanged', [{ table: 'stock', id: item }])
  touchJobs(tx, [...new Set(lines.flatMap(({ jobid }) => jobid ?? []))])
}
