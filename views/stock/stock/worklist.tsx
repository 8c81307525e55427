import { formatQuantity } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { QuantityText } from '#views/ui/figures.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, ListCount, SearchBox } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { BookInButton } from './book-in.tsx'
import { StockTabs } from './stock-tabs.tsx'

type Item = { id: string; code: string; name: string; baseunit: string; onhand: number }
type ItemBelowMinimum = Item & {
  places?: readonly { name: string; quantity: number }[]
  reserved?: number
  available?: number
  onorder?: number
  minimum?: number
  short?: number
}

type WorklistProps = {
  title: string
  of: 'negative' | 'minimum'
  rows: readonly ItemBelowMinimum[]
  total: number
  query: { search?: string; skip?: number; take?: number }
  url: string
  canexport: boolean
  canorder: boolean
  canadjust: boolean
}

const figure = (
  key: keyof ItemBelowMinimum & string,
  head: string,
  wide = false,
): Column<ItemBelowMinimum> => ({
  key,
  head,
  numeric: true,
  wide,
  cell: (row) => <QuantityText millionths={row[key] as number} unit={row.baseunit} />,
})

const item: Column<ItemBelowMinimum> = {
  key: 'item',
  head: 'Item',
  cell: ({ code, name }) => (name === code ? code : `${name} [${code}]`),
}

const columns: Record<WorklistProps['of'], Column<ItemBelowMinimum>[]> = {
  negative: [
    item,
    {
      key: 'places',
      head: 'Below zero at',
      cell: ({ places = [], baseunit }) =>
        places
          .map((place) => `${place.name || 'no place'}: ${formatQuantity(place.quantity, baseunit)}`)
          .join(', '),
    },
    figure('onhand', 'On hand'),
  ],
  minimum: [
    item,
    figure('onhand', 'On hand', true),
    figure('reserved', 'Reserved', true),
    figure('available', 'Available'),
    {
      key: 'onorder',
      head: 'On order',
      numeric: true,
      cell: ({ id, onorder = 0, baseunit }) =>
        onorder > 0 && (
          <a href={`/purchase?inventoryid=${id}`}>
            <QuantityText millionths={onorder} unit={baseunit} />
          </a>
        ),
    },
    figure('minimum', 'Minimum stock'),
    figure('short', 'Short'),
  ],
}

const emptyTexts = {
  negative: {
    empty: 'Nothing is below zero.',
    hint: 'An item shows here when more was taken than the books had: book what came in, or count it.',
  },
  minimum: {
    empty: 'No item is below its minimum.',
    hint: 'An item shows here when less is available than its minimum stock.',
  },
}

export function WorklistPage({
  title,
  of,
  rows,
  total,
  query,
  url,
  canexport,
  canorder,
  canadjust,
}: WorklistProps) {
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What needs a second look: stock below zero, and stock that runs short."
        actions={
          total > 0 &&
          canorder && (
            <LinkButton
              icon="shopping-cart"
              {...dialogLink(of === 'negative' ? '/purchase/new?below=true' : '/purchase/new?minimum=true')}
            >
              {of === 'negative' ? 'Order what is short' : 'Order up to the minimum'}
            </LinkButton>
          )
        }
      />
      <StockTabs current={`/admin/stock?of=${of}`} />
      <FilterBar url={url} region="worklist">
        <SearchBox label="Search code or name" value={query.search} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={columns[of]}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region="worklist"
        refresh="stock"
        href={({ id }) => `/inventory/${id}/stock`}
        opens="page"
        empty={
          <EmptyState
            icon="success"
            text={query.search ? `No item matches “${query.search}”.` : emptyTexts[of].empty}
            hint={query.search ? undefined : emptyTexts[of].hint}
          >
            {canadjust && !query.search && <BookInButton />}
          </EmptyState>
        }
      >
        <ListCount total={total} noun="item" exports={canexport ? url : undefined} />
      </ListTable>
    </>
  )
}
