import { LINES, salesBy } from '../sales.ts'

export const salesByCategory = salesBy({
  name: 'sales-by-category',
  title: 'Sales by category',
  key: 'name',
  head: 'Category',
  from: `${LINES} LEFT JOIN categories g ON g.id = v.category`,
  select: "coalesce(v.category, 'none') AS category, coalesce(g.name, 'Without a category') AS name",
  order: 'net DESC, name',
  narrows: ({ category }) => ({ category: String(category) }),
})
