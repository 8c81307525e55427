import { APPROVE } from '#db/job-status.ts'
import { stepProgress, workerOfUser } from '#db/queries/work/job-steps.ts'
import {
  findMyJob,
  listCompletedBy,
  listFreeSteps,
  listJobsAssigned,
  listJobsGiven,
  listMyStepsByIds,
  listStepsOfWorker,
  listWorkedSince,
  type MyJobRow,
  type MyStepRow,
  recordedOnJobs,
  type WorkedRow,
} from '#db/queries/work/my-steps.ts'
import { secondsBySteps, type Timer, timersOfWorker } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import { hasPermission, jobScope, type Viewer } from '#server/access/viewer.ts'
import { daysAfter, endOfWeek } from '#server/dates.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { secondsBetween, toMinutes } from '#server/domains/work/timesheet/intervals.ts'
import { readToday, readZone, startOfDay } from '#server/zone.ts'
import { withQuery } from '#views/ui/links.ts'
import { visitOrder } from '#views/ui/visit-time.ts'
import type { MyJob, MyWorkProps, StepPlace, When, WorkedLine } from '#views/work/mywork/types.ts'
import { groupByJob, type StepOfJob } from './group-by-job.ts'
import { findHindrances, listWorkableBoards } from './hindrances.ts'

/** More of them is no day's work; the page says that it shows no more. */
const MOST_OWN = 200
const MOST_FREE = 20
/** How far back the page asks about a timer that was forgotten. */
const ASKED_DAYS = 31

type LinkOf = ReturnType<typeof jobLinks>

/** What a person has to do as the worker that they are; null for who is none. */
export function findMyWork(db: TenantDb, viewer: Viewer, userid: string): MyWorkProps | null {
  const worker = workerOfUser(db, userid)
  if (!worker) return null
  const today = readToday(db)
  const now = db.now().toISOString()
  const linkOf = jobLinks(db)
  const { boards, locations } = jobScope(viewer)
  const scope = { workerid: worker.id, boards: boards ?? undefined, locations: locations ?? undefined }
  const timers = timersOfWorker(db, worker.id)
  const running = listMyStepsByIds(
    db,
    timers.flatMap(({ jobstepid }) => jobstepid ?? []),
  )
  const isRunning = new Set(running.map(({ id }) => id))
  const waiting = (rows: MyStepRow[]) => rows.filter(({ id }) => !isRunning.has(id))
  const own = listStepsOfWorker(db, { ...scope, most: MOST_OWN + 1 })
  const workable = listWorkableBoards(db, viewer, worker.id)
  const free = waiting(listFreeSteps(db, { ...scope, boards: workable, most: MOST_FREE + 1 }))
  const jobs = listJobsAssigned(db, { ...scope, most: MOST_OWN + 1 })
  const unapproved = listJobsGiven(db, { ...scope, most: MOST_OWN + 1 })
  const shownfree = free.slice(0, MOST_FREE)
  const isMine = ({ assignee }: MyStepRow) => assignee === worker.id
  const hindranceOf = findHindrances(db, [...own, ...free], workable)
  const seconds = secondsBySteps(db, [...new Set([...running, ...own].map(({ jobid }) => jobid))])
  const about = { worker: worker.id, today, timers, seconds, linkOf, viewer, hindranceOf }
  const present = (row: MyStepRow) => presentMyStep(row, about)
  const worked = listWorkedSince(db, worker.id, daysAfter(today, -ASKED_DAYS))
  const ofToday = worked.filter(({ date }) => date === today)
  const given = [...running, ...waiting(own.slice(0, MOST_OWN))]
  const givenjobs = new Set(given.map(({ jobid }) => jobid))
  // One card a job: a step of it that nobody has stands beside the worker's own.
  const beside = (row: MyStepRow) => isMine(row) || givenjobs.has(row.jobid)
  const mine = [...given, ...shownfree.filter(beside)]
  const withSteps = groupByJob(mine.map(present))
  const listed = new Set(withSteps.map(({ id }) => id))
  const progress = stepProgress(
    db,
    jobs.map(({ id }) => id),
  )
  const withoutSteps = jobs
    .slice(0, MOST_OWN)
    .filter(({ id }) => !listed.has(id))
    .map((row) => ({ ...presentMyJob(row, about), left: leftOf(progress.get(row.id)) }))
  const all = [...withSteps, ...withoutSteps].sort(byVisit)
  const toapprove = unapproved
    .slice(0, MOST_OWN)
    .filter(({ id }) => !listed.has(id))
    .map((row) => ({ ...presentMyJob(row, about), left: 'approval' as const }))
    .sort(byVisit)
  const recorded = recordedOnJobs(
    db,
    all.map(({ id }) => id),
  )
  return {
    jobs: all.map((job) => ({ ...job, ...recorded.get(job.id) })),
    more: [own, jobs, unapproved].some(({ length }) => length > MOST_OWN),
    toapprove,
    approvelane: statusName(db, APPROVE),
    free: groupByJob(shownfree.filter((row) => !beside(row)).map(present)),
    morefree: free.length > MOST_FREE,
    running: timers.length,
    donetoday: listCompletedBy(db, { ...scope, since: startOfDay(today, readZone(db)), today }).map(
      ({ id, reference, description, boardid }) => ({
        ...{ id, reference, description },
        href: linkOf(boardid, reference),
      }),
    ),
    toconfirm: worked
      .filter(({ unconfirmed }) => unconfirmed)
      .map((row) => ({ ...presentWorked(row, about, now), date: row.date })),
    worked: ofToday
      .filter(({ endutc, startutc }) => endutc || !startutc)
      .map((row) => presentWorked(row, about, now)),
    minutestoday: toMinutes(ofToday.reduce((sum, row) => sum + secondsWorked(row, now), 0)),
  }
}

/** Of a job in which no step waits for the person. */
function leftOf(progress: { done: number; total: number } | undefined): MyJob['left'] {
  if (!progress) return 'nosteps'
  return progress.done === progress.total ? 'done' : 'others'
}

const inOrder: readonly When[] = ['late', 'today', 'week', 'later']
const begins = ({ when, start, finish }: MyJob) => (when === 'today' ? '' : (start ?? finish ?? ''))

/** By the day on which it begins, and on one day by the hour that is agreed; what is late stays by when it was due. */
function byVisit(a: MyJob, b: MyJob): number {
  if (a.when !== b.when) return inOrder.indexOf(a.when) - inOrder.indexOf(b.when)
  if (a.when === 'late') return 0
  return begins(a).localeCompare(begins(b)) || visitOrder(a.visittime) - visitOrder(b.visittime)
}

const secondsWorked = ({ startutc, endutc, seconds }: WorkedRow, now: string) =>
  startutc && !endutc ? secondsBetween(startutc, now) : seconds

type About = {
  viewer: Viewer
  hindranceOf: (row: MyStepRow) => string | null
  worker: string
  today: string
  timers: Timer[]
  seconds: ReadonlyMap<string, number>
  linkOf: LinkOf
}

function presentMyStep(row: MyStepRow, about: About): StepOfJob {
  const { worker, timers, seconds, hindranceOf } = about
  const { id, name, instruction, iteration, order } = row
  const running = timers.find(({ jobstepid }) => jobstepid === id)
  return {
    job: presentMyJob({ ...row, id: row.jobid }, about),
    order: iteration * 1_000 + order,
    step: {
      ...{ id, name, instruction, iteration },
      of: row.workerid === worker ? null : row.workername,
      hindrance: hindranceOf(row),
      begun: row.datestartedutc !== null,
      runningsince: running?.startutc ?? null,
      minutes: toMinutes(seconds.get(id) ?? 0),
    },
  }
}

type JobAbout = Pick<About, 'viewer' | 'today' | 'linkOf'>

function presentMyJob(row: MyJobRow & { id: string }, { viewer, today, linkOf }: JobAbout): MyJob {
  const { id, reference, description, critical, start, finish, visittime } = row
  return {
    ...{ id, reference, description, critical, start, finish, visittime, ...placeFor(row, viewer) },
    href: linkOf(row.boardid, reference),
    when: whenDue(start, finish, today),
    steps: [],
    left: 'steps',
    signedby: null,
    used: 0,
    works: hasPermission(viewer, row.boardid, 'work'),
  }
}

/** Where to go and whom to call: the place of the job, else the client's own. */
function placeFor(row: MyJobRow, { claims }: Viewer): StepPlace {
  const [ofplace, ofclient] = [claims.has('locations.read'), claims.has('clients.read')]
  const atplace = ofplace && row.locationnumber
  return {
    client: row.clientname ?? '',
    location: row.locationname ?? '',
    address: (ofplace && row.locationaddress) || (ofclient && row.clientaddress) || '',
    contactname: (atplace ? row.locationcontact : ofclient && row.clientcontact) || '',
    contactnumber: atplace || (ofclient && row.clientnumber) || '',
  }
}

/** Of one step, for whoever works on it. */
export function findStepPlace(db: TenantDb, viewer: Viewer, id: string): StepPlace | undefined {
  const [row] = listMyStepsByIds(db, [id])
  return row && placeFor(row, viewer)
}

/** Of a job, for whoever works on it. */
export function findMyJobPlace(db: TenantDb, viewer: Viewer, jobid: string): StepPlace | undefined {
  const row = findMyJob(db, jobid)
  return row && placeFor(row, viewer)
}

/** By the days of its job: late once it was due, else by the day on which it begins. */
function whenDue(start: string | null, finish: string | null, today: string): When {
  if (finish && finish < today) return 'late'
  const begins = start ?? finish ?? today
  if (begins <= today) return 'today'
  return begins <= endOfWeek(today) ? 'week' : 'later'
}

type Owner = Pick<About, 'linkOf' | 'worker' | 'viewer'>

const presentWorked = (row: WorkedRow, { linkOf, worker, viewer }: Owner, now: string): WorkedLine => ({
  id: row.id,
  version: row.version,
  name: row.stepname ?? (row.detail || row.description),
  jobid: row.jobid,
  reference: row.reference,
  href: linkOf(row.boardid, row.reference),
  minutes: toMinutes(secondsWorked(row, now)),
  done: row.done,
  stepid: row.jobstepid,
  correct: viewer.claims.has('timesheet.read')
    ? withQuery('/timesheets/time', {
        workerid: worker,
        date: row.date,
        jobid: row.jobid,
        stepid: row.jobstepid,
      })
    : undefined,
})
