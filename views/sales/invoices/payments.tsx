import { counted, formatRand } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { Money } from '#views/ui/figures.tsx'
import { listLink, withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterDate, FilterSelect } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { methodName, methodOptions } from './payment-methods.ts'

type Query = {
  start?: string | null
  end?: string | null
  credit?: boolean
  client?: string
  method?: string
  skip?: number
  take?: number
}

type PageProps<Row> = {
  title: string
  rows: readonly Row[]
  /** Of the days shown. */
  total: number
  /** Cents. */
  sum: number
  query: Query
  url: string
  /** The name of the one whose money is shown, where it is of one alone. */
  client?: string
  canexport: boolean
}

/** Below zero: it went back, or was reversed on this day. */
type Payment = {
  id: string
  paymentid: string
  date: string
  amountcents: number
  method: string
  reference: string
  /** What it is for, in words. */
  pays: string
  client: string | null
}

type Credit = {
  id: string
  date: string
  method: string
  reference: string
  client: string | null
  open: number
}

const REGION = 'payments'
const subtitle = 'What was received less what was given back, by the day, as your bank has it.'

const columns: Column<Payment>[] = [
  { key: 'date', head: 'Paid on', tight: true, cell: ({ date }) => <DateText date={date} /> },
  { key: 'pays', head: 'For', cell: ({ pays }) => pays },
  { key: 'client', head: 'Client', cell: ({ client }) => client ?? 'Cash sale' },
  { key: 'method', head: 'Method', tight: true, cell: ({ method }) => methodName(method) },
  { key: 'reference', head: 'Reference', cell: ({ reference }) => reference },
  {
    key: 'amount',
    head: 'Amount',
    numeric: true,
    lead: true,
    cell: ({ amountcents }) => <Money cents={amountcents} />,
  },
]

/** `held`: what was received in this period and pays no invoice yet, for whoever sees it. */
export function PaymentsPage(props: PageProps<Payment> & { held?: number; canimport: boolean }) {
  const { title, rows, total, sum, query, url, held, client, canexport, canimport } = props
  const filtered = query.start || query.end || query.method || query.client
  return (
    <>
      <PageTitle
        title={title}
        subtitle={subtitle}
        actions={
          canimport && (
            <LinkButton icon="upload" href="/billing/bank">
              Bank statements
            </LinkButton>
          )
        }
      />
      <Filters {...{ query, url }} />
      <ListTable
        caption={title}
        columns={columns}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region={REGION}
        refresh="invoices"
        href={({ paymentid }) => `/invoices/payments/${paymentid}`}
        foot={<Foot span={5} total={total} sum={sum} />}
        empty={
          <EmptyState
            icon="receipt"
            text={filtered ? 'Nothing that was received matches.' : 'Nothing was received yet.'}
            hint={filtered ? undefined : 'Open an unpaid invoice and record what came in.'}
          />
        }
      >
        <Kinds {...{ url, held, client }} exports={canexport && total > 0} />
      </ListTable>
    </>
  )
}

const creditColumns: Column<Credit>[] = [
  { key: 'date', head: 'Paid on', tight: true, cell: ({ date }) => <DateText date={date} /> },
  { key: 'client', head: 'Client', cell: ({ client }) => client ?? 'Cash sale' },
  { key: 'method', head: 'Method', tight: true, cell: ({ method }) => methodName(method) },
  { key: 'reference', head: 'Reference', cell: ({ reference }) => reference },
  { key: 'open', head: 'Credit', numeric: true, cell: ({ open }) => <Money cents={open} /> },
]

export function CreditsPage({ title, rows, total, sum, query, url, client, canexport }: PageProps<Credit>) {
  const whose = client ? `Credit of ${client}` : 'Credit of clients'
  return (
    <>
      <PageTitle title={title} subtitle="What was received of clients, and pays no invoice yet." />
      <Filters {...{ query, url }} />
      <ListTable
        caption={whose}
        columns={creditColumns}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region={REGION}
        refresh="invoices"
        href={({ id }) => `/invoices/payments/${id}`}
        foot={<Foot span={4} total={total} sum={sum} />}
        empty={<EmptyState icon="receipt" text="All that was received pays an invoice." />}
      >
        <Kinds url={url} credit held={sum} client={client} exports={canexport && total > 0} />
      </ListTable>
    </>
  )
}

const Filters = ({ query, url }: { query: Query; url: string }) => (
  <FilterBar url={url} region={REGION}>
    <FilterDate name="start" label="From" value={query.start} />
    <FilterDate name="end" label="To" value={query.end} />
    <FilterSelect name="method" label="Any method" value={query.method} options={methodOptions} />
  </FilterBar>
)

/** `held`: undefined for whoever does not see all that clients owe. */
type KindsProps = { url: string; credit?: boolean; held?: number; client?: string; exports: boolean }

function Kinds({ url, credit = false, held, client, exports }: KindsProps) {
  const link = (value: string | null, current: boolean, words: string, sum?: string) => (
    <a
      aria-current={current ? 'true' : undefined}
      {...listLink(withQuery(url, { credit: value, skip: null }), REGION)}
    >
      {words} {sum && <span>{sum}</span>}
    </a>
  )
  return (
    <div className="counted">
      {held !== undefined && (
        <nav className="states" aria-label="What it pays">
          {link(null, !credit, 'Received')}
          {link('true', credit, 'Credit', held > 0 ? formatRand(held) : undefined)}
        </nav>
      )}
      {client && (
        <a {...listLink(withQuery(url, { client: null, skip: null }), REGION)}>
          Of {client}: show all clients
        </a>
      )}
      {exports && <ExportMenu id="export-payments" url={url} />}
    </div>
  )
}

const Foot = ({ span, total, sum }: { span: number; total: number; sum: number }) => (
  <tr>
    <td colSpan={span}>{counted(total, 'payment')}</td>
    <td className="number" data-label="Amount">
      <Money cents={sum} />
    </td>
  </tr>
)
