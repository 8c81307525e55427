import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { findSignOff, listSignOffs } from '#db/queries/work/signoffs.ts'
import { job_signoffs } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { getPermittedJob } from '#server/domains/work/jobs/find-job.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { invalid, notFound } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { parseSignature } from '#server/signature.ts'
import { missing } from '#views/ui/field-rules.ts'

type Signed = { name?: string; signature?: unknown }

/** The client signs where the work was done, on the device of whoever did it. @throws 404, 403, 400 by field */
export function signOffJob(tx: Tx, viewer: Viewer, jobid: string, { name = '', signature }: Signed): string {
  const job = getPermittedJob(tx.db, viewer, jobid)
  const drawn = parseSignature(signature)
  const faults = {
    ...(name.trim() ? {} : { name: missing.signer }),
    ...(drawn ? {} : { signature: missing.signature }),
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const id = randomUUIDv7()
  tx.db
    .insert(job_signoffs)
    .values({
      ...{ id, jobid: job.id, name: name.trim(), strokes: JSON.stringify(drawn) },
      ...{ signedutc: tx.now, byname: tx.by.name },
    })
    .run()
  recordHistory(tx, 'jobs', job.id, [{ field: 'signoff', oldvalue: '', newvalue: name.trim() }])
  touchJob(tx, job.id)
  return id
}

/** @throws 404, 403, also for one that was removed */
export function getSignOff(db: TenantDb, viewer: Viewer, jobid: string, id: string) {
  const job = getPermittedJob(db, viewer, jobid)
  const signoff = findSignOff(db, id)
  if (signoff?.jobid !== job.id || signoff.removedutc !== null) throw notFound('signature')
  return signoff
}

/** Of the wrong job, for instance: it stays in the file, and the history says who took it back and why. @throws 404, 403, 400 */
export function removeSignOff(tx: Tx, viewer: Viewer, jobid: string, id: string, reason: string) {
  const { name } = getSignOff(tx.db, viewer, jobid, id)
  const removedreason = reason.trim()
  if (!removedreason) throw invalid({ reason: 'Say why it is removed.' })
  tx.db
    .update(job_signoffs)
    .set({ removedutc: tx.now, removedby: tx.by.name, removedreason })
    .where(eq(job_signoffs.id, id))
    .run()
  recordHistory(tx, 'jobs', jobid, [{ field: 'signoff', oldvalue: name, newvalue: removedreason }])
  touchJob(tx, jobid)
}

/** The newest first; `byname` is whose device it was signed on. */
export const readSignOffs = (db: TenantDb, jobid: string) =>
  listSignOffs(db, jobid).map(({ id, name, signedutc, byname }) => ({
    ...{ id, name, signedutc, byname },
    image: `/api/jobs/sets/${id}/signature/${id}`,
  }))

export type SignOff = ReturnType<typeof readSignOffs>[number]
