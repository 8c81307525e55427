import { debtors } from './list/debtors.ts'
import { jobMargin } from './list/job-margin.ts'
import { salesByCategory } from './list/sales-by-category.ts'
import { salesByClient } from './list/sales-by-client.ts'
import { salesByItem } from './list/sales-by-item.ts'
import { salesByMonth } from './list/sales-by-month.ts'
import { salesDocuments } from './list/sales-documents.ts'
import { stockMovements } from './list/stock-movements.ts'
import { stockOnHand } from './list/stock-on-hand.ts'
import { throughput } from './list/throughput.ts'
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
  vat,
  jobMargin,
  throughput,
  workerTime,
  stockOnHand,
  stockMovements,
]

export const reportByName = (name: string): Report | undefined => reports.find((one) => one.name === name)
