import { listOwedToSuppliers } from '#db/queries/purchasing/supplier-invoices.ts'
import { fieldLabels } from '#views/field-labels.ts'
import type { ParameterName, Report } from '../report.ts'

const parameters: readonly ParameterName[] = ['date', 'supplier']

/** What stands behind a figure of Aged creditors. */
export const creditorDocuments: Report = {
  name: 'creditor-documents',
  title: 'Creditors by document',
  about:
    'What was open of each invoice of a supplier at the end of a day, with VAT; of a credit note what was not used yet, below zero.',
  group: 'Purchasing',
  claims: ['supplierinvoices.read'],
  parameters,
  columns: [
    { key: 'suppliername', head: 'Supplier', kind: 'text' },
    { key: 'number', head: 'Number', kind: 'text' },
    { key: 'date', head: 'Date', kind: 'date' },
    { key: 'duedate', head: fieldLabels.due, kind: 'date' },
    { key: 'open', head: 'Owed', kind: 'money', sums: true },
  ],
  read: (db, { date, supplier }) =>
    listOwedToSuppliers(db, date).filter((one) => supplier === null || one.supplier === supplier),
  links: () => (row) => `/supplierinvoices/${row.id}`,
}
