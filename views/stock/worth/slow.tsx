import { shortDate } from '#views/format.ts'
import { StockTabs } from '#views/stock/stock/stock-tabs.tsx'
import { Button } from '#views/ui/button.tsx'
import { Money, QuantityText } from '#views/ui/figures.tsx'
import { FilterBar, FilterSelect, ListCount, SearchBox } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Stat } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'

type SlowRow = {
  id: string
  code: string
  name: string
  unit: string
  quantity: number
  value: number
  unknown: 0 | 1
  lastout: string | null
  lastin: string | null
}

type SlowPageProps = {
  days: number
  rows: readonly SlowRow[]
  total: number
  value: number
  money: boolean
  query: { search?: string; skip?: number; take?: number }
  url: string
  canexport: boolean
}

const columns: Column<SlowRow>[] = [
  { key: 'item', head: 'Item', cell: ({ code, name }) => (name === code ? code : `${name} [${code}]`) },
  { key: 'lastout', head: 'Last out', tight: true, cell: (row) => shortDate(row.lastout) || 'Never' },
  { key: 'lastin', head: 'Last in', tight: true, cell: (row) => shortDate(row.lastin) || '–' },
  {
    key: 'quantity',
    head: 'Quantity',
    numeric: true,
    cell: ({ quantity, unit }) => <QuantityText millionths={quantity} unit={unit} />,
  },
]

const worth: Column<SlowRow> = {
  key: 'value',
  head: 'Worth',
  numeric: true,
  lead: true,
  cell: ({ value, unknown }) => (unknown ? 'Not known' : <Money cents={value} />),
}

const choices = [30, 60, 180, 365, 730].map((days) => ({ value: String(days), label: `For ${days} days` }))

export function SlowPage({ days, rows, total, value, money, query, url, canexport }: SlowPageProps) {
  const chosen = choices.some((choice) => choice.value === String(days)) || days === 90
  const options = chosen ? choices : [...choices, { value: String(days), label: `For ${days} days` }]
  return (
    <>
      <PageTitle
        title="Slow movers"
        subtitle={`What lies in stock, and has not gone out for ${days} days.`}
        actions={
          <Button icon="printer" data-print="">
            Print
          </Button>
        }
      />
      <StockTabs current="/admin/stock/slow" />
      <FilterBar url={url} region="slow">
        <SearchBox label="Search code or name" value={query.search} />
        <FilterSelect
          name="days"
          label="For 90 days"
          value={days === 90 ? '' : String(days)}
          options={options}
        />
      </FilterBar>
      <ListTable
        caption="Slow movers, the most worth first"
        columns={money ? [...columns, worth] : columns}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region="slow"
        refresh="stock"
        href={({ id }) => `/inventory/${id}/stock`}
        opens="page"
        empty={
          <EmptyState
            icon="success"
            text={
              query.search
                ? `No item matches “${query.search}”.`
                : `Nothing in stock has lain there for ${days} days.`
            }
          />
        }
      >
        <ListCount total={total} noun="item" exports={canexport ? url : undefined} />
        {money && (
          <div className="stats">
            <Stat label="Worth" value={<Money cents={value} />} />
          </div>
        )}
      </ListTable>
    </>
  )
}
