import { moneyColumns, narrowedBy } from '../document-sums.ts'
import { type ParameterName, type Report, readBySql } from '../report.ts'
import { CHARGED_SQL, ISSUED, LINES } from '../sales.ts'

const parameters: readonly ParameterName[] = [
  ...['start', 'end', 'client', 'item', 'category', 'organisation', 'charged'],
] as const

const NARROWED = narrowedBy([
  ['client', 'i.client'],
  ['item', 'v.id'],
  ['category', 'v.category'],
  ['organisation', 'i.organisation'],
  ['charged', CHARGED_SQL],
])

/** What stands behind a figure of the reports of sales. */
export const salesDocuments: Report = {
  name: 'sales-documents',
  title: 'Sales by document',
  about:
    'Each invoice and credit note of this period. With an item, a category or a VAT rate chosen, the amounts are of its lines alone.',
  group: 'Sales',
  claims: ['invoices.read'],
  parameters,
  columns: [
    { key: 'number', head: 'Number', kind: 'text' },
    { key: 'kind', head: 'Document', kind: 'text' },
    { key: 'date', head: 'Date', kind: 'date' },
    { key: 'client', head: 'Client', kind: 'text' },
    { key: 'job', head: 'Job', kind: 'text' },
    ...moneyColumns,
  ],
  read: readBySql(
    `SELECT i.id, i.number, iif(i.kind = 'creditnote', 'Credit note', 'Invoice') AS kind, i.date,
      coalesce(i.snapshot ->> '$.client.name', c.name, 'Cash sale') AS client, j.reference AS job,
      sum(l.netcents) AS net, sum(l.vatcents) AS vat, sum(l.totalcents) AS total
    FROM ${LINES} LEFT JOIN clients c ON c.id = i.client LEFT JOIN jobs j ON j.id = i.jobid
    WHERE ${ISSUED} AND ${NARROWED} GROUP BY i.id ORDER BY i.date DESC, i.series DESC`,
    parameters,
  ),
  links: () => (row) => `/invoices/${row.id}`,
}
