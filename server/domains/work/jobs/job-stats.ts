import { statuses } from '#db/job-status.ts'
import { countByAssignee, countByCategory, countCreatedSince } from '#db/queries/work/job-tallies.ts'
import { countByStatus, type JobFilter } from '#db/queries/work/jobs-lists.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter, daysBetween } from '#server/dates.ts'
import { readZone, startOfDay, todayIn } from '#server/zone.ts'
import { statusName } from './status.ts'

export function statsByStatus(db: TenantDb, filter: JobFilter) {
  const counts = new Map(countByStatus(db, filter).map(({ status, count }) => [status, count]))
  return statuses
    .filter((status) => filter.statuses.includes(status))
    .map((status) => ({ status, name: statusName(db, status), count: counts.get(status) ?? 0 }))
}

export const statsByCategory = (db: TenantDb, filter: JobFilter) =>
  countByCategory(db, filter).map((row) => ({ ...row, name: row.name ?? 'No category' }))

export const statsByAssignee = (db: TenantDb, filter: JobFilter) =>
  countByAssignee(db, filter).map(({ id, name, count }) => ({ id, name: name ?? 'Nobody', count }))

/** In days; the last has no end. */
export const ageBrackets = [
  { from: 0, to: 7 },
  { from: 8, to: 30 },
  { from: 31, to: 60 },
  { from: 61, to: 90 },
  { from: 91, to: null },
]

/** The days of creation of each bracket, both included; the last begins with none. */
export const bracketDays = ({ from, to }: { from: number; to: number | null }, today: string) => ({
  start: to === null ? null : daysAfter(today, -to),
  end: daysAfter(today, -from),
})

export function statsByAge(db: TenantDb, filter: JobFilter, now: Date) {
  const zone = readZone(db)
  const today = todayIn(zone, now)
  const youngest = ageBrackets.map(({ from }) => startOfDay(today, zone, 1 - from))
  const { total, since } = countCreatedSince(db, filter, youngest)
  // What is younger than a bracket is taken from what is younger than the next.
  return ageBrackets.map(({ from, to }, at) => ({
    from,
    to,
    count: (since[at + 1] ?? total) - (since[at] as number),
  }))
}

/** In the tenant's zone. */
export const ageInDays = (created: string, today: string, zone: string): number =>
  daysBetween(todayIn(zone, new Date(created)), today)
