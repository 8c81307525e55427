import { salesBy } from '../sales.ts'

export const salesByMonth = salesBy({
  name: 'sales-by-month',
  title: 'Sales by month',
  key: 'month',
  head: 'Month',
  kind: 'month',
  from: 'invoices i JOIN invoice_lines l ON l.invoiceid = i.id',
  select: 'substr(i.date, 1, 7) AS month',
  order: '1',
  narrows: ({ month }) => ({
    start: `${month}-01`,
    end: Temporal.PlainYearMonth.from(String(month)).toPlainDate({ day: 31 }).toString(),
  }),
})
