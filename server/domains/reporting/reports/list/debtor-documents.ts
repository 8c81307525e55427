import { listHeldCredit, listOwed } from '#db/queries/sales/owed.ts'
import { describeCredit } from '#server/domains/sales/debtors/ageing.ts'
import { fieldLabels } from '#views/field-labels.ts'
import type { ParameterName, Report } from '../report.ts'

const parameters: readonly ParameterName[] = ['date', 'client']

/** What stands behind a figure of Aged debtors, where no client has a statement of it. */
export const debtorDocuments: Report = {
  name: 'debtor-documents',
  title: 'Debtors by document',
  about:
    'What was open of each invoice at the end of a day, with VAT; of a payment what was put to no invoice yet, below zero.',
  group: 'Money',
  claims: ['invoices.read'],
  parameters,
  columns: [
    { key: 'name', head: 'Client', kind: 'text' },
    { key: 'number', head: 'Number', kind: 'text' },
    { key: 'job', head: 'Job', kind: 'text' },
    { key: 'date', head: 'Date', kind: 'date' },
    { key: 'duedate', head: fieldLabels.due, kind: 'date' },
    { key: 'open', head: 'Owed', kind: 'money', sums: true },
  ],
  *read(db, { date, client }) {
    const isAsked = (one: { client: string | null }) => client === null || (one.client ?? 'none') === client
    for (const { id, clientname, number, jobreference, date: day, duedate, open } of listOwed(db, {
      date,
    }).filter(isAsked))
      yield { id, name: clientname ?? 'Cash sale', number, job: jobreference, date: day, duedate, open }
    for (const credit of listHeldCredit(db, { date }).filter(isAsked)) {
      const { id, clientname, reference, notes, open } = credit
      const { name, date: day } = describeCredit(credit)
      yield {
        ...{ id, name: clientname ?? 'Cash sale', number: (!notes && reference) || name, job: null },
        ...{ date: day, duedate: null, open: -open, ispayment: 1 },
      }
    }
  },
  links:
    () =>
    ({ id, ispayment }) =>
      ispayment ? `/invoices/payments/${id}` : `/invoices/${id}`,
}
