import { dayAfter } from '#server/dates.ts'
import { findDayOff, type WorkingTime } from '#server/working-time.ts'
import { duration, shortDate } from '#views/format.ts'
import { readVisit, visitWords } from '#views/ui/visit-time.ts'
import type { OtherWork } from '#views/work/schedule/types.ts'
import { findClashes } from './find-clashes.ts'
import { type PlannedDays, spreadMinutes } from './plan-days.ts'

export type Planned = PlannedDays & {
  id: string
  /** Null: a job that the person may not see. */
  reference: string | null
  assignee: string | null
  finish: string | null
  /** In words, of its first day. */
  visittime: string
  /** Complete: it is in nobody’s way any more. */
  done: boolean
  standard: number | null
  /** The name of its board, where it is another than the one that is looked at: it has no bar there. */
  elsewhere?: string
}

/** `note`: two jobs of one day that fit into its hours. */
export type Conflict = {
  kind: 'clash' | 'overlap' | 'over' | 'dayoff' | 'late' | 'short'
  level: 'warning' | 'note'
  workerid: string | null
  jobids: readonly string[]
  text: string
}

/** `elsewhere`: what of its minutes is on other boards. */
type Day = { minutes: number; elsewhere: OtherWork[]; jobs: Planned[]; untimed: boolean }
/** What people are planned for: by worker, by day. */
export type Loads = ReadonlyMap<string, ReadonlyMap<string, Day>>

type SpreadJob = { job: Planned; spread: ReadonlyMap<string, number> }

export const spreadJobs = (planned: readonly Planned[], time: WorkingTime): SpreadJob[] =>
  planned.map((job) => ({ job, spread: spreadMinutes(job, time) }))

export function findLoads(planned: readonly SpreadJob[]): Loads {
  const loads = new Map<string, Map<string, Day>>()
  for (const { job, spread } of planned) {
    if (!job.assignee) continue
    const days = loads.get(job.assignee) ?? new Map<string, Day>()
    loads.set(job.assignee, days)
    for (const [date, minutes] of spread) {
      const day = days.get(date) ?? { minutes: 0, elsewhere: [], jobs: [], untimed: false }
      days.set(date, day)
      day.minutes += minutes
      if (job.elsewhere !== undefined && minutes > 0)
        day.elsewhere.push({ reference: job.reference, board: job.elsewhere, minutes })
      day.jobs.push(job)
      if (job.minutes === null) day.untimed = true
    }
  }
  return loads
}

/** All that does not fit, in words; between two days. What nobody has yet overlaps nothing. */
export function findConflicts(
  planned: readonly Planned[],
  loads: Loads,
  time: WorkingTime,
  { from, to }: { from: string; to: string },
): Conflict[] {
  const found: Conflict[] = []
  for (const [workerid, days] of loads) {
    const dates = [...days.keys()].filter((date) => date >= from && date <= to).sort()
    const clashes = dates.map((date) => clashesOn(workerid, days.get(date) as Day, date))
    // What is said by the hour is not said by the day again.
    const quiet = dates.filter((_, n) => clashes[n]?.length === 0)
    found.push(...clashes.flat(), ...overlapsOf(workerid, days, quiet, time))
    for (const date of dates) {
      const { minutes, jobs } = days.get(date) as Day
      if (minutes <= time.minutes || findDayOff(time, date)) continue
      found.push({
        kind: 'over',
        level: 'warning',
        workerid,
        jobids: jobs.map(({ id }) => id),
        text: `${shortDate(date)}: ${duration(minutes)} are planned, of ${duration(time.minutes)}.`,
      })
    }
  }
  for (const job of planned) if (job.end >= from && job.start <= to) found.push(...conflictsOf(job, time))
  return found
}

const clashesOn = (workerid: string, { jobs }: Day, date: string): Conflict[] =>
  findClashes(jobs, date).map(([one, other]) => ({
    ...{ kind: 'clash', level: 'warning', workerid },
    jobids: [one.id, other.id],
    text: `${shortDate(date)}: ${visitOf(one)} and ${visitOf(other)} are at the same time.`,
  }))

const visitOf = ({ reference, visittime }: Planned) =>
  reference === null ? 'a job of another board' : `${reference} (${visitWords(visittime)})`

/** Days one after the other on which the same jobs meet are told once. */
function overlapsOf(
  workerid: string,
  days: ReadonlyMap<string, Day>,
  dates: readonly string[],
  time: WorkingTime,
): Conflict[] {
  const runs: { first: string; last: string; jobs: Planned[]; fits: boolean }[] = []
  for (const date of dates) {
    const { jobs, minutes, untimed } = days.get(date) as Day
    if (jobs.length < 2) continue
    const known = !untimed || jobs.every((job) => job.start === date && readVisit(job.visittime))
    const fits = known && minutes <= time.minutes
    const run = runs.at(-1)
    if (run && run.fits === fits && isSame(run.jobs, jobs) && isNextWorked(run.last, date, time))
      run.last = date
    else runs.push({ first: date, last: date, jobs, fits })
  }
  return runs.map(({ first, last, jobs, fits }) => ({
    kind: 'overlap',
    level: fits ? 'note' : 'warning',
    workerid,
    jobids: jobs.map(({ id }) => id),
    text: `${rangeWords(first, last)}: ${listReferences(jobs)} are planned together${fits ? ', and fit into the day' : ''}.`,
  }))
}

const isSame = (a: readonly Planned[], b: readonly Planned[]) =>
  a.length === b.length && a.every(({ id }, n) => id === b[n]?.id)

function isNextWorked(last: string, date: string, time: WorkingTime): boolean {
  let day = dayAfter(last)
  while (day < date && findDayOff(time, day)) day = dayAfter(day)
  return day === date
}

function conflictsOf(job: Planned, time: WorkingTime): Conflict[] {
  const { id, assignee: workerid, reference, start, end, finish, minutes, standard } = job
  if (reference === null) return []
  const warn = (kind: Conflict['kind'], text: string): Conflict => ({
    ...{ kind, workerid, text },
    level: 'warning',
    jobids: [id],
  })
  const [first, last] = [findDayOff(time, start), findDayOff(time, end)]
  return [
    first && warn('dayoff', `${reference} begins on ${first.name}, ${shortDate(start)}.`),
    last && end !== start && warn('dayoff', `${reference} ends on ${last.name}, ${shortDate(end)}.`),
    finish && end > finish
      ? warn('late', `${reference} is planned until ${shortDate(end)}, and due on ${shortDate(finish)}.`)
      : undefined,
    standard && minutes !== null && minutes < standard
      ? warn(
          'short',
          `${reference} has ${duration(minutes)} scheduled, and a standard time of ${duration(standard)}.`,
        )
      : undefined,
  ].filter((one) => one instanceof Object)
}

export const rangeWords = (first: string, last: string) =>
  first === last ? shortDate(first) : `${shortDate(first)} to ${shortDate(last)}`

/** So many by name; of more it is told how many. */
const NAMED = 5

function listReferences(jobs: readonly Planned[]): string {
  const known = jobs.flatMap(({ reference }) => reference ?? [])
  const named = known.slice(0, NAMED)
  const others = jobs.length - named.length
  const hidden = known.length <= NAMED ? ' of another board' : ''
  if (others > 0)
    named.push(others === 1 ? `a job${hidden || ' more'}` : `${others} jobs${hidden || ' more'}`)
  return `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}
