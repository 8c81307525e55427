import { byMonth } from '../document-sums.ts'
import { CHARGED, purchasesBy } from '../purchases.ts'

export const purchasesByMonth = purchasesBy({
  name: 'purchases-by-month',
  title: 'Purchases by month',
  from: CHARGED,
  ...byMonth,
})
