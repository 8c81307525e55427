import { DateTime } from '#views/ui/datetime.tsx'
import { Money } from '#views/ui/figures.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type Payment = {
  id: string
  receivedutc: string
  renewed: string | null
  reference: string
  /** Cents. */
  amount: number
}

const columns: Column<Payment>[] = [
  { key: 'receivedutc', head: 'Received', cell: ({ receivedutc }) => <DateTime iso={receivedutc} /> },
  { key: 'renewed', head: 'Renewed until', cell: ({ renewed }) => <DateTime iso={renewed} /> },
  { key: 'reference', head: 'Reference', cell: ({ reference }) => reference },
  { key: 'amount', head: 'Amount', numeric: true, cell: ({ amount }) => <Money cents={amount} /> },
]

/** What an account paid, newest first. */
export const Payments = ({ payments }: { payments: readonly Payment[] }) => (
  <Table
    caption="Payments"
    columns={columns}
    rows={payments}
    rowid={({ id }) => id}
    url="/backoffice"
    region="payments"
    empty={<EmptyState icon="receipt" text="Nothing has been paid yet." />}
  />
)
