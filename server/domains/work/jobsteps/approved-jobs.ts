import { listApprovedJobIds } from '#db/queries/work/job-steps.ts'
import { cardRows } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import { jobScope, type Viewer } from '#server/access/viewer.ts'
import { notFound } from '#server/errors.ts'
import { presentJobSteps } from './present.ts'

type Asked = {
  userid: string | null
  boardid?: string
  ids?: readonly string[]
  /** Due on this day or later. */
  start?: string | null
  /** Begun by this day. */
  end?: string | null
}

/** Decision F26. @throws 404 for a board that the person does not see */
export function findApprovedJobs(db: TenantDb, viewer: Viewer, { userid, boardid, ids, start, end }: Asked) {
  if (boardid && !viewer.boards.has(boardid)) throw notFound('board')
  const { boards, locations } = jobScope(viewer)
  const found = listApprovedJobIds(db, {
    boards: boardid ? [boardid] : (boards ?? undefined),
    locations: locations ?? undefined,
    ids,
    start: start ?? undefined,
    end: end ?? undefined,
  })
  const steps = presentJobSteps(db, found, userid)
  const rows = new Map(cardRows(db, found).map((row) => [row.id, row]))
  return found.flatMap((id) => {
    const row = rows.get(id)
    const own = steps.get(id) ?? []
    if (!row) return []
    const { reference, boardid, description, status, critical, created, start, finish, scheduledminutes } =
      row
    const client = row.client ? { id: row.client, name: row.clientname ?? '' } : null
    const { categories = [] } = own[0]?.job ?? {}
    const dates = { created, start, finish, scheduledminutes }
    return {
      job: { id, reference, boardid, description, status, critical, ...dates, client, categories },
      steps: own,
    }
  })
}

export type ApprovedJob = ReturnType<typeof findApprovedJobs>[number]
