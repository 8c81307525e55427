import type { DepositOutcome } from '#db/schema/tenant/index.ts'
import { Chip, type Level } from './small.tsx'

export const invoiceStandings = {
  draft: { word: 'Draft' },
  unpaid: { word: 'Unpaid', level: 'warning' },
  overdue: { word: 'Overdue', level: 'error' },
  paid: { word: 'Paid', level: 'success' },
  credited: { word: 'Credited' },
  creditnote: { word: 'Credit note', level: 'info' },
  deposit: { word: 'Deposit request', level: 'info' },
} satisfies Record<string, { word: string; level?: Level }>

export type InvoiceStanding = keyof typeof invoiceStandings

const outcomeWords: Record<DepositOutcome, string> = {
  applied: 'taken off',
  refunded: 'given back',
  forfeited: 'kept',
  credited: 'moved to credit',
  withdrawn: 'withdrawn',
}

type Deposit = { open: number; held: number; outcome: DepositOutcome | null }

function DepositChip({ open, held, outcome }: Deposit) {
  if (held > 0)
    return <Chip level="success">{open > 0 ? 'Deposit received in part' : 'Deposit received'}</Chip>
  if (open > 0) return <Chip level="warning">Deposit asked for</Chip>
  return <Chip>Deposit {outcome ? outcomeWords[outcome] : 'closed'}</Chip>
}

type ChipProps = {
  invoice: { standing: InvoiceStanding; overdue: number; paid: number; deposit: Deposit | null }
}

export function InvoiceStatusChip({ invoice: { standing, overdue, paid, deposit } }: ChipProps) {
  if (deposit) return <DepositChip {...deposit} />
  const { level, word }: { word: string; level?: Level } =
    invoiceStandings[overdue > 0 ? 'overdue' : standing]
  if (standing === 'unpaid' && overdue === 0 && paid > 0) return <Chip level={level}>Part paid</Chip>
  const days = overdue === 1 ? '1 day' : `${overdue} days`
  return <Chip level={level}>{overdue > 0 ? `${word} ${days}` : word}</Chip>
}
