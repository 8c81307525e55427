import { jobFields } from '#server/domains/work/jobs/fields.ts'
import { choiceOrAll, date, integer, object, reference, t, text, version } from '#server/http/fields.ts'
import { scheduleViews } from './range.ts'

/** As many as a screen holds beside each other. */
const MOST_WEEKS = 6

export const OnBoard = t.Object({ jobs: t.String({ maxLength: 100 }), board: t.String({ maxLength: 200 }) })

export const ScheduleQuery = object({
  /** Named views of lists have the word `view`. */
  range: t.Optional(choiceOrAll(...scheduleViews)),
  date: t.Optional(date()),
  weeks: t.Optional(integer(1, MOST_WEEKS)),
})

/** Without a start the job is unscheduled; without an end it takes its first day. */
export const ScheduleChange = object({
  assignee: t.Optional(reference()),
  start: t.Optional(date()),
  scheduledend: t.Optional(date()),
  visittime: t.Optional(text(jobFields.visittime.max)),
  version: version(),
})
