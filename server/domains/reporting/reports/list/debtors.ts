import { ageDebtors } from '#server/domains/sales/debtors/ageing.ts'
import { type AgeBucket, ageNames } from '#views/sales/debtors/types.ts'
import type { Report } from '../report.ts'

const buckets = Object.keys(ageNames) as AgeBucket[]

export const debtors: Report = {
  name: 'debtors',
  title: 'Aged debtors',
  about:
    'What each client owed at the end of a day, with VAT, by days past the due date, less what is held as credit.',
  group: 'Money',
  claims: ['invoices.read'],
  parameters: ['date'],
  columns: [
    { key: 'name', head: 'Client', kind: 'text' },
    ...buckets.map((key) => ({ key, head: ageNames[key], kind: 'money' as const, sums: true })),
    { key: 'credit', head: 'Credit', kind: 'money', sums: true },
    { key: 'total', head: 'Owed', kind: 'money', sums: true },
  ],
  plot: { label: 'name', value: 'total' },
  read: (db, { date }) =>
    ageDebtors(db, date)
      .rows.map(({ id, name, ages }) => ({ id, name, ...ages, credit: 0 - ages.credit }))
      .sort((a, b) => b.total - a.total),
  links:
    (_, { date }) =>
    ({ id }) =>
      id ? `/invoices/statement/${id}?date=${date}` : '/invoices?state=unpaid',
}
