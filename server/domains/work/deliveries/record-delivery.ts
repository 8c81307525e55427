import type { Tx } from '#db/tenants.ts'
import { touchJobs } from '#server/domains/work/jobs/touch-job.ts'
import { recordHistory } from '#server/history.ts'

/** In the history of each of its jobs, and to whoever looks at them. */
export function recordOnJobs(tx: Tx, deliveryid: string, jobids: readonly string[], newvalue: string) {
  const ids = [...new Set(jobids)]
  for (const jobid of ids) recordHistory(tx, 'jobs', jobid, [{ field: 'delivery', oldvalue: '', newvalue }])
  touchJobs(tx, ids)
  tx.publish('RecordChanged', [{ table: 'deliveries', id: deliveryid }])
}
