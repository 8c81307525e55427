import type { RepeatRow } from '#db/queries/work/frequency.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter } from '#server/dates.ts'
import { getRecord } from '#server/records.ts'
import { readZone, todayIn } from '#server/zone.ts'
import {
  duesBetween,
  type Frequency,
  type FrequencyRow,
  isFrequency,
  latestDue,
  nextDue,
} from './due-date.ts'

export type Repeat = {
  category: string
  template: typeof jobs.$inferSelect
  frequency: Frequency
  done: string
  due: string[]
  next: string
}

export function planRepeat(db: TenantDb, row: RepeatRow, now: Date, upto?: string): Repeat | undefined {
  const dates = repeatDates(row, { zone: readZone(db), now, upto })
  return (
    dates && {
      ...dates,
      category: row.category,
      template: getRecord(db, jobs, row.template),
    }
  )
}

type Moment = { zone: string; now: Date; upto?: string }

/**
 * Up to today the latest date alone, since nobody does the work of days that went by; of days to come each (decision 59).
 * What lies before the category repeated at all, or before there was the template, is not made up for.
 */
export function repeatDates(
  row: RepeatRow,
  { zone, now, upto }: Moment,
): Pick<Repeat, 'frequency' | 'done' | 'due' | 'next'> | undefined {
  if (!isFrequency(row.frequency)) return
  const today = todayIn(zone, now)
  const localDay = (instant: string) => todayIn(zone, new Date(instant))
  const made = localDay(row.created)
  const dates: FrequencyRow = {
    frequency: row.frequency,
    anchor: row.start ?? made,
    withanchor: row.start !== null,
  }
  const begun = daysAfter(later(localDay(row.updatedutc), made), -1)
  const done = row.seen === row.frequency && row.done ? row.done : begun
  const last = upto ?? today
  const missed = latestDue(dates, done, last < today ? last : today)
  return {
    frequency: row.frequency,
    done,
    due: [...(missed ? [missed] : []), ...duesBetween(dates, later(done, today), last)],
    next: nextDue(dates, later(done, today)),
  }
}

const later = (one: string, other: string) => (one > other ? one : other)
