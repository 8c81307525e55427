import { APPROVE, ARCHIVED, COMPLETE, DRAFT, INVOICED, REMOVED } from '#db/job-status.ts'
import { findDraftOfJob } from '#db/queries/sales/invoices.ts'
import { listTakenPieces } from '#db/queries/stock/equipment.ts'
import { findJobPlace, type JobPlaceRow } from '#db/queries/work/jobs.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { followItemsOfJob } from '#server/domains/work/materials/follow-items.ts'
import { conflict, notFound, Problem } from '#server/errors.ts'
import { withdrawEstimateMails } from './estimate-mail.ts'
import { checkApproval, checkTransitionAllowed, getPermittedJob, visibleJob } from './find-job.ts'
import { changePlace, currentPlace } from './place-job.ts'
import { putBackStock, takePutBackStock } from './put-back-stock.ts'
import { statusName } from './status.ts'
import { touchJob } from './touch-job.ts'
import { type TransitionAction, transition } from './transitions.ts'

export function archiveJob(tx: Tx, viewer: Viewer, id: string, version?: number) {
  const job = checkTransition(tx, viewer, id, 'archive', ARCHIVED, version)
  return changePlace(tx, job, { status: ARCHIVED, statusbefore: job.status })
}

type Removal = { version?: number; putback?: boolean }

/** Puts back what it used, unless that is declined. @throws 404, 403, 409, 400, also where an invoice of it waits as a draft */
export function removeJob(tx: Tx, viewer: Viewer, id: string, { version, putback = true }: Removal = {}) {
  const job = checkTransition(tx, viewer, id, 'remove', REMOVED, version)
  refuseWithDraft(tx, job)
  const warning = putback ? putBackStock(tx, id) : undefined
  withdrawEstimateMails(tx, id, 'The job was removed.')
  return { place: changePlace(tx, job, { status: REMOVED, statusbefore: job.status }), warning }
}

/** Left behind, it would stand among the drafts of a job that nobody finds. */
function refuseWithDraft(tx: Tx, { id, reference }: JobPlaceRow) {
  if (findDraftOfJob(tx.db, id))
    throw new Problem(
      400,
      `Job ${reference} has an invoice that is still a draft. Delete the draft first, then remove the job.`,
      { code: 'draft' },
    )
}

/** Returns a sentence for what it could not bring back, or what that took below zero. @throws 404, 403, 400 */
export function restoreJob(tx: Tx, viewer: Viewer, id: string): string | undefined {
  const job = checkTransition(tx, viewer, id, 'restore', 'before')
  const status = job.statusbefore ?? (job.status === ARCHIVED ? COMPLETE : DRAFT)
  if (status >= APPROVE) checkApproval(viewer, job)
  const taken = listTakenPieces(tx.db, id)
  changePlace(tx, job, { status })
  followItemsOfJob(tx, id)
  // Documents of a removed job move nothing, so it is back before its goods are.
  const warning = job.status === REMOVED ? takePutBackStock(tx, id) : undefined
  const names = taken.map(({ name, elsewhere }) => `${name} (${elsewhere})`)
  const elsewhere = names.length > 0 && `Meanwhile on another job: ${names.join(', ')}.`
  return [elsewhere, warning].filter(Boolean).join(' ') || undefined
}

/** Back from the archive for whoever has just put it there, without the right to restore what others did. @throws 404, 403, 400 */
export function undoArchive(tx: Tx, viewer: Viewer, id: string, status: number) {
  const job = getPermittedJob(tx.db, viewer, id)
  if (job.status !== ARCHIVED) throw new Problem(400, refusals.restore(statusName(tx.db, job.status)))
  changePlace(tx, job, { status })
  followItemsOfJob(tx, id)
}

/** Removes a draft for whoever has just made it, without the right to remove what others made. @throws 404, 403, 400 */
export function undoMade(tx: Tx, viewer: Viewer, id: string) {
  const job = getPermittedJob(tx.db, viewer, id)
  if (job.status !== DRAFT) throw new Problem(400, refusals.remove(statusName(tx.db, job.status)))
  refuseWithDraft(tx, job)
  changePlace(tx, job, { status: REMOVED, statusbefore: DRAFT })
}

/** Invoiced already, by a part invoice, it stays so. @throws 400 when the job is not Complete */
export function markInvoiced(tx: Tx, jobid: string) {
  const job = requirePlace(tx, jobid)
  if (job.status === INVOICED) return touchJob(tx, jobid)
  if (!transition('invoice', job.status, INVOICED))
    throw new Problem(
      400,
      `Only a job in ${statusName(tx.db, COMPLETE)} can be invoiced; ${job.reference} is in ${statusName(tx.db, job.status)}.`,
    )
  changePlace(tx, job, { status: INVOICED })
}

export function markCredited(tx: Tx, jobid: string) {
  const job = requirePlace(tx, jobid)
  if (transition('credit', job.status, COMPLETE)) {
    changePlace(tx, job, { status: COMPLETE })
    followItemsOfJob(tx, jobid)
  } else if (job.status === ARCHIVED && job.statusbefore === INVOICED) {
    prepared(tx.db, 'UPDATE jobs SET statusbefore = ? WHERE id = ?').run([COMPLETE, jobid])
    touchJob(tx, jobid)
  }
}

function checkTransition(
  tx: Tx,
  viewer: Viewer,
  id: string,
  act: TransitionAction,
  to: number | 'before',
  version?: number,
) {
  const job = visibleJob(tx.db, viewer, id)
  if (version !== undefined && version < job.movedversion)
    throw conflict(currentPlace(tx.db, job), `This job is now ${statusName(tx.db, job.status)}.`)
  const rule = transition(act, job.status, to)
  if (!rule) throw new Problem(400, refusals[act](statusName(tx.db, job.status)), { code: 'status' })
  checkTransitionAllowed(viewer, job, rule)
  return job
}

const refusals: Record<TransitionAction, (now: string) => string> = {
  move: (now) => `This job is ${now} and cannot be moved.`,
  invoice: (now) => `This job is ${now} and cannot be invoiced.`,
  credit: (now) => `This job is ${now} and has no invoice to credit.`,
  archive: (now) => `Only complete or invoiced jobs can be archived, and this one is ${now}.`,
  remove: (now) => `Only jobs on the board can be removed, and this one is ${now}.`,
  restore: (now) => `This job is ${now}, so there is nothing to restore.`,
}

function requirePlace(tx: Tx, id: string): JobPlaceRow {
  const job = findJobPlace(tx.db, id)
  if (!job) throw notFound('job')
  return job
}
