import { Money } from '#views/ui/figures.tsx'
import { listLink, withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterSelect, ListCount, type ListPageProps, SearchBox } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { type AgingLane, AgingTable } from './aging-table.tsx'
import { type BoardTabRights, BoardTabs } from './board-tabs.tsx'

type AgedJobLine = {
  id: string
  reference: string
  description: string
  client: string
  lane: string
  age: number
  lanedays: number
  quotedcents?: number
  href?: string
}

type Asked = { by?: string; lane?: number; from?: number; client?: string }

type AgingPageProps = Omit<ListPageProps<AgedJobLine, Asked>, 'title'> & {
  board: { name: string; slug: string }
  segment: string
  lanes: readonly AgingLane[]
  clients: readonly { value: string; label: string }[]
  money: boolean
  tabs: BoardTabRights
}

const columns: Column<AgedJobLine>[] = [
  { key: 'reference', head: 'Reference', sortable: true, tight: true, cell: ({ reference }) => reference },
  { key: 'description', head: 'Description', sortable: true, cell: ({ description }) => description },
  { key: 'client', head: 'Client', sortable: true, cell: ({ client }) => client },
  { key: 'lane', head: 'Lane', tight: true, cell: ({ lane }) => lane },
  { key: 'age', head: 'Days old', sortable: true, numeric: true, cell: ({ age }) => age },
  {
    key: 'lanedays',
    head: 'Days on its lane',
    sortable: true,
    numeric: true,
    cell: ({ lanedays }) => lanedays,
  },
]

const quoted: Column<AgedJobLine> = {
  key: 'quoted',
  head: 'Quoted',
  sortable: true,
  numeric: true,
  lead: true,
  cell: ({ quotedcents }) => <Money cents={quotedcents} />,
}

const REGION = 'aging'

export function AgingPage(props: AgingPageProps) {
  const { board, segment, lanes, clients, rows, total, query, url, money, tabs, canexport } = props
  const title = `${board.name} aging`
  const narrowed = query.search || query.client || query.lane !== undefined || query.from !== undefined
  return (
    <>
      <PageTitle
        title={title}
        subtitle="How long jobs have been open, and how long they have stood on their lane."
      />
      <BoardTabs segment={segment} slug={board.slug} current="aging" rights={tabs} />
      <FilterBar url={url} region={REGION}>
        <SearchBox label="Search reference, description or client" value={query.search} />
        <FilterSelect name="client" label="Any client" value={query.client} options={clients} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={money ? [...columns, quoted] : columns}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region={REGION}
        refresh="jobs"
        href={({ href }) => href ?? ''}
        opens="page"
        empty={<EmptyState icon="board" text={narrowed ? 'No job matches.' : 'No job is on the board.'} />}
      >
        <AgeLinks by={query.by} url={url} />
        <AgingTable lanes={lanes} chosen={query} url={url} region={REGION} money={money} />
        <ListCount total={total} noun="job" exports={canexport ? url : undefined} />
      </ListTable>
    </>
  )
}

function AgeLinks({ by, url }: { by?: string; url: string }) {
  const link = (value: 'moved' | null, word: string) => (
    <a
      aria-current={(by === 'moved') === (value === 'moved') ? 'true' : undefined}
      {...listLink(withQuery(url, { by: value, lane: null, from: null, sort: null, skip: null }), REGION)}
    >
      {word}
    </a>
  )
  return (
    <nav className="states" aria-label="Age">
      {link(null, 'Since created')}
      {link('moved', 'Since the last move')}
    </nav>
  )
}
