import { findDraftOfJob } from '#db/queries/sales/invoices.ts'
import { findSampleJob, removeTimeOfJob } from '#db/queries/work/sample-job.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { deleteDraft } from '#server/domains/sales/invoices/save-draft.ts'
import { endTimersOfJob } from '#server/domains/work/timesheet/end-timers.ts'
import { Problem } from '#server/errors.ts'
import { removeJob } from './change-status.ts'

/** With its draft and its time; what it used goes back into stock. @throws 403, 400 where there is none */
export function removeSampleJob(tx: Tx, viewer: Viewer): { reference: string; warning?: string } {
  const sample = findSampleJob(tx.db)
  if (!sample) throw new Problem(400, 'There is no sample job any more.', { code: 'nosample' })
  const { id, reference } = sample
  const draft = findDraftOfJob(tx.db, id)
  if (draft) deleteDraft(tx, viewer, draft.id)
  endTimersOfJob(tx, id)
  removeTimeOfJob(tx.db, tx.now, id)
  const { warning } = removeJob(tx, viewer, id)
  return { reference, warning }
}
