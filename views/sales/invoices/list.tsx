import { fieldLabels } from '#views/field-labels.ts'
import { counted } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { Money } from '#views/ui/figures.tsx'
import { InvoiceStatusChip } from '#views/ui/invoice-chip.tsx'
import { listLink, withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterDate, SearchBox, sortedOnly } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { totalId } from '#views/ui/pager.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { InvoiceDue, States } from './states.tsx'
import type { InvoiceCounts, InvoiceSummary } from './types.ts'

type InvoicesProps = {
  title: string
  rows: readonly InvoiceSummary[]
  /** Of the state shown: how many, and in cents what they come to and what is still due. */
  total: number
  /** There are at least `total`. */
  more?: boolean
  cut?: boolean
  sum: number
  due: number
  counts: InvoiceCounts
  query: {
    search?: string
    state?: string
    start?: string | null
    end?: string | null
    skip?: number
    take?: number
  }
  /** Whose are shown, where they are of one alone. */
  whose?: string
  url: string
  canexport: boolean
}

const columns: Column<InvoiceSummary>[] = [
  { key: 'number', head: 'Number', sortable: true, cell: ({ number }) => number ?? 'Draft' },
  { key: 'date', head: 'Date', sortable: true, tight: true, cell: ({ date }) => <DateText date={date} /> },
  {
    key: 'duedate',
    head: fieldLabels.due,
    sortable: true,
    tight: true,
    cell: (invoice) =>
      (invoice.standing === 'unpaid' || (invoice.deposit && invoice.deposit.open > 0)) && invoice.duedate ? (
        <InvoiceDue invoice={invoice} />
      ) : null,
  },
  { key: 'client', head: 'Client', sortable: true, cell: ({ client }) => client?.name ?? 'Cash sale' },
  { key: 'job', head: 'Job', sortable: true, tight: true, cell: ({ job }) => job.reference },
  { key: 'state', head: 'Status', tight: true, cell: (invoice) => <InvoiceStatusChip invoice={invoice} /> },
  {
    key: 'total',
    head: 'Total',
    sortable: true,
    numeric: true,
    lead: true,
    cell: ({ total }) => <Money cents={total} />,
  },
  {
    key: 'due',
    head: 'Amount due',
    numeric: true,
    cell: ({ standing, due }) => (standing === 'unpaid' ? <Money cents={due} /> : null),
  },
]

export function InvoicesPage(props: InvoicesProps) {
  const { title, rows, total, more, cut, sum, due, counts, query, whose, url, canexport } = props
  const filtered = query.search || query.state || query.start || query.end || whose
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What was charged, and what is still due."
        actions={
          <>
            <LinkButton href="/invoices/debtors">Aged debtors</LinkButton>
            <LinkButton href="/invoices/payments">Payments</LinkButton>
            <LinkButton href="/invoices/vat">VAT</LinkButton>
            {canexport && <LinkButton href="/invoices/pastel">Pastel</LinkButton>}
          </>
        }
      />
      <FilterBar url={url} region="invoices">
        <SearchBox label="Search number, client or job" value={query.search} />
        <FilterDate name="start" label="From" value={query.start} />
        <FilterDate name="end" label="To" value={query.end} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={columns}
        rows={rows}
        total={total}
        more={more}
        cut={cut}
        query={query}
        url={url}
        region="invoices"
        refresh="invoices"
        href={({ id }) => `/invoices/${id}`}
        rowclass={({ standing }) => (standing === 'credited' ? 'dimmed' : undefined)}
        foot={<Foot {...{ total, more, cut, sum, due }} />}
        empty={
          <EmptyState
            icon="receipt"
            text={filtered ? 'No invoice matches.' : 'Nothing has been invoiced yet.'}
            hint={filtered ? undefined : 'Open a complete job and press Prepare the invoice.'}
          />
        }
      >
        <div className="counted">
          <States counts={counts} current={query.state} url={url} region="invoices" />
          {whose && (
            <a {...listLink(withQuery(url, { client: null, cash: null, skip: null }), 'invoices')}>
              {whose}: show all
            </a>
          )}
          {canexport && total > 0 && <ExportMenu id="export-invoices" url={url} />}
        </div>
      </ListTable>
    </>
  )
}

type FootProps = Pick<InvoicesProps, 'total' | 'more' | 'cut' | 'sum' | 'due'>

function Foot({ total, more, cut, sum, due }: FootProps) {
  const documents = counted(total, 'document')
  return (
    <tr>
      <td colSpan={6}>
        <span id={totalId('invoices')}>{more ? `At least ${documents}` : documents}</span>
        {more && !cut && '; the sums are of these'}, drafts and deposit requests not counted in the sums
        {cut && `. ${sortedOnly(total)}`}
      </td>
      <td className="number" data-label="Total">
        <Money cents={sum} />
      </td>
      <td className="number" data-label="Amount due">
        <Money cents={due} />
      </td>
    </tr>
  )
}
