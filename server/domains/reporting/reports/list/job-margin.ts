import { FROM_COMPLETE } from '#db/job-status.ts'
import { listCancelledKept } from '#db/queries/sales/kept-deposits.ts'
import { prepared } from '#db/sqlite.ts'
import { costByJob, marginShare } from '#server/domains/work/dashboard/margin.ts'
import { readDeductions, sumEarned } from '#server/domains/work/jobs/deductions.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import type { Report } from '../report.ts'

type CompletedJob = {
  id: string
  reference: string
  client: string | null
  completed: string
  boardid: string
  quoted: number
  charged: number
}

const COMPLETED = `SELECT j.id, j.reference, c.name AS client, j.completed, j.boardid, j.quotedcents AS quoted,
    iif(j.fixedprice, j.quotedcents, j.usedcents) AS charged
  FROM jobs j LEFT JOIN clients c ON c.id = j.client
  WHERE j.template = 0 AND j.status ${FROM_COMPLETE} AND j.completed BETWEEN :start AND :end
  UNION ALL
  SELECT j.id, j.reference, c.name, value ->> 'day', j.boardid, j.quotedcents, 0
  FROM json_each(:cancelled) CROSS JOIN jobs j ON j.id = value ->> 'id' LEFT JOIN clients c ON c.id = j.client
  ORDER BY 4 DESC, 1`

const AT_ONCE = 500

/** By the rules of the job's own totals: what was used at what it was worth, and worked time at the rates of its day. */
export const jobMargin: Report = {
  name: 'job-margin',
  title: 'Margin by job',
  about:
    'What jobs that were completed in this period charged, cost and left, without VAT. Charged is the quote where the price is fixed, else what was used, less what came back and what was credited. A deposit that was kept is charged too; a job that was cancelled stands here by the day when one was, with what was invoiced of it. What was taken from stock costs what it was received at, on average: what a later invoice of a supplier differs by is in cost of goods, not here. All else costs what its line says. Labour is worked time, by the rates of who worked it, and what is sold by the hour or stands in a category that is not picked; at a fixed price time stands for as many charged hours. Where the cost of lines is not known, the margin is at most what stands here, and has no percentage where no cost of the job is known at all. The job that was completed last stands first.',
  group: 'Jobs',
  claims: ['jobs.read', 'jobs.money'],
  parameters: ['start', 'end'],
  columns: [
    { key: 'reference', head: 'Job', kind: 'text' },
    { key: 'client', head: 'Client', kind: 'text' },
    { key: 'completed', head: 'Completed', kind: 'date' },
    { key: 'quoted', head: 'Quoted', kind: 'money', sums: true },
    { key: 'charged', head: 'Charged', kind: 'money', sums: true },
    { key: 'materials', head: 'Materials', kind: 'money', sums: true },
    { key: 'labour', head: 'Labour', kind: 'money', sums: true },
    { key: 'uncosted', head: 'Lines without a cost', kind: 'count', sums: true },
    { key: 'margin', head: 'Margin', kind: 'money', sums: true },
    { key: 'percent', head: 'Margin %', kind: 'percent' },
  ],
  plot: { label: 'reference', value: 'margin' },
  *read(db, { start, end }) {
    const cancelled = JSON.stringify(listCancelledKept(db, { start: String(start), end: String(end) }))
    const found = prepared<CompletedJob>(db, COMPLETED).all({ start, end, cancelled })
    for (let at = 0; at < found.length; at += AT_ONCE) {
      const some = found.slice(at, at + AT_ONCE)
      const ids = some.map(({ id }) => id)
      const costOf = costByJob(db, ids)
      const deducted = readDeductions(db, ids)
      for (const { completed, charged: billed, ...job } of some) {
        const charged = sumEarned(billed, deducted(job.id))
        const cost = costOf(job.id)
        const { materials, labour, total, uncosted } = cost
        const margin = charged - total
        const percent = marginShare(charged, cost)
        const day = completed.slice(0, 10)
        yield { ...job, charged, completed: day, materials, labour, uncosted, margin, percent }
      }
    }
  },
  links(db) {
    const link = jobLinks(db)
    return ({ boardid, reference }) => link(String(boardid), String(reference)) ?? null
  },
}
