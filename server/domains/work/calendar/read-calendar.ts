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
import { notFound } from '#server/errors.ts'
import { type CalendarEvent, formatCalendar } from '#server/icalendar.ts'
import { addMs, DAY_MS } from '#server/instants.ts'
import { readToday } from '#server/zone.ts'

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
  const present = (row: CalendarJobRow) => presentJob(row, person.accountid, site, linkOf)
  const jobs = listCalendarJobs(db, asked).filter(isSeen).map(present)
  const steps = listCalendarSteps(db, asked)
    .filter(isSeen)
    .map((row) => presentStep(row, present(row), person.accountid))
  return formatCalendar({ name: `${person.accountname}: ${worker.name}`, events: [...jobs, ...steps] })
}

function presentJob(
  row: CalendarJobRow,
  accountid: string,
  site: string,
  linkOf: ReturnType<typeof jobLinks>,
): CalendarEvent {
  const { jobid, version, updatedutc, reference, description, boardid, start, end, removed } = row
  const href = linkOf(boardid, reference)
  return {
    ...{ start, end, cancelled: removed },
    uid: `job-${jobid}@${accountid}`,
    sequence: version,
    changed: updatedutc,
    summary: `${reference} ${description}`.trim(),
    description: row.clientname ?? '',
    location: row.locationname ?? '',
    url: href && site + href,
  }
}

/** Its days are those of its job, so that a change of either is a change of the event. */
const presentStep = (
  { id, name, reference, description, version, stepversion, stepupdatedutc }: CalendarStepRow,
  job: CalendarEvent,
  accountid: string,
): CalendarEvent => ({
  ...job,
  uid: `step-${id}@${accountid}`,
  sequence: version + stepversion,
  changed: stepupdatedutc > job.changed ? stepupdatedutc : job.changed,
  summary: `${reference} ${name}: ${description}`,
})
