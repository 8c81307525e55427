import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, NoBody } from '#server/http/fields.ts'
import { dataReply, saved } from '#server/http/reply.ts'
import { action, api, type Route } from '#server/http/route.ts'
import { duration } from '#views/format.ts'
import { askLongTime } from './ask-long-time.ts'
import {
  NewTimeEntry,
  NewTimeForm,
  TimeConfirmation,
  TimeEntryChange,
  TimeEntryRemoval,
  TimeRemovalForm,
} from './input.ts'
import { readTimeEntry, readTimesheet, type TimeViewer } from './present.ts'
import { addTimeEntry, correctTimeEntry, setTimeEntryRemoved } from './save-entry.ts'

const see = (c: Context): TimeViewer => ({ money: c.can('jobs.money'), userid: c.person.userid })

/** Pages that show time. */
const WEEK = 'work timers'

/** @throws 400 by field */
function chosenJob({ jobid }: { jobid?: string | null }): string {
  if (!jobid) throw invalid({ jobid: 'Choose the job.' })
  return jobid
}

/** Decisions F8 and F26. */
export const timesheetApi: Route[] = [
  api(
    'GET /api/jobs/:id/timesheet',
    {
      claim: 'timesheet.read',
      params: ById,
      summary: 'The time worked on a job, and the sum of its minutes.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { rows, minutes } = readTimesheet(db, visibleJob(db, viewer, c.params.id).id, see(c))
        return dataReply(rows, { total: rows.length, minutes })
      }),
  ),

  ...action(
    { api: 'POST /api/jobs/timesheet', page: 'POST /timesheets/time' },
    {
      claim: 'timesheet.write',
      canwait: true,
      body: NewTimeEntry,
      form: {
        body: NewTimeForm,
        input: ({ body }) => ({ body: { ...askLongTime(body), jobid: chosenJob(body) } }),
      },
      summary: 'Writes time that was worked on a job.',
    },
    (tx, viewer, c) => readTimeEntry(tx.db, addTimeEntry(tx, viewer, c.body), see(c)),
    ({ time }) => saved(`${duration(time)} added`, WEEK),
  ),

  ...action(
    { api: 'PATCH /api/jobs/timesheet/:id', page: 'POST /mywork/time/:id' },
    {
      claim: 'timesheet.write',
      canwait: true,
      params: ById,
      body: TimeEntryChange,
      form: {
        body: TimeConfirmation,
        input: ({ body }) => ({ body: { ...body, confirmed: true } }),
      },
      summary: 'Corrects time, or confirms a timer that ran too long; the history keeps what it was.',
    },
    (tx, viewer, c) => {
      correctTimeEntry(tx, viewer, { ...c.body, id: c.params.id })
      return readTimeEntry(tx.db, c.params.id, see(c))
    },
    ({ time }) => saved(`${duration(time)} kept`, WEEK),
  ),

  ...action(
    { api: 'DELETE /api/jobs/timesheet/:id', page: 'POST /timesheets/time/:id/remove' },
    {
      claim: 'timesheet.write',
      canwait: true,
      params: ById,
      query: TimeEntryRemoval,
      form: {
        params: ById,
        body: TimeRemovalForm,
        input: ({ body }) => ({ query: { version: body.version } }),
      },
      summary: 'Removes time from a job.',
    },
    (tx, viewer, c) => {
      setTimeEntryRemoved(tx, viewer, c.params.id, true, c.query.version)
      return readTimeEntry(tx.db, c.params.id, see(c))
    },
    (_, c) => saved('Time removed', WEEK, `/timesheets/time/${c.params.id}/restore`),
  ),

  ...action(
    { api: 'PATCH /api/jobs/timesheet/restore/:id', page: 'POST /timesheets/time/:id/restore' },
    { claim: 'timesheet.write', params: ById, body: NoBody, summary: 'Brings removed time back.' },
    (tx, viewer, c) => {
      setTimeEntryRemoved(tx, viewer, c.params.id, false)
      return readTimeEntry(tx.db, c.params.id, see(c))
    },
    () => saved('Time brought back', WEEK),
  ),
]
