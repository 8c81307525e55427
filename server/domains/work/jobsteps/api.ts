import { listApprovedJobIds } from '#db/queries/work/job-steps.ts'
import { cardRows } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import { jobScope, type Viewer } from '#server/access/viewer.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { notFound } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { getWorkableJob } from './find-step.ts'
import { ApprovedQuery, IterationBody, IterationQuery, NewJobStep } from './input.ts'
import { addJobStep, makeNextIteration } from './make-iteration.ts'
import { presentJobSteps, readJobStep, stepsOfJob } from './present.ts'
import { publishWork } from './publish-work.ts'

/** Decision F26. */
export const jobStepsApi: Route[] = [
  api(
    'GET /api/steps/job/:id',
    { claim: 'jobs.read', params: ById, summary: 'The steps of a job, the newest iteration first.' },
    (c) =>
      c.read((db, viewer) =>
        listData(stepsOfJob(db, visibleJob(db, viewer, c.params.id).id, c.person.userid)),
      ),
  ),

  api(
    'GET /api/steps/approved',
    {
      claim: 'jobs.read',
      query: ApprovedQuery,
      summary: 'Approved jobs with an open step, each with its steps; by their start, else due or creation.',
    },
    (c) =>
      c.read((db, viewer) => listData(listApproved(db, viewer, { ...c.query, userid: c.person.userid }))),
  ),

  api(
    'POST /api/steps/job',
    { claim: 'steps.assign', body: NewJobStep, summary: 'Adds a step to one job, until it is Complete.' },
    (c) =>
      c.write((tx, viewer) => {
        const { jobid, name, instruction = '', lane = null } = c.body
        const job = getWorkableJob(tx.db, viewer, jobid)
        const id = addJobStep(tx, job.id, { name, instruction, lane })
        touchJob(tx, job.id)
        publishWork(tx, job, [])
        return readJobStep(tx.db, id, tx.by.userid)
      }),
  ),

  api(
    'POST /api/steps/job/iteration/:id',
    {
      claim: 'steps.assign',
      params: ById,
      query: IterationQuery,
      body: IterationBody,
      summary: 'The steps of one lane, or of all, once more; with the reason.',
    },
    (c) =>
      c.write((tx, viewer) => {
        const job = getWorkableJob(tx.db, viewer, c.params.id)
        makeNextIteration(tx, job.id, { lane: c.query.lane, reason: c.body?.reason })
        touchJob(tx, job.id)
        publishWork(tx, job, [])
        return listData(stepsOfJob(tx.db, job.id, tx.by.userid))
      }),
  ),
]

type Asked = { userid: string; boardid?: string; start?: string | null; end?: string | null }

function listApproved(db: TenantDb, viewer: Viewer, { userid, boardid, start, end }: Asked) {
  if (boardid && !viewer.boards.has(boardid)) throw notFound('board')
  const { boards, locations } = jobScope(viewer)
  const ids = listApprovedJobIds(db, {
    boards: boardid ? [boardid] : (boards ?? undefined),
    locations: locations ?? undefined,
    start: start ?? undefined,
    end: end ?? undefined,
  })
  const steps = presentJobSteps(db, ids, userid)
  const rows = new Map(cardRows(db, ids).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    const own = steps.get(id) ?? []
    if (!row) return []
    const { reference, boardid, description, status, critical, start, finish } = row
    const client = row.client ? { id: row.client, name: row.clientname ?? '' } : null
    const { categories = [] } = own[0]?.job ?? {}
    return {
      job: { id, reference, boardid, description, status, critical, start, finish, client, categories },
      steps: own,
    }
  })
}
