import { DateText } from '#views/ui/datetime.tsx'
import { Money } from '#views/ui/figures.tsx'
import { FilterBar, FilterDate } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'

type Payment = {
  id: string
  date: string
  amountcents: number
  reference: string
  invoiceid: string
  number: string | null
  client: string | null
}

type PaymentsProps = {
  title: string
  rows: readonly Payment[]
  /** Of the days shown. */
  total: number
  /** Cents. */
  sum: number
  query: { start?: string | null; end?: string | null; skip?: number; take?: number }
  url: string
}

const columns: Column<Payment>[] = [
  { key: 'date', head: 'Paid on', tight: true, cell: ({ date }) => <DateText date={date} /> },
  { key: 'number', head: 'Invoice', tight: true, cell: ({ number }) => number ?? 'Draft' },
  { key: 'client', head: 'Client', cell: ({ client }) => client ?? 'Cash sale' },
  { key: 'reference', head: 'Reference', cell: ({ reference }) => reference },
  {
    key: 'amount',
    head: 'Amount',
    numeric: true,
    cell: ({ amountcents }) => <Money cents={amountcents} />,
  },
]

export function PaymentsPage({ title, rows, total, sum, query, url }: PaymentsProps) {
  const filtered = query.start || query.end
  return (
    <>
      <PageTitle title={title} subtitle="What was received for invoices, by the day of payment." />
      <FilterBar url={url} region="payments">
        <FilterDate name="start" label="From" value={query.start} />
        <FilterDate name="end" label="To" value={query.end} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={columns}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region="payments"
        refresh="invoices"
        href={({ invoiceid }) => `/invoices/${invoiceid}?tab=payments`}
        foot={<Foot total={total} sum={sum} />}
        empty={
          <EmptyState
            icon="receipt"
            text={filtered ? 'Nothing was received in these days.' : 'Nothing was received yet.'}
            hint={filtered ? undefined : 'Open an unpaid invoice and record what came in.'}
          />
        }
      />
    </>
  )
}

const Foot = ({ total, sum }: { total: number; sum: number }) => (
  <tr>
    <td colSpan={4}>
      {total.toLocaleString('en-ZA')} {total === 1 ? 'payment' : 'payments'}
    </td>
    <td className="number" data-label="Amount">
      <Money cents={sum} />
    </td>
  </tr>
)
