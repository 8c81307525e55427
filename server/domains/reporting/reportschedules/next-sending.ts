import type { ReportSchedule } from '#db/queries/reporting.ts'
import { hourOfDay, zonedTime } from '#server/zone.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** When a report is mailed; days of the week as ISO 8601 counts them. */
export const sendingDays = [
  { value: 'day', label: 'Every day', on: () => true },
  ...DAYS.map((name, at) => ({
    value: name.toLowerCase(),
    label: `Every ${name}`,
    on: ({ dayOfWeek }: Temporal.PlainDate) => dayOfWeek === at + 1,
  })),
  { value: 'month', label: 'The first of each month', on: ({ day }: Temporal.PlainDate) => day === 1 },
]

/** Twice the longest time between two of them. */
const LOOKED_AT = 62

/** The first instant after another (ISO 8601 UTC) at which it is that hour of such a day in a zone. */
export function nextSending(every: string, hour: number, zone: string, after: string): string {
  const days = sendingDays.find(({ value }) => value === every)
  const first = zonedTime(after, zone).toPlainDate()
  for (let at = 0; days && at < LOOKED_AT; at++) {
    const day = first.add({ days: at })
    const instant = hourOfDay(day, hour, zone)
    if (days.on(day) && instant > after) return instant
  }
  throw new Error(`There is no day ${every}.`)
}

type Planned = Pick<ReportSchedule, 'every' | 'hour' | 'lastutc' | 'updatedutc'>

/** When a report goes next: after it was sent last, or after whoever changed it since. ISO 8601 UTC. */
export const scheduleDue = (zone: string, { every, hour, lastutc, updatedutc }: Planned): string =>
  nextSending(every, hour, zone, lastutc && lastutc > updatedutc ? lastutc : updatedutc)
