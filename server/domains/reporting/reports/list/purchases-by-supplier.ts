import { CHARGED, purchasesBy } from '../purchases.ts'

export const purchasesBySupplier = purchasesBy({
  name: 'purchases-by-supplier',
  title: 'Purchases by supplier',
  key: 'name',
  head: 'Supplier',
  from: CHARGED,
  select: 's.id AS supplier, s.name',
  order: 'net DESC, s.name',
  narrows: ({ supplier }) => ({ supplier: String(supplier) }),
})
