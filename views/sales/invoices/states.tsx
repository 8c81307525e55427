import { listLink, withQuery } from '#views/ui/links.ts'
import { Chip, type Level } from '#views/ui/small.tsx'
import type { InvoiceStanding } from './types.ts'

const looks: Record<InvoiceStanding, { word: string; level?: Level }> = {
  draft: { word: 'Draft' },
  unpaid: { word: 'Unpaid', level: 'warning' },
  paid: { word: 'Paid', level: 'success' },
  credited: { word: 'Credited' },
  creditnote: { word: 'Credit note', level: 'info' },
}

export const StandingChip = ({ standing }: { standing: InvoiceStanding }) => (
  <Chip level={looks[standing].level}>{looks[standing].word}</Chip>
)

type StatesProps = { counts: Record<InvoiceStanding, number>; current?: string; url: string; region: string }

export function States({ counts, current, url, region }: StatesProps) {
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
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
      {(Object.keys(looks) as InvoiceStanding[]).map((standing) =>
        chip(standing, looks[standing].word, counts[standing]),
      )}
    </nav>
  )
}
