import { endLink, listJobLinks } from '#db/queries/work/job-links.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { getPermittedJob } from '#server/domains/work/jobs/find-job.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { notFound, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { linkWords } from './create-link.ts'

/** What was answered stays. @throws 404, 403, 400 */
export function withdrawLink(tx: Tx, viewer: Viewer, jobid: string, linkid: string) {
  getPermittedJob(tx.db, viewer, jobid)
  const link = listJobLinks(tx.db, jobid).find(({ id }) => id === linkid)
  if (!link) throw notFound('link')
  if (link.ended === 'answered') throw new Problem(400, 'This link was answered: the answer stays.')
  if (link.endedutc === null) {
    endLink(tx.db, linkid, 'withdrawn', tx.now)
    recordHistory(tx, 'jobs', jobid, [
      { field: 'link', oldvalue: '', newvalue: `${linkWords[link.purpose]} withdrawn` },
    ])
    touchJob(tx, jobid)
  }
  return link.purpose
}
