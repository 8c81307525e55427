import type { SupplierInvoiceState } from '#db/schema/tenant/index.ts'
import { fieldLabels } from '#views/field-labels.ts'
import { formatRand } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { Money } from '#views/ui/figures.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, FilterPicker, type ListPageProps, SearchBox, Toggle } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { SupplierInvoiceChip, SupplierInvoiceStateLinks, supplierKindWords } from './states.tsx'
import type { SupplierInvoiceSummary } from './types.ts'

type Asked = { state?: string; kind?: string; supplier?: string; late?: boolean }

type PageProps = ListPageProps<SupplierInvoiceSummary, Asked> & {
  counts: Record<SupplierInvoiceState, number>
  /** Cents: what is owed, less what suppliers owe back. */
  open: number
  late: number
  suppliername?: string
  canwrite: boolean
}

const REGION = 'supplierinvoices'

const columns: Column<SupplierInvoiceSummary>[] = [
  {
    key: 'number',
    head: 'Number',
    sortable: true,
    cell: ({ number, kind }) => (
      <>
        {number} {kind === 'creditnote' && <small className="muted">{supplierKindWords[kind]}</small>}
      </>
    ),
  },
  { key: 'date', head: 'Date', sortable: true, tight: true, cell: ({ date }) => <DateText date={date} /> },
  { key: 'supplier', head: 'Supplier', sortable: true, cell: ({ supplier }) => supplier.name },
  {
    key: 'due',
    head: fieldLabels.due,
    sortable: true,
    tight: true,
    cell: ({ duedate }) => <DateText date={duedate} />,
  },
  { key: 'state', head: 'Status', tight: true, cell: (one) => <SupplierInvoiceChip {...one} /> },
  {
    key: 'total',
    head: 'With VAT',
    sortable: true,
    numeric: true,
    lead: true,
    tight: true,
    cell: ({ total }) => <Money cents={total} />,
  },
  {
    key: 'open',
    head: 'Open',
    sortable: true,
    numeric: true,
    tight: true,
    cell: ({ open }) => open !== 0 && <Money cents={open} />,
  },
]

export function SupplierInvoicesPage(props: PageProps) {
  const { title, rows, total, query, url, canwrite, canexport, suppliername, open, late, counts } = props
  const filtered = query.search || query.state || query.supplier || query.late
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What suppliers charge, checked against what was ordered and what came, and what is paid."
        actions={
          <>
            <LinkButton href="/supplierinvoices/creditors">Aged creditors</LinkButton>
            {canwrite && (
              <>
                <LinkButton {...dialogLink('/supplierinvoices/new?kind=creditnote')}>
                  New credit note
                </LinkButton>
                <LinkButton look="primary" icon="plus" {...dialogLink('/supplierinvoices/new')}>
                  New invoice
                </LinkButton>
              </>
            )}
          </>
        }
      />
      <FilterBar url={url} region={REGION}>
        <SearchBox label="Search number or supplier" value={query.search} />
        <FilterPicker
          name="supplier"
          label="Supplier"
          url="/lookup/suppliers"
          value={query.supplier}
          shown={suppliername}
        />
        <Toggle name="late" label="Overdue" checked={query.late} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={columns}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region={REGION}
        refresh="supplierinvoices"
        href={({ id }) => `/supplierinvoices/${id}`}
        empty={
          <EmptyState
            icon="receipt"
            text={filtered ? 'No invoice of a supplier matches.' : 'No invoice of a supplier is here yet.'}
            hint={
              filtered
                ? undefined
                : 'Enter one by hand, or let it begin with all goods that came and are not charged yet.'
            }
          />
        }
      >
        <div className="counted">
          <SupplierInvoiceStateLinks counts={counts} current={query.state} url={url} region={REGION} />
          <p className="ordersums">
            <span>{formatRand(open)} open</span>
            {late > 0 && <span className="late">{late} overdue</span>}
          </p>
          {canexport && total > 0 && <ExportMenu id="export-supplierinvoices" url={url} />}
        </div>
      </ListTable>
    </>
  )
}
