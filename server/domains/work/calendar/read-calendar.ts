import {
  type CalendarJobRow,
  type CalendarStepRow,
  listCalendarJobs,
  listCalendarSteps,
} from '#db/queries/work/calendar.ts'
import { workerOfUser } from '#db/queries/work/job-steps.ts'
import type { TenantDb } from '#db/types.ts'
import type { Person } from '#server/access/person.ts'
import { canSeeJobAt, viewerFor } from '#server/access/viewer.ts'
import { daysAfter } from '#server/dates.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { standardMinutes } from '#server/domains/work/jobs/job-totals.ts'
import { notFound } from '#server/errors.ts'
import { type CalendarEvent, formatCalendar } from '#server/icalendar.ts'
import { addMs, DAY_MS } from '#server/instants.ts'
import { readToday, readZone } from '#server/zone.ts'
import { visitHour, visitWords } from '#views/ui/visit-time.ts'

/** How far back the calendar goes, and for how long it says that something was removed. */
const PAST_DAYS = 90
const REMOVED_DAYS = 30

/** A person’s own work as iCalendar: what they are planned for, as far as they may see it now. @throws 404 */
export function readCalendar(db: TenantDb, person: Person, site: string): string {
  const worker = workerOfUser(db, person.userid)
  if (!worker || !person.claims.has('jobs.read')) throw notFound('calendar')
  const viewer = viewerFor(db, person)
  const asked = {
    workerid: worker.id,
    since: daysAfter(readToday(db), -PAST_DAYS),
    removedsince: addMs(db.now(), -REMOVED_DAYS * DAY_MS),
  }
  const isSeen = ({ boardid, locationid }: CalendarJobRow) => canSeeJobAt(viewer, boardid, locationid)
  const linkOf = jobLinks(db)
  const [jobs, steps] = [
    listCalendarJobs(db, asked).filter(isSeen),
    listCalendarSteps(db, asked).filter(isSeen),
  ]
  const timed = [...jobs, ...steps].filter((row) => row.minutes === null && visitHour(row))
  const standard = standardMinutes(
    db,
    timed.map(({ jobid }) => jobid),
  )
  const present = (row: CalendarJobRow) =>
    presentJob(
      { ...row, minutes: row.minutes ?? standard.get(row.jobid) ?? null },
      person.accountid,
      site,
      linkOf,
    )
  return formatCalendar({
    name: `${person.accountname}: ${worker.name}`,
    zone: readZone(db),
    events: [...jobs.map(present), ...steps.map((row) => presentStep(row, present(row), person.accountid))],
  })
}

function presentJob(
  row: CalendarJobRow,
  accountid: string,
  site: string,
  linkOf: ReturnType<typeof jobLinks>,
): CalendarEvent {
  const { jobid, sequence, updatedutc, reference, description, boardid, start, end, removed } = row
  const href = linkOf(boardid, reference)
  return {
    ...{ start, end, cancelled: removed },
    hour: visitHour(row),
    uid: `job-${jobid}@${accountid}`,
    sequence,
    changed: updatedutc,
    summary: `${reference} ${description}`.trim(),
    description: [visitWords(row.visittime), row.clientname].filter(Boolean).join('\n'),
    location: row.locationname ?? '',
    url: href && site + href,
  }
}

/** Its days, and its hour, are those of its job, so that a change of either is a change of the event. */
const presentStep = (
  { id, name, reference, description, sequence, stepversion, stepupdatedutc }: CalendarStepRow,
  job: CalendarEvent,
  accountid: string,
): CalendarEvent => ({
  ...job,
  uid: `step-${id}@${accountid}`,
  sequence: sequence + stepversion,
  changed: stepupdatedutc > job.changed ? stepupdatedutc : job.changed,
  summary: `${reference} ${name}: ${description}`,
})
