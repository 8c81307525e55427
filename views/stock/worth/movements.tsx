import { formatQuantity, formatRand, longDate } from '#views/format.ts'
import { BookInButton } from '#views/stock/stock/book-in.tsx'
import { StockTabs } from '#views/stock/stock/stock-tabs.tsx'
import { Button } from '#views/ui/button.tsx'
import { withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterDate, FilterSelect, ListCount, SearchBox } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'

type Figure = { quantity: number; value: number }
type Way = 'opening' | 'in' | 'out' | 'count' | 'price' | 'closing'
type MovementRow = { id: string; code: string; name: string; unit: string } & Record<Way, Figure>
/** `before`: the day before it begins. */
type Period = { start: string; end: string; before: string }

type MovementsPageProps = {
  period: Period
  categories: readonly { value: string; label: string }[]
  rows: readonly MovementRow[]
  total: number
  /** Cents, of all items, in the order of the columns. */
  sums: readonly number[]
  money: boolean
  query: { search?: string; category?: string; skip?: number; take?: number }
  url: string
  canexport: boolean
  canadjust: boolean
}

const ways: { way: Way; head: string; kind?: string }[] = [
  { way: 'opening', head: 'Opening' },
  { way: 'in', head: 'In' },
  { way: 'out', head: 'Out' },
  { way: 'count', head: 'Counts', kind: 'count' },
  { way: 'price', head: 'Worth changed', kind: 'price' },
  { way: 'closing', head: 'Closing' },
]

/** A figure of the period opens the movements that it is the sum of. */
const columns = ({ before, ...period }: Period, money: boolean): Column<MovementRow>[] => [
  { key: 'item', head: 'Item', cell: ({ code, name }) => (name === code ? code : `${name} [${code}]`) },
  ...ways
    .filter(({ way }) => money || way !== 'price')
    .map(({ way, head, kind }): Column<MovementRow> => {
      const asked = way === 'opening' ? { end: before } : way === 'closing' ? { end: period.end } : period
      return {
        key: way,
        head,
        numeric: true,
        cell: (row) => (
          <Moved
            {...row[way]}
            unit={row.unit}
            money={money}
            href={withQuery(`/inventory/${row.id}/stock`, { ...asked, kind: kind ?? null })}
          />
        ),
      }
    }),
]

type MovedProps = Figure & { unit: string; money: boolean; href: string }

function Moved({ quantity, value, unit, money, href }: MovedProps) {
  if (quantity === 0 && value === 0) return <span className="nothing">–</span>
  return (
    <a href={href} className="movement">
      <span className={quantity < 0 ? 'figure out' : 'figure'}>{formatQuantity(quantity, unit)}</span>
      {money && <small>{formatRand(value)}</small>}
    </a>
  )
}

const Foot = ({ sums }: Pick<MovementsPageProps, 'sums'>) => (
  <tr>
    <th scope="row">Worth of all items</th>
    {ways.map(({ way, head }, at) => (
      <td key={way} className="number" data-label={head}>
        {formatRand(sums[at] ?? 0)}
      </td>
    ))}
  </tr>
)

export function MovementsPage(props: MovementsPageProps) {
  const { period, rows, total, sums, money, query, url } = props
  return (
    <>
      <PageTitle
        title="Stock movements"
        subtitle={`What moved from ${longDate(period.start)} to ${longDate(period.end)}.`}
        actions={
          <>
            <Button icon="printer" data-print="">
              Print
            </Button>
            {props.canadjust && <BookInButton look={total > 0 || query.search ? 'plain' : 'primary'} />}
          </>
        }
      />
      <StockTabs current="/admin/stock/movements" />
      <FilterBar url={url} region="movements">
        <SearchBox label="Search code or name" value={query.search} />
        <FilterDate name="start" label="From" value={period.start} />
        <FilterDate name="end" label="To" value={period.end} />
        <FilterSelect
          name="category"
          label="Every category"
          value={query.category}
          options={props.categories}
        />
      </FilterBar>
      <ListTable
        caption={`Stock movements from ${longDate(period.start)} to ${longDate(period.end)}`}
        columns={columns(period, money)}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region="movements"
        refresh="stock"
        href={({ id }) => withQuery(`/inventory/${id}/stock`, { start: period.start, end: period.end })}
        opens="page"
        foot={money && rows.length > 0 && <Foot sums={sums} />}
        empty={<EmptyState icon="history" text="Nothing was in stock, and nothing moved." />}
      >
        <ListCount total={total} noun="item" exports={props.canexport ? url : undefined} />
      </ListTable>
    </>
  )
}
