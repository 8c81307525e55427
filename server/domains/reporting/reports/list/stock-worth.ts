import { listWorth } from '#server/domains/stock/worth/reports.ts'
import { withQuery } from '#views/ui/links.ts'
import type { Report } from '../report.ts'

export const stockWorth: Report = {
  name: 'stock-worth',
  title: 'Stock worth',
  about:
    'What each item on hand was worth at the end of a day, at its average cost then. Items whose cost nobody said count as nothing.',
  group: 'Stock',
  claims: ['stock.read', 'pricing.read'],
  parameters: ['date'],
  columns: [
    { key: 'code', head: 'Code', kind: 'text' },
    { key: 'name', head: 'Item', kind: 'text' },
    { key: 'category', head: 'Category', kind: 'text' },
    { key: 'quantity', head: 'On hand', kind: 'quantity' },
    { key: 'unit', head: 'Unit', kind: 'text' },
    { key: 'value', head: 'Worth', kind: 'money', sums: true },
  ],
  plot: { label: 'name', value: 'value' },
  read: (db, { date }) => listWorth(db, { day: date }).toSorted((a, b) => b.value - a.value),
  links:
    (_, { date }) =>
    ({ id }) =>
      withQuery(`/inventory/${id}/stock`, { end: date }),
}
