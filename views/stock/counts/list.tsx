import { StockTabs } from '#views/stock/stock/stock-tabs.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { ListCount } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { sheetStateNames } from './sheet.tsx'

type Row = {
  id: string
  number: number
  name: string
  state: keyof typeof sheetStateNames
  blind: boolean | number
  place: string | null
  user: string
  createdutc: string
  lines: number
  counted: number
}

type SheetsPageProps = {
  rows: readonly Row[]
  total: number
  query: { skip?: number; take?: number }
  url: string
  zone: string
  canadjust: boolean
}

const columns = (zone: string): Column<Row>[] => [
  {
    key: 'number',
    head: 'Count',
    cell: ({ number, name }) => (name ? `${number}: ${name}` : String(number)),
  },
  { key: 'place', head: 'Place', cell: ({ place }) => place || 'Every place' },
  { key: 'state', head: 'State', tight: true, cell: ({ state }) => sheetStateNames[state] },
  { key: 'blind', head: 'Blind', tight: true, cell: ({ blind }) => (blind ? 'Yes' : 'No') },
  { key: 'counted', head: 'Counted', numeric: true, cell: ({ counted, lines }) => `${counted} of ${lines}` },
  { key: 'user', head: 'Made by', cell: ({ user }) => user },
  {
    key: 'created',
    head: 'Made',
    tight: true,
    cell: ({ createdutc }) => <DateTime iso={createdutc} zone={zone} />,
  },
]

export function SheetsPage({ rows, total, query, url, zone, canadjust }: SheetsPageProps) {
  const make = (
    <LinkButton look="primary" icon="plus" {...dialogLink('/admin/stock/counts/new')}>
      New count
    </LinkButton>
  )
  return (
    <>
      <PageTitle
        title="Counts"
        subtitle="Sheets on which many items are counted, and booked together."
        actions={canadjust && make}
      />
      <StockTabs current="/admin/stock/counts" />
      <ListTable
        caption="Counts, the newest first"
        columns={columns(zone)}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region="counts"
        refresh="stock_sheets"
        href={({ id }) => `/admin/stock/counts/${id}`}
        opens="page"
        empty={
          <EmptyState
            icon="clipboard-list"
            text="Nothing was counted on a sheet yet."
            hint="Make one of a shelf, a van or a category, and count it with a phone or on paper."
          />
        }
      >
        <ListCount total={total} noun="count" />
      </ListTable>
    </>
  )
}
