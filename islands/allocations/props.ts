import type { BoardProps } from '#islands/board/props.ts'
import type { ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import type { ApprovedJob } from '#server/domains/work/jobsteps/approved-jobs.ts'
import type { ShownStep } from '#server/domains/work/jobsteps/present.ts'

export type AllocatedJob = { job: ApprovedJob; steps: readonly ShownStep[] }

/** Dates are `YYYY-MM-DD`; an empty one sets no bound. */
export type DateRange = { start: string; end: string }

/** `worker`: an id, or `NOBODY`. */
type Narrowed = { search: string; worker: string }

export type AllocationsProps = {
  /** For the job dialog; without cards. */
  board: BoardProps
  /** The Sunday up to which the page goes unless asked. */
  thisweek: string
  /** Milliseconds, at which the server drew the page. */
  now: number
  workers: readonly ReferencedRecord[]
  jobs: readonly AllocatedJob[]
  asked: DateRange & Narrowed
}

/** Stands for the worker of a step that nobody has. */
export const NOBODY = 'nobody'

export const isClosed = ({ completed, skipped }: ShownStep) => completed || skipped

/** Of the newest iteration, without what was taken off its category. */
export const countedSteps = ({ steps }: AllocatedJob) =>
  steps.filter(({ iteration, step }) => iteration === steps[0]?.iteration && !step.archived)

const openSteps = (job: AllocatedJob) => countedSteps(job).filter((step) => !isClosed(step))

export const isAllDone = (job: AllocatedJob) => openSteps(job).length === 0

/** What is worked on now, else the first that is open. */
export function findCurrentStep(job: AllocatedJob): ShownStep | undefined {
  const open = openSteps(job)
  return open.find(({ running }) => running.length > 0) ?? open[0]
}

const workerKey = ({ worker }: ShownStep) => worker?.id ?? NOBODY

const isOf = (step: ShownStep, worker: string) =>
  workerKey(step) === worker || step.running.some((timer) => timer.worker.id === worker)

export function narrowJobs(jobs: readonly AllocatedJob[], { search, worker }: Narrowed): AllocatedJob[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return jobs.filter((one) => {
    if (worker && !openSteps(one).some((step) => isOf(step, worker))) return false
    const text = words.length > 0 ? searchText(one) : ''
    return words.every((word) => text.includes(word))
  })
}

const searchText = ({ job, steps }: AllocatedJob) =>
  [
    ...[job.reference, job.description, job.client?.name, ...job.categories.map(({ name }) => name)],
    ...steps.flatMap(({ step, worker }) => [step.name, worker?.name]),
  ]
    .join(' ')
    .toLowerCase()

/** What is due first before the rest, as the server sorts them. */
export const sortJobs = (jobs: readonly AllocatedJob[]): AllocatedJob[] =>
  jobs.toSorted(
    (a, b) =>
      compareText(dueDay(a), dueDay(b)) ||
      Number(b.job.critical) - Number(a.job.critical) ||
      compareText(a.job.id, b.job.id),
  )

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const dueDay = ({ job }: AllocatedJob) => job.finish ?? job.start ?? job.created.slice(0, 10)

export type WorkerLoad = ReferencedRecord & {
  steps: number
  minutes: number
  /** Steps of jobs that have no scheduled duration. */
  untimed: number
  /** What they work on now, whoever has it: the step, and the reference of its job. */
  running: string[]
}

/** What each has to do; a job's scheduled duration is shared equally by the steps of its first iteration. */
export function loadByWorker(
  jobs: readonly AllocatedJob[],
  workers: readonly ReferencedRecord[],
): WorkerLoad[] {
  const none = (worker: ReferencedRecord): WorkerLoad => ({
    ...worker,
    ...{ steps: 0, minutes: 0, untimed: 0, running: [] },
  })
  const loads = new Map(workers.map(({ id, name }) => [id, none({ id, name })]))

  function loadOf(id: string, name: string): WorkerLoad {
    const load = loads.get(id) ?? none({ id, name })
    loads.set(id, load)
    return load
  }

  for (const one of jobs) {
    const share = minutesOfStep(one)
    for (const step of openSteps(one)) {
      const load = loadOf(workerKey(step), step.worker?.name ?? 'Nobody yet')
      load.steps++
      load.minutes += share ?? 0
      if (share === null) load.untimed++
    }
    for (const { step, running } of one.steps)
      for (const { worker } of running)
        loadOf(worker.id, worker.name).running.push(`${step.name}, ${one.job.reference}`)
  }
  return [...loads.values()]
}

function minutesOfStep({ job, steps }: AllocatedJob): number | null {
  if (job.scheduledminutes === null) return null
  const first = steps.at(-1)?.iteration
  const counted = steps.filter(({ iteration, step }) => iteration === first && !step.archived)
  return job.scheduledminutes / Math.max(1, counted.length)
}
