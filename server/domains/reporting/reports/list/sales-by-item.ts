import { LINES, salesBy } from '../sales.ts'

export const salesByItem = salesBy({
  name: 'sales-by-item',
  title: 'Sales by item',
  key: 'name',
  head: 'Item',
  from: LINES,
  select: `coalesce(v.id, 'none') AS item, coalesce(iif(v.code IN ('', v.itemname), v.itemname, v.code || ' ' || v.itemname), 'Lines without an item') AS name`,
  order: 'net DESC, name',
  quantity: true,
  narrows: ({ item }) => ({ item: String(item) }),
})
