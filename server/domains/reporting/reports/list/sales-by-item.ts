import { byItem } from '../document-sums.ts'
import { LINES, salesBy } from '../sales.ts'

export const salesByItem = salesBy({
  name: 'sales-by-item',
  title: 'Sales by item',
  from: LINES,
  ...byItem,
})
