import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { touchJob } from './touch-job.ts'

/** `validuntil`: as printed on it. */
export function markEstimateSent(tx: Tx, jobid: string, validuntil: string | undefined) {
  prepared(
    tx.db,
    'UPDATE jobs SET estimatesentutc = ?, validuntil = coalesce(?, validuntil) WHERE id = ?',
  ).run([tx.now, validuntil ?? null, jobid])
  touchJob(tx, jobid)
}
