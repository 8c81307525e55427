import { rand } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

export type PaymentRow = {
  id: string
  reference: string
  amount: number
  receivedutc: string
  renewed: string | null
}

const columns: Column<PaymentRow>[] = [
  { key: 'receivedutc', head: 'Received', cell: ({ receivedutc }) => <DateTime iso={receivedutc} /> },
  { key: 'reference', head: 'Reference', cell: ({ reference }) => reference },
  {
    key: 'renewed',
    head: 'Paid until',
    wide: true,
    cell: ({ renewed }) => (renewed ? <DateTime iso={renewed} /> : 'Does not expire'),
  },
  { key: 'amount', head: 'Amount', numeric: true, cell: ({ amount }) => rand(amount) },
]

const emptyText = () => (
  <EmptyState icon="receipt" text="No payment yet." hint="Each card payment stands here with its receipt." />
)

/** Card transactions, each with a receipt to print. */
export function Payments({ rows }: { rows: readonly PaymentRow[] }) {
  return (
    <section id="subscription-payments" data-refresh="subscription" data-url="/subscription/payments">
      <Panel title="Card transactions" flush>
        <Table
          caption="Card transactions"
          columns={columns}
          rows={rows}
          rowid={({ id }) => id}
          url="/subscription/payments"
          region="subscription-payments"
          actions={({ id, reference }) => (
            <LinkButton small look="quiet" icon="printer" href={`/subscription/receipts/${id}`}>
              Receipt<span className="unseen"> {reference}</span>
            </LinkButton>
          )}
          empty={emptyText()}
        />
      </Panel>
    </section>
  )
}
