import { byMonth } from '../document-sums.ts'
import { salesBy } from '../sales.ts'

export const salesByMonth = salesBy({
  name: 'sales-by-month',
  title: 'Sales by month',
  from: 'invoices i JOIN invoice_lines l ON l.invoiceid = i.id',
  ...byMonth,
})
