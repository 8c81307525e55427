import { sumOwedToSuppliers } from '#db/queries/purchasing/supplier-invoices.ts'
import { sumCredit } from '#db/queries/sales/client-payments.ts'
import { sumInvoiced, sumOwed } from '#db/queries/sales/invoice-sums.ts'
import { sumPayments } from '#db/queries/sales/payments.ts'
import { findSampleJob } from '#db/queries/work/sample-job.ts'
import { isToQuote, sumToQuote } from '#db/queries/work/stage-sums.ts'
import type { JobScope } from '#db/queries/work/visible-jobs.ts'
import type { TenantDb } from '#db/types.ts'
import { jobScope, type Viewer } from '#server/access/viewer.ts'
import { daysBetween, monthsUpTo } from '#server/dates.ts'
import { listBillable } from '#server/domains/sales/billing/unbilled.ts'
import { jobFilter } from '#server/domains/work/jobs/list-jobs.ts'
import { keptRead } from '#server/kept-reads.ts'
import type { MoneyFigures } from '#views/work/dashboard/money.tsx'
import { sumMargin } from './margin.ts'

/** Each figure is of the same records as the list that it leads to. */
export function readMoney(db: TenantDb, viewer: Viewer, today: string): MoneyFigures {
  const has = (claim: string) => viewer.claims.has(claim)
  return {
    jobs: has('jobs.read') && has('jobs.money') ? sumJobs(db, viewer, today) : undefined,
    invoices: has('invoices.read') ? sumInvoices(db, viewer, today) : undefined,
    suppliers: has('supplierinvoices.read')
      ? keptRead(db, 'owed to suppliers', () => sumOwedToSuppliers(db))
      : undefined,
  }
}

function sumJobs(db: TenantDb, viewer: Viewer, today: string) {
  const [thismonth] = monthsUpTo(today)
  const scope = jobFilter(db, viewer, {})
  const sums = keptRead(db, `money of jobs ${today} ${JSON.stringify(scope)}`, () => ({
    toquote: sumToQuote(db, scope),
    toinvoice: sumToInvoice(db, viewer),
    margin: sumMargin(db, scope, thismonth),
  }))
  const sample = findSampleJob(db)
  const seen = sample && viewer.boards.has(sample.boardid) ? sample.id : ''
  const toquote = { ...sums.toquote, sample: isToQuote(db, seen) }
  const { ids, ...billable } = sums.toinvoice
  const toinvoice = { ...billable, sample: ids.has(seen), billing: viewer.claims.has('invoices.read') }
  // The report counts all boards.
  const report = viewer.everything && viewer.claims.has('reports.read')
  return { toquote, toinvoice, margin: sums.margin, report, thismonth }
}

/** As Billing sums it: what is drafted stands among the drafts. */
function sumToInvoice(db: TenantDb, viewer: Viewer) {
  const jobs = listBillable(db, viewer, { part: false })
  return {
    count: jobs.length,
    cents: jobs.reduce((sum, { value }) => sum + value, 0),
    ids: new Set(jobs.map(({ id }) => id)),
  }
}

function sumOverdue(db: TenantDb, scope: JobScope, today: string) {
  const { count, cents, oldest } = sumOwed(db, scope, { before: today })
  return { count, cents, dayslate: oldest ? daysBetween(oldest, today) : 0 }
}

function sumInvoices(db: TenantDb, viewer: Viewer, today: string) {
  const scope = jobScope(viewer)
  const [thismonth, lastmonth] = monthsUpTo(today)
  return keptRead(db, `money of invoices ${today} ${JSON.stringify([viewer.everything, scope])}`, () => ({
    owed: sumOwed(db, scope),
    // A payment is of no board: who sees some alone is told of none.
    credit: viewer.everything ? sumCredit(db, {}).cents : 0,
    overdue: sumOverdue(db, scope, today),
    invoiced: { now: sumInvoiced(db, scope, thismonth), before: sumInvoiced(db, scope, lastmonth) },
    received: { now: sumPayments(db, scope, thismonth), before: sumPayments(db, scope, lastmonth) },
    thismonth,
  }))
}
