import { isLane } from '#db/job-status.ts'
import {
  listPlannedJobs,
  listScheduled,
  listUnscheduled,
  listWorkersById,
  type PlannedRow,
  type ScheduledRow,
} from '#db/queries/work/schedule.ts'
import { listBoardWorkers } from '#db/queries/work/workers.ts'
import { categories } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, hasPermission, type Viewer } from '#server/access/viewer.ts'
import { boardLabels } from '#server/domains/work/jobs/board-props.ts'
import { standardMinutes } from '#server/domains/work/jobs/job-totals.ts'
import { findDayOff, readWorkingTime, type WorkingTime } from '#server/working-time.ts'
import { safeColour } from '#views/ui/colour.ts'
import { type DayHours, hoursAround, USUAL_HOURS } from '#views/ui/day-hours.ts'
import { readVisit, visitHour, visitOrder, visitWords } from '#views/ui/visit-time.ts'
import type {
  ConflictLine,
  PersonDay,
  PersonRow,
  ScheduleBar,
  ScheduleProps,
} from '#views/work/schedule/types.ts'
import {
  type Conflict,
  findConflicts,
  findLoads,
  type Loads,
  type Planned,
  spreadJobs,
} from './find-conflicts.ts'
import { placeBars } from './place-bars.ts'
import type { ScheduleRange } from './range.ts'

/** Specification 2, section 9: of a category that has no colour of its own, but the one that its form begins with. */
const DEFAULT_COLOUR = '#878787'
const NO_COLOUR = categories.colour.default
const NOBODY = ''

type Shown = Pick<
  ScheduleProps,
  'today' | 'days' | 'hours' | 'people' | 'unscheduled' | 'conflicts' | 'canwrite'
>

/** A board's plan between two days, with what its people are planned for on other boards counted in. */
export function readSchedule(
  db: TenantDb,
  viewer: Viewer,
  boardid: string,
  range: ScheduleRange,
  today: string,
): Shown {
  const { from, to } = range
  const asked = { boardid, locations: viewer.locations && [...viewer.locations] }
  const rows = listScheduled(db, { ...asked, from, to }).sort(byVisit)
  const undated = listUnscheduled(db, asked)
  const time = readWorkingTime(db)
  const people = listPeople(db, boardid, rows)
  const workers = people.map(({ id }) => id)
  const other = listPlannedJobs(db, { workers, from, to, besides: boardid })
  const standard = standardMinutes(
    db,
    [...rows, ...undated, ...other].map(({ id }) => id),
  )
  const boards = new Map(boardLabels(db).boards.map(({ id, name }) => [id, name]))
  const boardName = (id: string) => (viewer.boards.has(id) ? (boards.get(id) ?? '') : '')
  const planned = [
    ...rows.map((row) => toPlanned(row, standard)),
    ...other.map((row) => ({
      ...toPlanned(row, standard),
      elsewhere: boardName(row.boardid),
      reference: canSeeJobAt(viewer, row.boardid, row.location) ? row.reference : null,
    })),
  ]
  const spread = spreadJobs(planned, time)
  const loads = findLoads(spread)
  const open = spread.filter(({ job }) => !job.done)
  const conflicts = findConflicts(
    open.map(({ job }) => job),
    findLoads(open),
    time,
    range,
  )
  const canwrite = mayPlan(viewer, boardid)
  const warnings = warningsByJob(conflicts)
  const present = (row: ScheduledRow) => presentBar(row, standard, canwrite, warnings.get(row.id) ?? '')
  const shown = rows.map(present)
  const bars = Map.groupBy(range.view === 'day' ? shown.map(withHour(from)) : shown, ({ person }) => person)
  const hours =
    range.view === 'day'
      ? hoursAround([...bars.values()].flat().flatMap(({ hour }) => hour ?? []))
      : undefined
  return {
    today,
    days: range.days.map((date) => {
      const off = findDayOff(time, date)
      return { date, off: off?.name, holiday: off?.holiday ?? false, today: date === today }
    }),
    hours,
    people: [{ id: NOBODY, name: 'Nobody yet', archived: false }, ...people]
      .filter(({ id }) => id !== NOBODY || bars.has(id))
      .map((person) => presentPerson(person, bars.get(person.id) ?? [], { loads, time, range, hours })),
    unscheduled: undated.map(present),
    conflicts: presentConflicts(conflicts, people),
    canwrite,
  }
}

export const mayPlan = (viewer: Viewer, boardid: string) =>
  viewer.claims.has('schedule.write') && hasPermission(viewer, boardid, 'work')

type Named = { id: string; name: string; archived: boolean }

/** The workers of the board, then whoever else is planned there: nothing that is planned is hidden. */
function listPeople(db: TenantDb, boardid: string, rows: readonly ScheduledRow[]): Named[] {
  const own = listBoardWorkers(db, boardid).map(({ id, name }) => ({ id, name, archived: false }))
  const known = new Set(own.map(({ id }) => id))
  const others = new Set(rows.flatMap(({ assignee }) => (assignee && !known.has(assignee) ? assignee : [])))
  return [...own, ...(others.size > 0 ? listWorkersById(db, [...others]) : [])]
}

/** Its days are in order already: of one day what is agreed for an hour comes first, by that hour. */
function byVisit(a: ScheduledRow, b: ScheduledRow): number {
  if (a.start !== b.start) return (a.start ?? '') < (b.start ?? '') ? -1 : 1
  const [first, second] = [visitOrder(a.visittime), visitOrder(b.visittime)]
  return first === second ? 0 : first - second
}

const toPlanned = (row: ScheduledRow | PlannedRow, standard: ReadonlyMap<string, number>): Planned => {
  const { id, reference, assignee, finish, done, visittime } = row
  const own = standard.get(id) ?? null
  const [start, end] = [row.start ?? '', row.end ?? '']
  return {
    ...{ id, reference, assignee, finish, done, start, end, visittime },
    minutes: row.minutes ?? own,
    standard: own,
  }
}

function presentBar(
  row: ScheduledRow,
  standard: ReadonlyMap<string, number>,
  canwrite: boolean,
  warning: string,
): ScheduleBar {
  const { id, version, reference, description, critical, status, finish, done } = row
  return {
    ...{ id, version, reference, description, critical, finish, done, warning },
    client: row.clientname ?? '',
    colour: (row.colour !== NO_COLOUR && safeColour(row.colour)) || DEFAULT_COLOUR,
    movable: canwrite && isLane(status),
    visit: visitWords(row.visittime),
    person: row.assignee ?? NOBODY,
    start: row.start ?? '',
    end: row.end ?? '',
    minutes: row.minutes ?? standard.get(id) ?? null,
  }
}

/** The hour belongs to the first day: what goes on for days lasts from it to the end of that one. */
const withHour =
  (day: string) =>
  (bar: ScheduleBar): ScheduleBar => {
    const { start, end, visit, minutes } = bar
    const begin = start === day && end !== start ? readVisit(visit) : undefined
    const hour = begin
      ? { from: begin.from, minutes: USUAL_HOURS.to * 60 - begin.from }
      : visitHour({ start, end, visittime: visit, minutes })
    return { ...bar, hour }
  }

type Around = { loads: Loads; time: WorkingTime; range: ScheduleRange; hours?: DayHours }

function presentPerson(
  person: Named,
  bars: readonly ScheduleBar[],
  { loads, time, range, hours }: Around,
): PersonRow {
  const load = loads.get(person.id)
  const days: PersonDay[] = range.days.map((date) => {
    const { minutes = 0, elsewhere = [] } = load?.get(date) ?? {}
    const off = findDayOff(time, date) !== undefined
    return { minutes, elsewhere, off, over: minutes > (off ? 0 : time.minutes) }
  })
  return {
    ...person,
    planned: days.reduce((sum, { minutes }) => sum + minutes, 0),
    capacity: days.filter(({ off }) => !off).length * time.minutes,
    days,
    ...placeBars(bars, range, hours),
  }
}

function warningsByJob(conflicts: readonly Conflict[]): Map<string, string> {
  const words = new Map<string, Set<string>>()
  for (const { kind, level, jobids } of conflicts)
    if (level === 'warning')
      for (const id of jobids) {
        const said = words.get(id) ?? new Set()
        words.set(id, said.add(shortWords[kind]))
      }
  return new Map([...words].map(([id, said]) => [id, `Warning: ${[...said].join(', ')}`]))
}

/** On the bar; the list of conflicts says it with days and names. */
const shortWords: Record<Conflict['kind'], string> = {
  clash: 'at the same time as another job',
  overlap: 'overlaps another job',
  over: 'more than the hours of a day',
  dayoff: 'begins or ends on a day off',
  late: 'beyond its due date',
  short: 'shorter than its standard time',
}

function presentConflicts(conflicts: readonly Conflict[], people: readonly Named[]): ConflictLine[] {
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const lines = conflicts.map(({ level, workerid, text }) => ({
    level,
    person: workerid ? (names.get(workerid) ?? '') : 'Nobody yet',
    text,
  }))
  return lines.sort((a, b) => (a.level === b.level ? 0 : a.level === 'warning' ? -1 : 1))
}
