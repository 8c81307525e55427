import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { type ParameterName, type Report, readBySql } from '../report.ts'
import { CLOSED, TIME } from '../worked.ts'

const parameters: readonly ParameterName[] = ['start', 'end', 'worker']

/** Whole minutes of each entry that add up to those of its worker: what is rounded off one goes to the next. */
const minutesOf = (seconds: string) =>
  `(sum(${seconds}) OVER worker + 30) / 60 - (sum(${seconds}) OVER worker - ${seconds} + 30) / 60`

/** What stands behind a figure of Time by worker. */
export const timeEntries: Report = {
  name: 'time-entries',
  title: 'Time entries',
  about:
    'Each time entry of this period. Seconds are carried on, so that the minutes add up to those of the worker.',
  group: 'People',
  claims: ['timesheet.read', 'workers.read'],
  parameters,
  columns: [
    { key: 'date', head: 'Date', kind: 'date' },
    { key: 'name', head: 'Worker', kind: 'text' },
    { key: 'reference', head: 'Job', kind: 'text' },
    { key: 'step', head: 'Step', kind: 'text' },
    { key: 'detail', head: 'Details', kind: 'text' },
    { key: 'minutes', head: 'Worked', kind: 'minutes', sums: true },
    { key: 'billable', head: 'Billable', kind: 'minutes', sums: true },
  ],
  read: readBySql(
    `SELECT t.jobid, t.date, w.name, j.reference, j.boardid, s.name AS step, t.detail, ${minutesOf('t.seconds')} AS minutes,
      ${minutesOf('iif(t.billable, t.seconds, 0)')} AS billable
    FROM ${TIME} JOIN jobs j ON j.id = t.jobid LEFT JOIN job_steps s ON s.id = t.jobstepid
    WHERE ${CLOSED} AND (:worker IS NULL OR t.workerid = :worker)
    WINDOW worker AS (PARTITION BY w.id ORDER BY t.date, t.id) ORDER BY t.date, t.id`,
    parameters,
  ),
  links(db) {
    const link = jobLinks(db)
    return ({ boardid, reference }) => link(String(boardid), String(reference)) ?? null
  },
}
