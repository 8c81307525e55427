import type { SupplierInvoiceKind, SupplierInvoiceState } from '#db/schema/tenant/index.ts'
import { listLink, withQuery } from '#views/ui/links.ts'
import { Chip, type Level } from '#views/ui/small.tsx'
import type { SupplierInvoiceSummary } from './types.ts'

export const supplierKindWords: Record<SupplierInvoiceKind, string> = {
  invoice: 'Invoice',
  creditnote: 'Credit note',
}

export const invoiceStateWords: Record<SupplierInvoiceState, string> = {
  draft: 'Draft',
  approved: 'To pay',
  part: 'Part paid',
  paid: 'Settled',
  cancelled: 'Cancelled',
}

const levels: Partial<Record<SupplierInvoiceState, Level>> = {
  approved: 'info',
  part: 'info',
  paid: 'success',
}

export const SupplierInvoiceChip = ({
  state,
  late,
  kind,
}: Pick<SupplierInvoiceSummary, 'state' | 'late' | 'kind'>) => (
  <span className="orderstate">
    <Chip level={levels[state]}>
      {kind === 'creditnote' && state === 'approved' ? 'To use' : invoiceStateWords[state]}
    </Chip>
    {late && <Chip level="warning">Overdue</Chip>}
  </span>
)

type StatesProps = {
  counts: Record<SupplierInvoiceState, number>
  current?: string
  url: string
  region: string
}

/** How many stand in each state. */
export function SupplierInvoiceStateLinks({ counts, current, url, region }: StatesProps) {
  const states = Object.keys(invoiceStateWords) as SupplierInvoiceState[]
  const chip = (state: SupplierInvoiceState | null, word: string, n: number) => (
    <a
      key={word}
      aria-current={(current || null) === state ? 'true' : undefined}
      {...listLink(withQuery(url, { state, skip: null }), region)}
    >
      {word} <span>{n}</span>
    </a>
  )
  const all = states.reduce((sum, state) => sum + counts[state], 0)
  return (
    <nav className="states" aria-label="State">
      {chip(null, 'All', all)}
      {states.map((state) => chip(state, invoiceStateWords[state], counts[state]))}
    </nav>
  )
}
