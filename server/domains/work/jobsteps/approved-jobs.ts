import { listApprovedJobIds } from '#db/queries/work/job-steps.ts'
import { cardRows, listCategoriesByJob } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import { jobScope, type Viewer } from '#server/access/viewer.ts'
import { notFound } from '#server/errors.ts'

type Asked = {
  boardid?: string
  ids?: readonly string[]
  /** Due on this day or later. */
  start?: string | null
  /** Begun by this day. */
  end?: string | null
}

/** Of the approved list, what is due first before the rest. @throws 404 for a board that the person does not see */
export function findApprovedJobs(db: TenantDb, viewer: Viewer, { boardid, ids, start, end }: Asked) {
  if (boardid && !viewer.boards.has(boardid)) throw notFound('board')
  const { boards, locations } = jobScope(viewer)
  const found = listApprovedJobIds(db, {
    boards: boardid ? [boardid] : (boards ?? undefined),
    locations: locations ?? undefined,
    ids,
    start: start ?? undefined,
    end: end ?? undefined,
  })
  const categories = Map.groupBy(listCategoriesByJob(db, found), ({ jobid }) => jobid)
  return cardRows(db, found).map((row) => ({
    id: row.id,
    reference: row.reference,
    boardid: row.boardid,
    description: row.description,
    status: row.status,
    critical: row.critical,
    created: row.created,
    start: row.start,
    finish: row.finish,
    scheduledminutes: row.scheduledminutes,
    client: row.client ? { id: row.client, name: row.clientname ?? '' } : null,
    categories: (categories.get(row.id) ?? []).map(({ id, name, colour }) => ({ id, name, colour })),
  }))
}

export type ApprovedJob = ReturnType<typeof findApprovedJobs>[number]
