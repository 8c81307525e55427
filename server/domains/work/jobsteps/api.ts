import { jobStepById, stepProgress } from '#db/queries/work/job-steps.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { ById } from '#server/http/fields.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { addJobStep, removeJobStep } from './added-steps.ts'
import { findApprovedJobs } from './approved-jobs.ts'
import { getPlannedJob, getWorkableJob } from './find-step.ts'
import { ApprovedQuery, IterationBody, IterationQuery, NewJobStep } from './input.ts'
import { makeNextIteration } from './make-iteration.ts'
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
      summary:
        'Approved jobs with an open step, each with its steps, what is due first; of `ids`, those too whose steps are done.',
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
        const job = getPlannedJob(tx.db, viewer, jobid)
        const id = addJobStep(tx, job.id, { name, instruction, lane })
        touchJob(tx, job.id)
        publishWork(tx, job, [])
        return readJobStep(tx.db, id, tx.by.userid)
      }),
  ),

  api(
    'DELETE /api/steps/job/:id',
    {
      claim: 'steps.assign',
      params: ById,
      long: (c) => c.read((db) => hasManySteps(db, jobStepById(db, (c.params as { id: string }).id)?.jobid)),
      answersinthread: true,
      summary: 'Takes back a step that was added to one job, while nobody has it or touched it.',
    },
    (c) =>
      c.write((tx, viewer) => {
        const job = removeJobStep(tx, viewer, c.params.id)
        touchJob(tx, job.id)
        publishWork(tx, job, [])
        return listData(stepsOfJob(tx.db, job.id, tx.by.userid))
      }),
  ),

  api(
    'POST /api/steps/job/iteration/:id',
    {
      claim: 'steps.assign',
      params: ById,
      query: IterationQuery,
      body: IterationBody,
      long: (c) => c.read((db) => hasManySteps(db, (c.params as { id: string }).id)),
      answersinthread: true,
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

const MANY_STEPS = 150

const hasManySteps = (db: TenantDb, jobid: string | undefined) =>
  jobid !== undefined && (stepProgress(db, [jobid]).get(jobid)?.total ?? 0) > MANY_STEPS

type Asked = { userid: string; boardid?: string; ids?: string; start?: string | null; end?: string | null }

function listApproved(db: TenantDb, viewer: Viewer, { userid, ids, ...asked }: Asked) {
  const jobs = findApprovedJobs(db, viewer, { ...asked, ids: ids?.split(',') })
  const found = jobs.map(({ id }) => id)
  const steps = presentJobSteps(db, found, userid)
  return jobs.map((job) => ({ job, steps: steps.get(job.id) ?? [] }))
}
