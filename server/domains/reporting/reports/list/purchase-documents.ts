import { moneyColumns, narrowedBy } from '../document-sums.ts'
import { APPROVED, CHARGED } from '../purchases.ts'
import { type ParameterName, type Report, readBySql } from '../report.ts'

const parameters: readonly ParameterName[] = ['start', 'end', 'supplier', 'item']

/** What stands behind a figure of the reports of purchases. */
export const purchaseDocuments: Report = {
  name: 'purchase-documents',
  title: 'Purchases by document',
  about:
    'Each approved invoice and credit note of a supplier in this period. With an item chosen, the amounts are of its lines alone.',
  group: 'Purchasing',
  claims: ['supplierinvoices.read'],
  parameters,
  columns: [
    { key: 'number', head: 'Number', kind: 'text' },
    { key: 'kind', head: 'Document', kind: 'text' },
    { key: 'date', head: 'Date', kind: 'date' },
    { key: 'supplier', head: 'Supplier', kind: 'text' },
    ...moneyColumns,
  ],
  read: readBySql(
    `SELECT i.id, i.number, iif(i.kind = 'creditnote', 'Credit note', 'Invoice') AS kind, i.date, s.name AS supplier,
      sum(l.netcents) AS net, sum(l.vatcents) AS vat, sum(l.totalcents) AS total
    FROM ${CHARGED}
    WHERE ${APPROVED} AND ${narrowedBy([
      ['supplier', 'i.supplier'],
      ['item', 'v.id'],
    ])} GROUP BY i.id ORDER BY i.date DESC, i.id DESC`,
    parameters,
  ),
  links: () => (row) => `/supplierinvoices/${row.id}`,
}
