import { ageCreditors } from '#server/domains/purchasing/supplierinvoices/creditors.ts'
import { withQuery } from '#views/ui/links.ts'
import { agedColumns, agedRows } from '../aged.ts'
import type { Report } from '../report.ts'

export const creditors: Report = {
  name: 'creditors',
  title: 'Aged creditors',
  about:
    'What each supplier was owed at the end of a day, with VAT, by days past the due date, less credit notes that are not used yet.',
  group: 'Purchasing',
  claims: ['supplierinvoices.read'],
  parameters: ['date'],
  columns: agedColumns('Supplier'),
  plot: { label: 'name', value: 'total' },
  read: (db, { date }) => agedRows(ageCreditors(db, date).rows),
  links:
    (_, { date }) =>
    ({ id }) =>
      withQuery('/reporting/creditor-documents', { date, supplier: String(id) }),
}
