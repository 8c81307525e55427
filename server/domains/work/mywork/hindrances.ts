import { openStepsBeforeEach } from '#db/queries/work/steps-before.ts'
import { listBoardsForWorker } from '#db/queries/work/workers.ts'
import type { TenantDb } from '#db/types.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { readStepOrder } from '#server/domains/work/jobsteps/step-actions.ts'

type StepAt = { id: string; boardid: string }

/** Where a worker can be given steps, and who signs in as them may work on these. */
export const listWorkableBoards = (db: TenantDb, viewer: Viewer, workerid: string) =>
  listBoardsForWorker(db, workerid).filter((id) => hasPermission(viewer, id, 'work'))

/** Why each step may not be started now: what would be refused is not offered. */
export function findHindrances(db: TenantDb, steps: readonly StepAt[], workable: readonly string[]) {
  const ids = readStepOrder(db) === 'block' ? steps.map(({ id }) => id) : []
  const before = ids.length > 0 ? openStepsBeforeEach(db, ids) : undefined
  return ({ id, boardid }: StepAt): string | null => {
    if (!workable.includes(boardid)) return 'You do not work on the board of this job.'
    const open = before?.get(id)?.map(({ name }) => name)
    return open ? `Comes after: ${open.join(', ')}.` : null
  }
}
