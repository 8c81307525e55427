import { Chip, type Level } from './small.tsx'

export const invoiceStandings = {
  draft: { word: 'Draft' },
  unpaid: { word: 'Unpaid', level: 'warning' },
  overdue: { word: 'Overdue', level: 'error' },
  paid: { word: 'Paid', level: 'success' },
  credited: { word: 'Credited' },
  creditnote: { word: 'Credit note', level: 'info' },
  deposit: { word: 'Deposit request' },
} satisfies Record<string, { word: string; level?: Level }>

export type InvoiceStanding = keyof typeof invoiceStandings

type ChipProps = { invoice: { standing: InvoiceStanding; overdue: number } }

export function InvoiceStatusChip({ invoice: { standing, overdue } }: ChipProps) {
  const { level, word }: { word: string; level?: Level } =
    invoiceStandings[overdue > 0 ? 'overdue' : standing]
  const days = overdue === 1 ? '1 day' : `${overdue} days`
  return <Chip level={level}>{overdue > 0 ? `${word} ${days}` : word}</Chip>
}
