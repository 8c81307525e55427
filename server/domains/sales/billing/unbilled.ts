import { listLineReturns } from '#db/queries/sales/line-goods.ts'
import { listOverInvoicedJobs, listUnbilledJobs } from '#db/queries/sales/unbilled.ts'
import type { TenantDb } from '#db/types.ts'
import { jobScope, type Viewer } from '#server/access/viewer.ts'
import { daysBetween } from '#server/dates.ts'
import { countToReplace } from '#server/domains/sales/invoices/charged-back.ts'
import { sumUncharged } from '#server/domains/sales/invoices/consigned.ts'
import { readUnnamedLines } from '#server/domains/sales/invoices/draft-amounts.ts'
import { invoicedByLine, netOver } from '#server/domains/sales/invoices/invoiced-lines.ts'
import { type BillableLine, chargePart } from '#server/domains/sales/invoices/part.ts'
import { readLineGoods } from '#server/domains/sales/invoices/read-goods.ts'
import { costByJob, type JobCost } from '#server/domains/work/dashboard/margin.ts'
import { readDeductions, sumEarned } from '#server/domains/work/jobs/deductions.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { vatContexts } from '#server/domains/work/jobs/price-lines.ts'
import { totals } from '#server/money/amounts.ts'
import { asCents } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { compareNaturally } from '#server/natural-sort.ts'
import { wordMatch } from '#server/word-match.ts'
import { readToday } from '#server/zone.ts'
import type { UnbilledClient, UnbilledJob } from '#views/sales/billing/types.ts'

type UnbilledQuery = {
  /** `part`: what is under way and may be invoiced in part. */
  stage?: 'part' | ''
  by?: 'client' | ''
  client?: string
  search?: string
  sort?: string
  skip?: number
  take?: number
}

/** All that somebody sees and nothing is drafted of; value and margin for whoever may see money. */
export function readUnbilled(db: TenantDb, viewer: Viewer, { stage }: UnbilledQuery): UnbilledJob[] {
  const today = readToday(db)
  const linkOf = jobLinks(db)
  const part = stage === 'part'
  const jobs = [...listBillable(db, viewer, { part }), ...(part ? [] : listToCredit(db, viewer))]
  const money = viewer.claims.has('jobs.money')
  const ids = jobs.map(({ id }) => id)
  const costs = money ? costByJob(db, ids) : undefined
  const deducted = money ? readDeductions(db, ids) : undefined
  return jobs.map(({ boardid, charged, value, tocredit, completed, ...job }) => ({
    ...job,
    href: linkOf(boardid, job.reference),
    completed,
    age: completed ? daysBetween(completed, today) : null,
    ...(costs && { value, tocredit }),
    ...(costs &&
      deducted &&
      earned(sumEarned(charged, { ...deducted(job.id), kept: asCents(0) }), costs(job.id))),
  }))
}

const earned = (charged: number, { total, uncosted }: JobCost) => ({ margin: charged - total, uncosted })

/** Of complete jobs, also those that charge nothing yet: whoever opens one is told why. */
export function listBillable(
  db: TenantDb,
  viewer: Viewer,
  { part, client }: { part: boolean; client?: string },
) {
  const jobs = withLeft(db, listUnbilledJobs(db, jobScope(viewer), part, client))
  return part ? jobs.filter(({ value }) => value > 0) : jobs
}

/** Of jobs that are invoiced, those of which more stands invoiced than they charge, as after a rate was lowered, until it is credited. */
const listToCredit = (db: TenantDb, viewer: Viewer) =>
  withLeft(db, listOverInvoicedJobs(db, jobScope(viewer))).filter(({ tocredit }) => tocredit > 0)

function withLeft(db: TenantDb, jobs: ReturnType<typeof listUnbilledJobs>) {
  const ids = jobs.map(({ id }) => id)
  const uncharged = sumUncharged(db, ids)
  const leftOf = sumLeft(db, ids)
  return jobs.map(({ charged, ...job }) => {
    const now = charged - (uncharged.get(job.id) ?? 0)
    return { ...job, charged: now, ...(leftOf(job.id) ?? { value: now, tocredit: 0 }) }
  })
}

/** Of jobs that were invoiced in part, net cents: what a draft charges, and what is to be credited, which is no part of it. */
function sumLeft(db: TenantDb, jobids: readonly string[]) {
  const invoiced = Map.groupBy(invoicedByLine(db, jobids), ([, { jobid }]) => jobid)
  const ids = [...invoiced.keys()]
  const linesOf = readUnnamedLines(db, ids)
  const contextOf = vatContexts(db, ids)
  const toreplace = sumToReplace(db, [...invoiced.values()].flat())
  return (jobid: string) => {
    const before = invoiced.get(jobid)
    if (!before) return
    const lines = linesOf(jobid, contextOf(jobid))
    const lineOf = new Map(lines.map((line) => [line.id, line]))
    const { net } = totals(chargePart(lines, null).map(({ amounts }) => amounts))
    const over = before.reduce(
      (sum, [id, line]) => sum + netOver(line, chargeableOf(lineOf.get(id), toreplace.get(id) ?? 0)),
      0,
    )
    // Below zero is what a lower rate leaves: no invoice charges that.
    return { value: Math.max(0, net), tocredit: over + Math.max(0, -net) }
  }
}

/** What is not sold yet is not chargeable, and what is to be replaced is. */
function chargeableOf(line: BillableLine | undefined, toreplace: number) {
  if (!line || line.whole <= 0) return { upto: toreplace, net: undefined }
  const upto = line.whole - line.held + toreplace
  return { upto, net: multiply(line.amounts.net, upto, BigInt(line.whole)) }
}

/** Of each line, what came back, was scrapped and is to be replaced. */
function sumToReplace(db: TenantDb, lines: readonly (readonly [string, unknown])[]) {
  const ids = lines.map(([id]) => id)
  const scrapped = listLineReturns(db, ids).filter((row) => row.scrapped)
  const goods = readLineGoods(
    db,
    scrapped.map(({ materialid }) => materialid),
  )
  return new Map([...goods].map(([id, of]) => [id, countToReplace(of, null)]))
}

export function narrowUnbilled(jobs: readonly UnbilledJob[], { client, search }: UnbilledQuery) {
  const matches = wordMatch(search)
  return jobs
    .filter((job) => !client || job.client === client)
    .filter(({ reference, description, clientname }) =>
      matches(`${reference} ${description} ${clientname ?? ''}`),
    )
}

type Sortable = { name: string; value?: number; margin?: number; age: number | null }

function sorted<Row>(rows: readonly Row[], sort: string, valuesOf: (row: Row) => Sortable): Row[] {
  const key = sort.replace(/^-/, '')
  const compare = (a: Sortable, b: Sortable) =>
    key === 'value' || key === 'margin' || key === 'age'
      ? (a[key] ?? 0) - (b[key] ?? 0)
      : compareNaturally(a.name, b.name)
  const ordered = rows.toSorted((a, b) => compare(valuesOf(a), valuesOf(b)))
  return sort.startsWith('-') ? ordered.toReversed() : ordered
}

/** The oldest first, unless asked otherwise. */
export const sortUnbilled = (jobs: readonly UnbilledJob[], sort = '-age') =>
  sorted(jobs, sort, (job) => ({
    ...job,
    name: /client/.test(sort) ? (job.clientname ?? '') : job.reference,
  }))

export function sumUnbilled(jobs: readonly UnbilledJob[]) {
  const sumOf = (key: 'value' | 'margin') =>
    jobs.some((job) => job[key] === undefined)
      ? undefined
      : jobs.reduce((sum, job) => sum + (job[key] ?? 0), 0)
  const tocredit = jobs.reduce((sum, job) => sum + (job.tocredit ?? 0), 0)
  const uncosted = jobs.reduce((sum, job) => sum + (job.uncosted ?? 0), 0)
  const ages = jobs.flatMap(({ age }) => age ?? [])
  return {
    count: jobs.length,
    value: sumOf('value'),
    tocredit,
    margin: sumOf('margin'),
    uncosted,
    age: ages.length > 0 ? Math.max(...ages) : null,
  }
}

/** Each client with what is to be invoiced; cash sales stand together. */
export function groupByClient(jobs: readonly UnbilledJob[], sort = '-value'): UnbilledClient[] {
  const clients = [...Map.groupBy(jobs, ({ client }) => client ?? '')].map(([id, mine]) => ({
    id: id || 'cash',
    client: id || null,
    name: (id && mine[0]?.clientname) || 'Cash sale',
    ...sumUnbilled(mine),
  }))
  return sorted(clients, sort, (client) => client)
}
