import { formatRand } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { inDays } from './carry-over.tsx'

export type PaymentRow = {
  id: string
  reference: string
  amount: number
  receivedutc: string
  renewed: string | null
  dayswere: number | null
  daysbecame: number | null
  reversedutc: string | null
  creditnumber: number | null
}

const PATH = '/subscription/payments'

const columns: Column<PaymentRow>[] = [
  { key: 'receivedutc', head: 'Received', cell: ({ receivedutc }) => <DateTime iso={receivedutc} /> },
  {
    key: 'reference',
    head: 'Reference',
    cell: ({ reference, reversedutc }) => (
      <>
        {reference} {reversedutc && <Chip level="warning">Refunded</Chip>}
      </>
    ),
  },
  {
    key: 'renewed',
    head: 'Paid until',
    wide: true,
    cell: (row) => <PaidUntil {...row} />,
  },
  { key: 'amount', head: 'Amount', numeric: true, cell: ({ amount }) => formatRand(amount) },
]

export const PaidUntil = ({ renewed, dayswere, daysbecame }: Omit<PaymentRow, 'id' | 'reference'>) => (
  <>
    {renewed ? <DateTime iso={renewed} /> : 'Does not expire'}
    {dayswere !== null && daysbecame !== null && (
      <span className="hint carriedover">
        {inDays(dayswere)} became {daysbecame}
      </span>
    )}
  </>
)

const emptyText = () => (
  <EmptyState icon="receipt" text="No payment yet." hint="Each card payment stands here with its receipt." />
)

export function SubscriptionPayments({
  rows,
  canexport,
}: {
  rows: readonly PaymentRow[]
  canexport: boolean
}) {
  return (
    <section id="subscription-payments" data-refresh="subscription" data-url={PATH}>
      <Panel
        title="Card transactions"
        flush
        actions={canexport && rows.length > 0 && <ExportMenu id="export-payments" url={PATH} />}
      >
        <Table
          caption="Card transactions"
          columns={columns}
          rows={rows}
          rowid={({ id }) => id}
          url={PATH}
          region="subscription-payments"
          actions={({ id, reference, creditnumber }) => (
            <>
              <LinkButton small look="quiet" icon="printer" href={`/subscription/receipts/${id}`}>
                Receipt<span className="unseen"> {reference}</span>
              </LinkButton>
              {creditnumber && (
                <LinkButton small look="quiet" icon="printer" href={`/subscription/receipts/${id}/credit`}>
                  Credit note<span className="unseen"> {reference}</span>
                </LinkButton>
              )}
            </>
          )}
          empty={emptyText()}
        />
      </Panel>
    </section>
  )
}
