import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { touchJob } from './touch-job.ts'

export function markEstimateSent(tx: Tx, jobid: string) {
  prepared(tx.db, 'UPDATE jobs SET estimatesentutc = ? WHERE id = ?').run([tx.now, jobid])
  touchJob(tx, jobid)
}
