import { invalid } from '#server/errors.ts'
import { toInstant, zonedTime } from '#server/zone.ts'

const MORNING = 8
const EVENING = 18

export const snoozeChoices = ['evening', 'tomorrow', 'nextweek', 'date'] as const
type SnoozeChoice = (typeof snoozeChoices)[number]

type SnoozeTime = { value: SnoozeChoice; label: string; at: string }

/** The instants (ISO 8601 UTC) that a person chooses from, by the clock of a zone: this evening only while it is to come. */
export function snoozeTimes(now: string, zone: string): SnoozeTime[] {
  const today = zonedTime(now, zone).toPlainDate()
  const times: SnoozeTime[] = [
    { value: 'evening', label: 'This evening', at: hourOf(today, EVENING, zone) },
    { value: 'tomorrow', label: 'Tomorrow', at: hourOf(today.add({ days: 1 }), MORNING, zone) },
    {
      value: 'nextweek',
      label: 'Next week',
      at: hourOf(today.add({ days: 8 - today.dayOfWeek }), MORNING, zone),
    },
  ]
  return times.filter(({ at }) => at > now)
}

/** When what is snoozed comes back. @throws 400 for what is not to come */
export function snoozeUntil(
  choice: SnoozeChoice,
  date: string | null | undefined,
  now: string,
  zone: string,
): string {
  if (choice !== 'date') {
    const found = snoozeTimes(now, zone).find(({ value }) => value === choice)
    if (!found) throw invalid({ until: 'The evening has begun: choose a later time.' })
    return found.at
  }
  if (!date) throw invalid({ date: 'Choose a day.' })
  const at = hourOf(Temporal.PlainDate.from(date), MORNING, zone)
  if (at <= now) throw invalid({ date: 'Choose a day that is still to come.' })
  return at
}

const hourOf = (day: Temporal.PlainDate, hour: number, zone: string) =>
  toInstant(day.toPlainDateTime({ hour }).toZonedDateTime(zone))
