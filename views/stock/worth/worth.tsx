import type { WorthLine } from '#server/domains/stock/worth/reports.ts'
import { longDate } from '#views/format.ts'
import { BookInButton } from '#views/stock/stock/book-in.tsx'
import { StockTabs } from '#views/stock/stock/stock-tabs.tsx'
import { Button } from '#views/ui/button.tsx'
import { Money, QuantityText } from '#views/ui/figures.tsx'
import { withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterDate, FilterSelect, ListCount, SearchBox } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Stat } from '#views/ui/panel.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'

type Option = { value: string; label: string }
type By = 'item' | 'category' | 'place'

type WorthPageProps = {
  day: string
  today: string
  by: By
  categories: readonly Option[]
  places: readonly Option[]
  rows: readonly WorthLine[]
  total: number
  value: number
  unknown: number
  /** The last day of movements from before worth was kept; null: there are none. */
  estimateduntil: string | null
  /** Without it only what there is, by item, is shown. */
  money: boolean
  query: { search?: string; category?: string; place?: string; skip?: number; take?: number }
  url: string
  canexport: boolean
  canadjust: boolean
}

const worth: Column<WorthLine> = {
  key: 'value',
  head: 'Worth',
  numeric: true,
  lead: true,
  cell: ({ value, unknown, quantity }) =>
    unknown && quantity !== null ? 'Not known' : <Money cents={value} />,
}

const itemColumns: Column<WorthLine>[] = [
  { key: 'item', head: 'Item', cell: ({ code, name }) => (name === code ? code : `${name} [${code}]`) },
  { key: 'category', head: 'Category', cell: ({ category }) => category },
  {
    key: 'quantity',
    head: 'Quantity',
    numeric: true,
    cell: ({ quantity, unit }) => <QuantityText millionths={quantity} unit={unit} />,
  },
]

const groupColumns = (head: string): Column<WorthLine>[] => [{ key: 'name', head, cell: ({ name }) => name }]

const groupings: Option[] = [
  { value: 'category', label: 'By category' },
  { value: 'place', label: 'By place' },
]

export function WorthPage(props: WorthPageProps) {
  const { day, today, by, rows, total, money, query, url, unknown } = props
  const title = money ? 'Stock worth' : 'Stock on hand'
  const columns = by === 'item' ? itemColumns : groupColumns(by === 'category' ? 'Category' : 'Place')
  return (
    <>
      <PageTitle
        title={title}
        subtitle={`How much there was at the end of ${longDate(day)}${money ? ', and what it was worth, at what it cost' : ''}.`}
        actions={
          <>
            <Button icon="printer" data-print="">
              Print
            </Button>
            {props.canadjust && <BookInButton look={total > 0 || query.search ? 'plain' : 'primary'} />}
          </>
        }
      />
      <StockTabs current="/admin/stock/worth" />
      <FilterBar url={url} region="worth">
        <SearchBox label="Search code or name" value={query.search} />
        <FilterDate name="day" label="On" value={day === today ? '' : day} />
        {money && (
          <FilterSelect name="by" label="By item" value={by === 'item' ? '' : by} options={groupings} />
        )}
        <FilterSelect
          name="category"
          label="Every category"
          value={query.category}
          options={props.categories}
        />
        {by === 'item' && (
          <FilterSelect name="place" label="Every place" value={query.place} options={props.places} />
        )}
      </FilterBar>
      <ListTable
        caption={`${title} at the end of ${longDate(day)}`}
        columns={money ? [...columns, worth] : columns}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region="worth"
        refresh="stock"
        href={(row) =>
          by === 'item'
            ? `/inventory/${row.id}/stock`
            : withQuery(url, { by: null, skip: null, [by]: row.id })
        }
        opens="page"
        empty={
          <EmptyState
            icon="banknote"
            text={
              query.search
                ? `No item matches “${query.search}”.`
                : day === today
                  ? 'There is no stock.'
                  : 'There was no stock on that day.'
            }
            hint={query.search ? undefined : 'What is booked in or counted shows here.'}
          />
        }
      >
        <ListCount
          total={total}
          noun={by}
          nouns={by === 'category' ? 'categories' : undefined}
          exports={props.canexport ? url : undefined}
        />
        {money && (
          <div className="stats">
            <Stat label={`Worth at the end of ${longDate(day)}`} value={<Money cents={props.value} />} />
          </div>
        )}
        {money && unknown > 0 && (
          <Banner level="warning">
            {unknown === 1 ? 'Of one item' : `Of ${unknown} items`} nobody said what it cost, so the sum holds
            nothing for {unknown === 1 ? 'it' : 'them'}. Open the item to say it.
          </Banner>
        )}
        {money && props.estimateduntil && (
          <Banner level="info">
            Movements up to {longDate(props.estimateduntil)} were booked before worth was kept. Theirs is
            estimated from the rates of items.
          </Banner>
        )}
      </ListTable>
    </>
  )
}
