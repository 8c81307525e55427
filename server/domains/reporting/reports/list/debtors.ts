import { ageDebtors } from '#server/domains/sales/debtors/ageing.ts'
import { withQuery } from '#views/ui/links.ts'
import { agedColumns, agedRows } from '../aged.ts'
import type { Report } from '../report.ts'

export const debtors: Report = {
  name: 'debtors',
  title: 'Aged debtors',
  about:
    'What each client owed at the end of a day, with VAT, by days past the due date, less what is held as credit.',
  group: 'Money',
  claims: ['invoices.read'],
  parameters: ['date'],
  columns: agedColumns('Client'),
  plot: { label: 'name', value: 'total' },
  read: (db, { date }) => agedRows(ageDebtors(db, date).rows),
  links:
    (_, { date }) =>
    ({ id }) =>
      id
        ? `/invoices/statement/${id}?date=${date}`
        : withQuery('/reporting/debtor-documents', { date, client: 'none' }),
}
