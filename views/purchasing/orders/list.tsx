import { counted, formatRand } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, FilterPicker, type ListPageProps, SearchBox, Toggle } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { OrderStates, StateChip } from './states.tsx'
import type { OrderFigures, OrderSummary } from './types.ts'

type Asked = { state?: string; supplier?: string; late?: boolean }

type OrdersPageProps = ListPageProps<OrderSummary, Asked> &
  OrderFigures & { suppliername?: string; today: string; canwrite: boolean }

const REGION = 'orders'

const columnsOf = (priced: boolean, today: string): Column<OrderSummary>[] => [
  { key: 'number', head: 'Number', sortable: true, tight: true, cell: ({ number }) => number ?? 'Draft' },
  { key: 'date', head: 'Date', sortable: true, tight: true, cell: ({ date }) => <DateText date={date} /> },
  { key: 'supplier', head: 'Supplier', sortable: true, cell: ({ supplier }) => supplier.name },
  { key: 'reference', head: 'Reference', sortable: true, short: true, cell: ({ reference }) => reference },
  {
    key: 'expected',
    head: 'Expected',
    sortable: true,
    tight: true,
    cell: ({ expected, required }) => <DateText date={expected ?? required} />,
  },
  {
    key: 'state',
    head: 'Status',
    tight: true,
    cell: (order) => <StateChip {...order} />,
  },
  { key: 'age', head: 'Age', tight: true, numeric: true, cell: (order) => ageOf(order, today) },
  ...(priced
    ? [
        {
          key: 'total',
          head: 'Total',
          sortable: true,
          numeric: true,
          lead: true,
          tight: true,
          cell: ({ total }: OrderSummary) => formatRand(total ?? 0),
        },
      ]
    : []),
]

/** In days, of what is not done yet. */
function ageOf({ state, date }: OrderSummary, today: string): string {
  if (!['draft', 'sent', 'part'].includes(state)) return ''
  const days = Temporal.PlainDate.from(date).until(today).days
  return counted(days, 'day')
}

export function OrdersPage(props: OrdersPageProps) {
  const { title, rows, total, query, url, canwrite, canexport, suppliername, sums, today } = props
  const filtered = query.search || query.state || query.supplier || query.late
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What is ordered from suppliers, what came, and what is still to come. Amounts are without VAT."
        actions={
          canwrite && (
            <LinkButton look="primary" icon="plus" {...dialogLink('/purchase/new')}>
              New order
            </LinkButton>
          )
        }
      />
      <FilterBar url={url} region={REGION}>
        <SearchBox label="Search number, supplier or reference" value={query.search} />
        <FilterPicker
          name="supplier"
          label="Supplier"
          url="/lookup/suppliers"
          value={query.supplier}
          shown={suppliername}
        />
        <Toggle name="late" label="Late" checked={query.late} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={columnsOf(sums !== null, today)}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region={REGION}
        refresh="purchaseorders"
        href={({ id }) => `/purchase/${id}`}
        empty={
          <EmptyState
            icon="shopping-cart"
            text={filtered ? 'No purchase order matches.' : 'Nothing has been ordered yet.'}
            hint={
              filtered
                ? undefined
                : 'New order begins one by hand; a job with too little stock offers to order what is short.'
            }
          />
        }
      >
        <div className="counted">
          <OrderStates {...props} current={query.state} url={url} region={REGION} />
          {canexport && total > 0 && <ExportMenu id="export-orders" url={url} />}
        </div>
      </ListTable>
    </>
  )
}
