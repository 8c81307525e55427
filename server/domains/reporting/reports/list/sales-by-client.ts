import { salesBy } from '../sales.ts'

export const salesByClient = salesBy({
  name: 'sales-by-client',
  title: 'Sales by client',
  key: 'name',
  head: 'Client',
  from: 'invoices i JOIN invoice_lines l ON l.invoiceid = i.id LEFT JOIN clients c ON c.id = i.client',
  select: "coalesce(i.client, 'none') AS client, coalesce(c.name, 'Cash sale') AS name",
  order: 'net DESC, name',
  narrows: ({ client }) => ({ client: String(client) }),
})
