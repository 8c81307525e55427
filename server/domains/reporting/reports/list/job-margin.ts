import { FROM_COMPLETE } from '#db/job-status.ts'
import { listCostLines, listCostTimes } from '#db/queries/work/completed-margin.ts'
import { prepared } from '#db/sqlite.ts'
import { readDeductions } from '#server/domains/work/jobs/deductions.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { findCostingLines } from '#server/domains/work/jobs/job-totals.ts'
import { usedCost } from '#server/domains/work/jobs/price-lines.ts'
import { costCents } from '#server/domains/work/timesheet/labour-cost.ts'
import { sumCents } from '#server/money/amounts.ts'
import { divideRounded } from '#server/money/round.ts'
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
  ORDER BY j.completed DESC, j.id`

const AT_ONCE = 500

/** By the rules of the job's own totals: what was used at what it was worth, and worked time at the rates of its day. */
export const jobMargin: Report = {
  name: 'job-margin',
  title: 'Margin by job',
  about:
    'Jobs that were completed in these days, without VAT: what was quoted, what they charge (the quote where the price is fixed, else what was used, less what came back and what was credited), and what materials and labour cost. Goods that are kept in stock cost what stock was worth that was taken; all else costs what its line says.',
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
    { key: 'margin', head: 'Margin', kind: 'money', sums: true },
    { key: 'percent', head: 'Margin %', kind: 'percent' },
  ],
  plot: { label: 'reference', value: 'margin' },
  *read(db, { start, end }) {
    const found = prepared<CompletedJob>(db, COMPLETED).all({ start, end })
    for (let at = 0; at < found.length; at += AT_ONCE) {
      const some = found.slice(at, at + AT_ONCE)
      const ids = some.map(({ id }) => id)
      const lines = Map.groupBy(listCostLines(db, ids), ({ jobid }) => jobid)
      const deducted = readDeductions(db, ids)
      const times = Map.groupBy(listCostTimes(db, ids), ({ jobid }) => jobid)
      for (const { completed, charged: billed, ...job } of some) {
        const { kept, credited } = deducted(job.id)
        const charged = billed - kept - credited
        const materials = sumCents(findCostingLines(lines.get(job.id) ?? []).map(usedCost))
        const labour = sumCents((times.get(job.id) ?? []).map(costCents))
        const margin = charged - materials - labour
        const percent =
          charged > 0 ? Number(divideRounded(BigInt(margin) * 1_000n, BigInt(charged)) * 1_000n) : null
        yield { ...job, charged, completed: completed.slice(0, 10), materials, labour, margin, percent }
      }
    }
  },
  links(db) {
    const link = jobLinks(db)
    return ({ boardid, reference }) => link(String(boardid), String(reference)) ?? null
  },
}
