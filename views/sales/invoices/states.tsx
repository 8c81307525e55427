import { DateText } from '#views/ui/datetime.tsx'
import { type InvoiceStanding, invoiceStandings } from '#views/ui/invoice-chip.tsx'
import { listLink, withQuery } from '#views/ui/links.ts'
import type { InvoiceCounts, InvoiceSummary } from './types.ts'

const dueWords = (days: number) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

type DueProps = { invoice: Pick<InvoiceSummary, 'duedate' | 'duein'> }

/** How long it was due stands in its state. */
export const InvoiceDue = ({ invoice: { duedate, duein } }: DueProps) => (
  <>
    <DateText date={duedate} /> {duein !== null && <small className="muted">{dueWords(duein)}</small>}
  </>
)

type StatesProps = { counts: InvoiceCounts; current?: string; url: string; region: string }

export function States({ counts, current, url, region }: StatesProps) {
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0) - counts.overdue
  const chip = (state: string | null, word: string, n: number) => (
    <a
      key={word}
      aria-current={(current || null) === state ? 'true' : undefined}
      {...listLink(withQuery(url, { state, skip: null }), region)}
    >
      {word} <span>{n}</span>
    </a>
  )
  return (
    <nav className="states" aria-label="State">
      {chip(null, 'All', all)}
      {(Object.keys(invoiceStandings) as InvoiceStanding[])
        .filter((standing) => standing !== 'deposit' || counts.deposit > 0)
        .map((standing) => chip(standing, invoiceStandings[standing].word, counts[standing]))}
    </nav>
  )
}
