import { formatQuantity, formatRate, shortDate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { QuantityText } from '#views/ui/figures.tsx'
import { Form } from '#views/ui/form.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterSelect, ListRegion, SearchBox, Toggle } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { type BoardTabRights, BoardTabs } from '#views/work/jobs/board-tabs.tsx'
import { formatDays, sayArithmetic } from './arithmetic.ts'
import { PlanningTabs } from './planning-tabs.tsx'
import type { OrderMessageRow, ProposalRow } from './types.ts'

type Asked = { whose?: string; from?: string; search?: string; supplier?: string; late?: boolean }

type OrderingPageProps = {
  board: { name: string; slug: string }
  segment: string
  rows: readonly ProposalRow[]
  total: number
  messages: readonly OrderMessageRow[]
  suppliers: readonly { value: string; label: string }[]
  query: Asked
  url: string
  priced: boolean
  canwrite: boolean
  seesstock: boolean
  tabs: BoardTabRights
}

const REGION = 'ordering'

export function OrderingPage(props: OrderingPageProps) {
  const { board, segment, rows, total, messages, suppliers, query, url, canwrite, tabs } = props
  return (
    <>
      <PageTitle
        title="Ordering"
        subtitle="What to order of whom and until when. Drafts and orders on their way are taken off already."
      />
      <BoardTabs segment={segment} slug={board.slug} current="planning/forecasting" rights={tabs} />
      <PlanningTabs segment={segment} slug={board.slug} current="ordering" />
      <FilterBar url={url} region={REGION}>
        <SearchBox label="Search code or name" value={query.search} />
        <FilterSelect
          name="whose"
          label="Approved jobs"
          value={query.whose === 'open' ? 'open' : ''}
          options={[{ value: 'open', label: 'All open jobs' }]}
        />
        <FilterSelect
          name="supplier"
          label="Any supplier"
          value={query.supplier}
          options={[{ value: 'none', label: 'Without a supplier' }, ...suppliers]}
        />
        <Toggle name="late" label="Late" checked={query.late} />
      </FilterBar>
      <ListRegion id={REGION} url={url} ispart refresh="jobs materials inventory purchaseorders">
        <Form url={url.split('?')[0]!} action={url.split('?')[0]} guarded={false}>
          <input type="hidden" name="whose" value={query.whose ?? ''} />
          <input type="hidden" name="from" value={query.from ?? ''} />
          <div className="counted">
            <p className="listcount" role="status">
              {total} to order
              {rows.length < total &&
                `, the first ${rows.length} of them are shown: narrow the list for others`}
            </p>
            {canwrite && rows.length > 0 && (
              <Button type="submit" look="primary" icon="shopping-cart">
                Make drafts of the chosen
              </Button>
            )}
          </div>
          <Table
            caption="Proposals"
            columns={columnsOf(props)}
            rows={rows}
            rowid={({ id }) => id.replace('|', '-')}
            url=""
            region={REGION}
            empty={<EmptyState icon="check" text="Nothing needs to be ordered, or nothing matches." />}
          />
        </Form>
        {messages.length > 0 && <Messages rows={messages} />}
      </ListRegion>
    </>
  )
}

const chooseSupplier = (from: string | undefined, item: string, supplier: string) =>
  [...(from ?? '').split(',').filter((pair) => pair && !pair.startsWith(item)), `${item}:${supplier}`].join(
    ',',
  )

const columnsOf = ({
  url,
  query: { from },
  priced,
  canwrite,
  seesstock,
}: OrderingPageProps): Column<ProposalRow>[] => [
  {
    ...{ key: 'item', head: 'Item' },
    cell: ({ id, item, gaps, supplier, archived }) => (
      <>
        {canwrite && (
          <>
            <input
              type="checkbox"
              name="rows"
              value={id}
              aria-label={`Order ${item.name}`}
              defaultChecked={supplier !== null && !archived}
              disabled={!supplier || archived}
            />{' '}
          </>
        )}
        {item.name} [{item.code}]{' '}
        {gaps.map((gap) => (
          <Chip key={gap} level="warning">
            {gap}
          </Chip>
        ))}
      </>
    ),
  },
  {
    ...{ key: 'supplier', head: 'Supplier' },
    cell: ({ item, supplier, sellers }) => (
      <>
        {supplier?.name ?? '–'}
        {sellers.map(({ id, name }) => (
          <small className="facts" key={id}>
            <a href={withQuery(url, { from: chooseSupplier(from, item.id, id) })}>from {name}</a>
          </small>
        ))}
      </>
    ),
  },
  {
    ...{ key: 'quantity', head: 'Order', numeric: true, tight: true },
    cell: ({ orderquantity, orderunit, price, cheaper }) => (
      <>
        <QuantityText millionths={orderquantity} unit={orderunit} />
        {priced && price !== null && <small className="facts">at {formatRate(price)}</small>}
        {priced && cheaper !== null && (
          <small className="facts">{formatQuantity(cheaper, orderunit)} would cost less</small>
        )}
      </>
    ),
  },
  {
    ...{ key: 'orderday', head: 'Order by', tight: true },
    cell: ({ late, orderday, arrival, beyond }) => (
      <>
        {shortDate(orderday)}
        {late > 0 && (
          <small className="facts">
            <Chip level="warning">{formatDays(late)} late</Chip> comes {shortDate(arrival)}
          </small>
        )}
        {beyond && <small className="facts">its lead time is over ten years</small>}
      </>
    ),
  },
  {
    key: 'needed',
    head: 'Needed by',
    tight: true,
    cell: ({ dated, needed }) =>
      dated ? shortDate(needed) : <small className="facts">no date, so today</small>,
  },
  {
    ...{ key: 'why', head: 'Why' },
    cell: (row) => (
      <details>
        <summary>
          {row.pegs.map(({ label, approved }) => (approved ? label : `${label} (not approved)`)).join(', ') ||
            'stock'}
        </summary>
        {[
          ...sayArithmetic(row).split('\n'),
          row.drafted > 0 &&
            `${formatQuantity(row.drafted, row.item.unit)} on drafts is among what is coming.`,
        ]
          .filter(Boolean)
          .map((line) => (
            <small className="facts" key={String(line)}>
              {line}
            </small>
          ))}
        {seesstock && (
          <small className="facts">
            <a {...dialogLink(`/inventory/${row.item.id}/levels`)}>What there is, and what it comes from</a>
          </small>
        )}
      </details>
    ),
  },
]

const asks: Record<OrderMessageRow['kind'], (row: OrderMessageRow) => string> = {
  expedite: ({ day }) => `Ask for it by ${shortDate(day)}`,
  defer: ({ day }) => `It is not needed before ${shortDate(day)}`,
  increase: ({ quantity, item }) => `Ask for ${formatQuantity(quantity ?? 0, item.unit)} in all`,
  decrease: ({ quantity, item }) => `${formatQuantity(quantity ?? 0, item.unit)} are enough`,
  cancel: () => 'It is not needed any more',
  overdue: () => 'Overdue: it counts as coming today',
}

const Messages = ({ rows }: { rows: readonly OrderMessageRow[] }) => (
  <Panel title="Orders on their way" flush>
    <Table
      caption="Orders on their way"
      columns={[
        { key: 'order', head: 'Order', tight: true, cell: ({ order }) => order.number },
        { key: 'supplier', head: 'Supplier', cell: ({ supplier }) => supplier },
        { key: 'item', head: 'Item', cell: ({ item }) => `${item.name} [${item.code}]` },
        { key: 'expected', head: 'Expected', tight: true, cell: ({ expected }) => shortDate(expected) },
        { key: 'ask', head: 'What to do', cell: (row) => asks[row.kind](row) },
      ]}
      rows={rows}
      rowid={({ id }) => id.replace(' ', '-')}
      url=""
      region={REGION}
      href={({ order }) => `/purchase/${order.id}`}
    />
  </Panel>
)
