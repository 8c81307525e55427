import { listWeekEntries, type WeekEntry } from '#db/queries/work/time-weeks.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter } from '#server/dates.ts'
import {
  cutAtMidnight,
  type Interval,
  toMinutes,
  unionSeconds,
} from '#server/domains/work/timesheet/intervals.ts'
import { readZone, startOfDay } from '#server/zone.ts'

/** A part of an entry on one day: what is clocked over midnight stands on both. */
export type DayPart = {
  entry: WeekEntry
  date: string
  seconds: number
  span: Interval | null
  running: boolean
}

type WeekTime = {
  days: readonly string[]
  parts: readonly DayPart[]
  minutes: number
  running: number
  unconfirmed: number
}

/** Days and midnights are those of the tenant's zone; a timer that runs counts once it has ended. */
export const readWeekTime = (db: TenantDb, workerid: string, monday: string): WeekTime =>
  readWeekTimes(db, [workerid], monday)(workerid)

/** As `readWeekTime`, of several workers. */
export function readWeekTimes(
  db: TenantDb,
  workerids: readonly string[],
  monday: string,
): (workerid: string) => WeekTime {
  const zone = readZone(db)
  const sunday = daysAfter(monday, 6)
  const days = Array.from({ length: 7 }, (_, at) => daysAfter(monday, at))
  const [start, end] = [startOfDay(monday, zone), startOfDay(sunday, zone, 1)]
  const ofWorkers = Map.groupBy(
    listWeekEntries(db, { workerids, monday, sunday, start, end }),
    ({ workerid }) => workerid,
  )
  return (workerid) => {
    const entries = ofWorkers.get(workerid) ?? []
    const parts = entries.flatMap((entry) => partsOf(entry, zone)).filter(({ date }) => days.includes(date))
    const own = entries.filter(({ date }) => date >= monday)
    return {
      days,
      parts,
      minutes: sumMinutes(parts),
      running: own.filter(isRunning).length,
      unconfirmed: own.filter(({ unconfirmed }) => unconfirmed).length,
    }
  }
}

const later = (...instants: string[]) => instants.sort().at(-1) as string
const earlier = (...instants: string[]) => instants.sort()[0] as string

const isRunning = ({ startutc, endutc }: WeekEntry) => startutc !== null && endutc === null

function partsOf(entry: WeekEntry, zone: string): DayPart[] {
  const { date, startutc, endutc, seconds } = entry
  const plain = { entry, date, seconds, span: null, running: isRunning(entry) }
  if (!startutc || !endutc || startutc === endutc) return [plain]
  return cutAtMidnight({ startutc, endutc }, zone).map((part) => {
    const [start, end] = [startOfDay(part.date, zone), startOfDay(part.date, zone, 1)]
    const span = { startutc: later(startutc, start), endutc: earlier(endutc, end) }
    return { ...plain, ...part, span }
  })
}

export const sumMinutes = (parts: readonly DayPart[]) =>
  toMinutes(parts.reduce((sum, { seconds }) => sum + seconds, 0))

/** What a person was at work for: timers side by side count once. */
export function sumAttendance(parts: readonly DayPart[]): number {
  const spans = parts.flatMap(({ span }) => span ?? [])
  const byhand = parts.reduce((sum, { span, seconds }) => sum + (span ? 0 : seconds), 0)
  return toMinutes(unionSeconds(spans) + byhand)
}
