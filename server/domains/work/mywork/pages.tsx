import { COMPLETE } from '#db/job-status.ts'
import { listAttachments } from '#db/queries/work/attachments.ts'
import { workerOfUser } from '#db/queries/work/job-steps.ts'
import { cardRows } from '#db/queries/work/jobs.ts'
import { listJobNotes } from '#db/queries/work/notes.ts'
import type { TenantDb } from '#db/types.ts'
import { presentAttachment } from '#server/domains/work/attachments/present.ts'
import { getPermittedJob } from '#server/domains/work/jobs/find-job.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { warnBeforeMove } from '#server/domains/work/jobs/move-job.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { getWorkableStep } from '#server/domains/work/jobsteps/find-step.ts'
import type { Context } from '#server/http/context.ts'
import { ById, flag, object, t } from '#server/http/fields.ts'
import { fragment, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { readRunningTimers } from '#server/running-timers.ts'
import { readZone } from '#server/zone.ts'
import { Timers } from '#views/layout/timers.tsx'
import { CompleteJob } from '#views/work/mywork/complete-job.tsx'
import { JobMore } from '#views/work/mywork/job-more.tsx'
import { MyWork, NoWorker } from '#views/work/mywork/mywork.tsx'
import { StepMore } from '#views/work/mywork/step-more.tsx'
import type { MyWorkRights } from '#views/work/mywork/types.ts'
import { findMyJobPlace, findMyWork, findStepPlace } from './find-my-work.ts'
import { findHindrances, listWorkableBoards } from './hindrances.ts'

const key = 'pages.mywork'
/** What is read at a glance; the job’s dialog has the rest. */
const SHOWN = 6

/** What was written about a job and photographed, as far as a dialog shows it. */
function readAdditions(c: Context, db: TenantDb, jobid: string) {
  const files = c.can('documents.read') ? listAttachments(db, 'jobs', jobid, { take: SHOWN }) : undefined
  return {
    notes: listJobNotes(db, jobid, { take: SHOWN }),
    files: files?.rows.map(presentAttachment) ?? [],
    filestotal: files?.total ?? 0,
    zone: readZone(db),
    canwrite: c.can('notes.write'),
    maxuploadmb: c.services.config.maxuploadmb,
    description: cardRows(db, [jobid])[0]?.description ?? '',
  }
}

const myWorkRights = (c: Context): MyWorkRights => ({
  time: c.can('timesheet.write'),
  use: c.can('materials.consume'),
  complete: c.can('jobs.write'),
  maxuploadmb: c.services.config.maxuploadmb,
})

const findRunning = (db: TenantDb, userid: string, id: string) =>
  readRunningTimers(db, userid)?.timers.find(({ stepid }) => stepid === id)?.startutc ?? null

export const myWorkPages: Route[] = [
  page('GET /mywork', { claim: 'steps.work', summary: 'What the person has to do, as a worker.' }, (c) =>
    c.read((db, viewer) => {
      const title = pageTitle(db, key)
      const found = findMyWork(db, viewer, c.person.userid)
      return view(
        found ? (
          <MyWork title={title} can={myWorkRights(c)} {...found} />
        ) : (
          <NoWorker title={title} canlink={c.can('workers.write')} />
        ),
        { title, page: key },
      )
    }),
  ),

  page('GET /mywork/timers', { claim: 'steps.work', summary: 'The timers of the person that run.' }, (c) =>
    c.read((db) =>
      fragment(<Timers {...(readRunningTimers(db, c.person.userid) ?? { workerid: '', timers: [] })} />),
    ),
  ),

  page(
    'GET /mywork/steps/:id',
    {
      claim: 'steps.work',
      params: ById,
      query: object({ finishing: t.Optional(flag()) }),
      summary: 'What is told of a step and its job, and what can be added.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { step, job } = getWorkableStep(db, viewer, c.params.id)
        const at = { id: step.id, boardid: job.boardid }
        const worker = workerOfUser(db, c.person.userid)
        const workable = worker ? listWorkableBoards(db, viewer, worker.id) : []
        return fragment(
          <StepMore
            hindrance={findHindrances(db, [at], workable)(at)}
            id={step.id}
            jobid={job.id}
            name={step.name}
            instruction={step.instruction}
            place={findStepPlace(db, viewer, step.id)}
            reference={job.reference}
            href={jobLinks(db)(job.boardid, job.reference)}
            canuse={c.can('materials.consume')}
            begun={step.datestartedutc !== null}
            runningsince={findRunning(db, c.person.userid, step.id)}
            finishing={c.query.finishing ?? false}
            {...readAdditions(c, db, job.id)}
          />,
        )
      }),
  ),

  page(
    'GET /mywork/jobs/:id',
    {
      claim: 'steps.work',
      params: ById,
      query: object({ timing: t.Optional(flag()) }),
      summary: 'What is told of a job that is assigned to the person, and what can be added.',
    },
    (c) =>
      c.read((db, viewer) => {
        const job = getPermittedJob(db, viewer, c.params.id)
        return fragment(
          <JobMore
            jobid={job.id}
            place={findMyJobPlace(db, viewer, job.id)}
            reference={job.reference}
            href={jobLinks(db)(job.boardid, job.reference)}
            cantime={c.can('timesheet.write')}
            canuse={c.can('materials.consume')}
            timing={c.query.timing ?? false}
            {...readAdditions(c, db, job.id)}
          />,
        )
      }),
  ),

  page(
    'GET /mywork/jobs/:id/complete',
    {
      claim: 'jobs.write',
      params: ById,
      summary: 'Asks whether a job is complete, and says what is still open on it.',
    },
    (c) =>
      c.read((db, viewer) => {
        const warnings = warnBeforeMove(db, viewer, c.params.id, COMPLETE)
        const { id, reference } = getPermittedJob(db, viewer, c.params.id)
        return fragment(
          <CompleteJob
            jobid={id}
            reference={reference}
            lane={COMPLETE}
            lanename={statusName(db, COMPLETE)}
            warnings={warnings}
          />,
        )
      }),
  ),
]
