import { withQuery } from '#views/ui/links.ts'
import { type Report, readBySql } from '../report.ts'
import { CLOSED, TIME } from '../worked.ts'

export const workerTime: Report = {
  name: 'worker-time',
  title: 'Time by worker',
  about:
    'Time that was worked on jobs in this period, how much of it can be charged, and on how many jobs. A timer that runs counts once it is stopped.',
  group: 'People',
  claims: ['timesheet.read', 'workers.read'],
  parameters: ['start', 'end'],
  columns: [
    { key: 'name', head: 'Worker', kind: 'text' },
    { key: 'minutes', head: 'Worked', kind: 'minutes', sums: true },
    { key: 'billable', head: 'Billable', kind: 'minutes', sums: true },
    { key: 'share', head: 'Billable %', kind: 'percent' },
    { key: 'jobs', head: 'Jobs', kind: 'count' },
    { key: 'entries', head: 'Entries', kind: 'count', sums: true },
  ],
  plot: { label: 'name', value: 'minutes' },
  read: readBySql(
    `SELECT w.id, w.name, (sum(t.seconds) + 30) / 60 AS minutes,
      (sum(iif(t.billable, t.seconds, 0)) + 30) / 60 AS billable,
      iif(sum(t.seconds) > 0, (sum(iif(t.billable, t.seconds, 0)) * 1000 + sum(t.seconds) / 2) / sum(t.seconds) * 1000, NULL) AS share,
      count(DISTINCT t.jobid) AS jobs, count(*) AS entries
    FROM ${TIME} WHERE ${CLOSED}
    GROUP BY w.id ORDER BY sum(t.seconds) DESC, w.name`,
    ['start', 'end'],
  ),
  links:
    (_, { start, end }) =>
    ({ id }) =>
      withQuery('/reporting/time-entries', { start, end, worker: String(id) }),
}
