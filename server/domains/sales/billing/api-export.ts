import { dayCell, type ExportColumn } from '#server/export/cells.ts'
import { exportQuery, exportReply, singleBatch } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { toRand } from '#server/money/decimal.ts'
import { UnbilledList } from './input.ts'
import { isLongBilling } from './long-list.ts'
import { narrowUnbilled, readUnbilled, sortUnbilled } from './unbilled.ts'

const columns: ExportColumn[] = [
  { head: 'Job' },
  { head: 'Description' },
  { head: 'Client' },
  { head: 'Complete', kind: 'date' },
  { head: 'Age in days', kind: 'number' },
]
const earned: ExportColumn[] = [
  { head: 'Value without VAT', kind: 'money' },
  { head: 'To credit without VAT', kind: 'money' },
  { head: 'Margin', kind: 'money' },
  { head: 'Lines without a cost', kind: 'number' },
]

export const billingExport: Route = page(
  'GET /billing/export',
  {
    claim: 'invoices.read',
    query: object({ ...UnbilledList.properties, ...exportQuery }),
    long: isLongBilling,
    summary: 'A file of what is complete and not invoiced, by job.',
  },
  (c) => {
    const { format, by: _, sort, ...query } = c.query
    const jobs = c.read((db, viewer) => narrowUnbilled(readUnbilled(db, viewer, query), query))
    const rows = sortUnbilled(jobs, sort).map((job) => [
      ...[job.reference, job.description, job.clientname ?? 'Cash sale', dayCell(job.completed), job.age],
      ...(job.value === undefined
        ? []
        : [toRand(job.value), toRand(job.tocredit ?? 0), toRand(job.margin ?? 0), job.uncosted ?? 0]),
    ])
    return exportReply(c, format, {
      title: 'To invoice',
      columns: c.can('jobs.money') ? [...columns, ...earned] : columns,
      batches: singleBatch(rows),
    })
  },
)
