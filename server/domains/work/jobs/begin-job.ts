import { APPROVE } from '#db/job-status.ts'
import type { JobPlaceRow } from '#db/queries/work/jobs.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { getRecord } from '#server/records.ts'
import { getEditableJob } from './find-job.ts'
import { touchJob } from './touch-job.ts'

const words = (begun: boolean) => (begun ? 'started' : '')

/** Where no step, no time and nothing used says it. @throws 404, 403, and 400 for what is not approved */
export function beginJob(tx: Tx, viewer: Viewer, jobid: string, begun: boolean) {
  const { status, template, begunutc } = getRecord(tx.db, jobs, getEditableJob(tx.db, viewer, jobid).id)
  if (status !== APPROVE || template)
    throw new Problem(400, 'The work of a job starts once it is approved. Nothing was changed.')
  if (begun === (begunutc !== null)) return
  setBegun(tx, jobid, begun)
  touchJob(tx, jobid)
}

/** What is approved again is begun again. */
export function withdrawBegin(tx: Tx, { id, begunutc }: JobPlaceRow) {
  if (begunutc !== null) setBegun(tx, id, false)
}

function setBegun(tx: Tx, jobid: string, begun: boolean) {
  prepared(tx.db, 'UPDATE jobs SET begunutc = ? WHERE id = ?').run([begun ? tx.now : null, jobid])
  recordHistory(tx, 'jobs', jobid, [{ field: 'work', oldvalue: words(!begun), newvalue: words(begun) }])
}
