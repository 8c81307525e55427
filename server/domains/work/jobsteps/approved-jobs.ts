import { listApprovedJobs } from '#db/queries/work/job-steps.ts'
import { listCategoriesByJob } from '#db/queries/work/jobs.ts'
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
export function findApprovedJobs(db: TenantDb, viewer: Viewer, { boardid, ids: asked, start, end }: Asked) {
  if (boardid && !viewer.boards.has(boardid)) throw notFound('board')
  const { boards, locations } = jobScope(viewer)
  const found = listApprovedJobs(db, {
    boards: boardid ? [boardid] : (boards ?? undefined),
    locations: locations ?? undefined,
    ids: asked,
    start: start ?? undefined,
    end: end ?? undefined,
  })
  const ids = found.map(({ id }) => id)
  const categories = Map.groupBy(listCategoriesByJob(db, ids), ({ jobid }) => jobid)
  return found.map(({ client, clientname, ...job }) => ({
    ...job,
    client: client ? { id: client, name: clientname ?? '' } : null,
    categories: (categories.get(job.id) ?? []).map(({ id, name, colour }) => ({ id, name, colour })),
  }))
}

export type ApprovedJob = ReturnType<typeof findApprovedJobs>[number]
