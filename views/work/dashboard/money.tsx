import type { ReactNode } from 'react'
import { formatPercent, formatRand } from '#views/format.ts'
import { ownPiece } from '#views/ui/cached-pieces.ts'
import { withQuery } from '#views/ui/links.ts'
import { Panel, Stat } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'

/** Cents. */
type Sum = { count: number; cents: number }
type Months = { now: Sum; before: Sum }
type Days = { start: string; end: string }

/** `percent`: of what the jobs that were completed charge; null where that is nothing. */
type Margin = Sum & { percent: number | null; uncosted: number }
/** `sample`: the job that setup began with is among them. */
type StageSum = Sum & { sample: boolean }
/** `billing`: whether they see where it is invoiced. */
type ToInvoice = StageSum & { billing: boolean }
type JobSums = { toquote: StageSum; toinvoice: ToInvoice; margin: Margin; report: boolean; thismonth: Days }
/** `dayslate`: of the one that was due first. */
type Overdue = Sum & { dayslate: number }
type InvoiceSums = {
  owed: Sum
  credit: number
  overdue: Overdue
  invoiced: Months
  received: Months
  thismonth: Days
}

export type MoneyFigures = {
  /** Undefined for whoever does not see them. */
  jobs?: JobSums
  invoices?: InvoiceSums
  suppliers?: Sum
}

const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

/** What is asked for has often no estimate yet: then its jobs are counted. */
function jobsStat(label: string, { count, cents, sample }: StageSum, href: string): ReactNode {
  const jobs = counted(count, 'job')
  const what = !sample ? jobs : count === 1 ? 'The sample job' : `${jobs} with the sample`
  if (count === 0) return <Stat label={label} value="None" look="quiet" href={href} />
  if (cents === 0) return <Stat label={label} value={jobs} note={sample && what} href={href} />
  return <Stat label={label} value={formatRand(cents)} note={`${what}, without VAT`} href={href} />
}

function invoicesStat(
  label: string,
  { count, cents }: Sum,
  href: string,
  { late, beside }: { late?: string; beside?: string } = {},
): ReactNode {
  if (count === 0) return <Stat label={label} value="None" note={beside} look="quiet" href={href} />
  const note = [counted(count, 'invoice'), late, 'with VAT', beside].filter(Boolean).join(', ')
  return (
    <Stat label={label} value={formatRand(cents)} note={note} look={late ? 'late' : undefined} href={href} />
  )
}

const lateWords = ({ count, dayslate }: Overdue) =>
  `${count === 1 ? '' : 'the oldest '}${counted(dayslate, 'day')} late`

const monthStat = (label: string, { now, before }: Months, href: string) => (
  <Stat
    label={label}
    value={now.count === 0 ? 'None' : formatRand(now.cents)}
    look={now.count === 0 ? 'quiet' : undefined}
    note={`With VAT, ${before.count === 0 ? 'none' : formatRand(before.cents)} last month`}
    href={href}
  />
)

const hasJobSums = ({ jobs }: MoneyFigures) => jobs && isAny([jobs.toquote, jobs.toinvoice, jobs.margin])
const hasInvoiceSums = ({ invoices }: MoneyFigures) =>
  invoices && isAny([invoices.owed, ...allOf(invoices.invoiced), ...allOf(invoices.received)])

export const hasMoney = (money: MoneyFigures): boolean =>
  Boolean(hasJobSums(money) || hasInvoiceSums(money) || money.suppliers?.count)

export const DashboardMoney = ownPiece(DrawnMoney)

function DrawnMoney(money: MoneyFigures) {
  const { jobs, invoices, suppliers } = money
  if (!jobs && !invoices && !suppliers) return null
  const hasInvoices = hasInvoiceSums(money)
  if (!hasMoney(money)) return <NoMoney />
  return (
    <section className="moneystats" aria-label="Money">
      {jobs && jobsStat('To quote', jobs.toquote, '/jobs?stage=asked')}
      {jobs && jobsStat('To invoice', jobs.toinvoice, toInvoiceLink(jobs))}
      {hasInvoices && invoices && <InvoiceStats {...invoices} />}
      {suppliers &&
        suppliers.count > 0 &&
        invoicesStat('Owed to suppliers', suppliers, '/supplierinvoices/creditors')}
      {jobs && marginStat(jobs)}
    </section>
  )
}

const toInvoiceLink = ({ toinvoice }: JobSums) => (toinvoice.billing ? '/billing' : '/jobs?stage=complete')

/** The report says the margin of each; the list is of those that the person sees. */
function marginStat({ margin, report, thismonth: { start, end } }: JobSums): ReactNode {
  const { count, cents, percent, uncosted } = margin
  const label = 'Margin this month'
  const href = report
    ? withQuery('/reporting/job-margin', { start, end })
    : withQuery('/jobs', {
        status: '4,5,6',
        completedfrom: start,
        completedupto: end,
        sort: '-completed',
      })
  if (count === 0) return <Stat label={label} value="None" look="quiet" href={href} />
  const share = percent === null ? '' : `${formatPercent(percent)} margin, `
  const done = `${share}${counted(count, 'job')} completed, without VAT`
  const note = uncosted > 0 ? `At most: no cost is known of ${counted(uncosted, 'line')} · ${done}` : done
  return (
    <Stat
      label={label}
      value={formatRand(cents)}
      note={note}
      look={cents < 0 ? 'late' : undefined}
      href={href}
    />
  )
}

const allOf = ({ now, before }: Months) => [now, before]
const isAny = (sums: readonly Sum[]) => sums.some(({ count }) => count > 0)

const NoMoney = () => (
  <Panel title="Money">
    <EmptyState
      icon="receipt"
      text="Nothing is to be quoted, invoiced or paid at the moment."
      hint="What is to quote, to invoice, owed and paid stands here as soon as there is any."
    />
  </Panel>
)

const InvoiceStats = ({ owed, credit, overdue, invoiced, received, thismonth }: InvoiceSums) => (
  <>
    {invoicesStat('Owed', owed, '/invoices?state=unpaid', {
      beside: credit > 0 ? `less ${formatRand(credit)} of credit` : undefined,
    })}
    {invoicesStat('Overdue invoices', overdue, '/invoices?state=overdue', { late: lateWords(overdue) })}
    {monthStat('Invoiced this month', invoiced, withQuery('/invoices', thismonth))}
    {monthStat('Paid this month', received, withQuery('/invoices/payments', thismonth))}
  </>
)
