import { creditorDocuments } from './list/creditor-documents.ts'
import { creditors } from './list/creditors.ts'
import { debtorDocuments } from './list/debtor-documents.ts'
import { debtors } from './list/debtors.ts'
import { jobAge } from './list/job-age.ts'
import { jobMargin } from './list/job-margin.ts'
import { purchaseDocuments } from './list/purchase-documents.ts'
import { purchasePriceHistory, purchasePrices } from './list/purchase-prices.ts'
import { purchasesByItem } from './list/purchases-by-item.ts'
import { purchasesByMonth } from './list/purchases-by-month.ts'
import { purchasesBySupplier } from './list/purchases-by-supplier.ts'
import { salesByCategory } from './list/sales-by-category.ts'
import { salesByClient } from './list/sales-by-client.ts'
import { salesByItem } from './list/sales-by-item.ts'
import { salesByMonth } from './list/sales-by-month.ts'
import { salesDocuments } from './list/sales-documents.ts'
import { stockMovements } from './list/stock-movements.ts'
import { stockOnHand } from './list/stock-on-hand.ts'
import { stockWorth } from './list/stock-worth.ts'
import { throughput } from './list/throughput.ts'
import { timeEntries } from './list/time-entries.ts'
import { vat } from './list/vat.ts'
import { workerTime } from './list/worker-time.ts'
import type { Report } from './report.ts'

/** In the order of the list. Another one is a file and a line here. */
export const reports: readonly Report[] = [
  salesByMonth,
  salesByClient,
  salesByItem,
  salesByCategory,
  salesDocuments,
  debtors,
  debtorDocuments,
  vat,
  purchasesByMonth,
  purchasesBySupplier,
  purchasesByItem,
  purchaseDocuments,
  purchasePrices,
  purchasePriceHistory,
  creditors,
  creditorDocuments,
  jobMargin,
  jobAge,
  throughput,
  workerTime,
  timeEntries,
  stockOnHand,
  stockWorth,
  stockMovements,
]

export const reportByName = (name: string): Report | undefined => reports.find((one) => one.name === name)
