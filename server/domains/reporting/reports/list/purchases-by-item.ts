import { byItem } from '../document-sums.ts'
import { CHARGED, purchasesBy } from '../purchases.ts'

export const purchasesByItem = purchasesBy({
  name: 'purchases-by-item',
  title: 'Purchases by item',
  from: CHARGED,
  ...byItem,
  // Suppliers charge in units of their own.
  quantity: false,
})
