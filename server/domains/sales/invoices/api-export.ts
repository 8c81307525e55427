import { dayCell, type ExportColumn } from '#server/export/cells.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { toRand } from '#server/money/decimal.ts'
import { pageTitle } from '#server/resources.ts'
import { fieldLabels } from '#views/field-labels.ts'
import type { InvoiceSummary } from '#views/sales/invoices/types.ts'
import { listInvoiceSummaries } from './find-invoices.ts'
import { InvoiceList } from './input.ts'

const columns: ExportColumn[] = [
  { head: 'Number' },
  { head: 'Date', kind: 'date' },
  { head: fieldLabels.due, kind: 'date' },
  { head: 'Status' },
  { head: 'Client' },
  { head: 'Job' },
  { head: fieldLabels.clientorder },
  { head: 'Organisation' },
  { head: 'Net', kind: 'money' },
  { head: 'VAT', kind: 'money' },
  { head: 'Total', kind: 'money' },
  { head: 'Paid', kind: 'money' },
  { head: 'Amount due', kind: 'money' },
]

const exportRow = ({
  number,
  date,
  duedate,
  standing,
  client,
  job,
  reference,
  organisation,
  ...line
}: InvoiceSummary) => [
  ...[number, dayCell(date), dayCell(duedate), standing === 'creditnote' ? 'credit note' : standing],
  ...[client?.name, job.reference, reference, organisation.name],
  ...[line.net, line.vat, line.total, line.paid, line.due].map(toRand),
]

export const invoicesExport: Route = page(
  'GET /invoices/export',
  {
    summary: 'A file of invoices.',
    claim: 'invoices.read',
    query: object({ ...InvoiceList.properties, ...exportQuery }),
  },
  (c) => {
    const { format, ...query } = c.query
    return exportReply(c, format, {
      title: c.read((db) => pageTitle(db, 'pages.invoices')),
      columns,
      batches: byPages(
        c,
        (db, part, viewer) => listInvoiceSummaries(db, viewer, { ...query, ...part }),
        ({ id }) => id,
        exportRow,
      ),
    })
  },
)
