import { FROM_COMPLETE } from '#db/job-status.ts'
import { withQuery } from '#views/ui/links.ts'
import { clipMonth, type Report, readBySql } from '../report.ts'

export const throughput: Report = {
  name: 'throughput',
  title: 'Jobs completed by month',
  about: 'Jobs that were completed in this period, and the days from their creation to their completion.',
  group: 'Jobs',
  claims: ['jobs.read'],
  parameters: ['start', 'end'],
  columns: [
    { key: 'month', head: 'Month', kind: 'month' },
    { key: 'jobs', head: 'Jobs', kind: 'count', sums: true },
    { key: 'days', head: 'Mean days', kind: 'quantity' },
    { key: 'longest', head: 'Longest, days', kind: 'count' },
  ],
  plot: { label: 'month', value: 'jobs' },
  read: readBySql(
    `SELECT month, count(*) AS jobs, (sum(days) * 10 + count(*) / 2) / count(*) * 100000 AS days, max(days) AS longest FROM (
      SELECT substr(completed, 1, 7) AS month,
        CAST(julianday(substr(completed, 1, 10)) - julianday(substr(created, 1, 10)) AS INTEGER) AS days
      FROM jobs WHERE template = 0 AND status ${FROM_COMPLETE} AND completed BETWEEN :start AND :end
    ) GROUP BY month ORDER BY month`,
    ['start', 'end'],
  ),
  links:
    (_, period) =>
    ({ month }) =>
      withQuery('/reporting/job-margin', clipMonth(String(month), period)),
}
