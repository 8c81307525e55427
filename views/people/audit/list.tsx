import { LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { listLink, withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterDate, FilterSelect, ListRegion, MoreFilters, SearchBox } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type AuditRow = {
  id: number
  dateutc: string
  words: string
  level?: 'warning' | 'error'
  detail: string
  address: string
  name: string | null
  email: string | null
  accountname: string | null
  /** A sign-in that failed: of whoever tried nothing is known but the name, which is the detail. */
  tried: boolean
}

type Options = readonly { value: string; label: string }[]

type AuditProps = {
  title: string
  subtitle: string
  rows: readonly AuditRow[]
  kinds: Options
  /** Whom it can be narrowed to; without them it is searched by e-mail. */
  people?: Options
  zone: string
  /** The last line in sight, when there are older ones. */
  older?: number
  url: string
  query: Record<string, string | undefined>
  /** Of all accounts: each line says of which. */
  operator?: boolean
  canexport: boolean
}

export function Audit({ title, subtitle, kinds, people, url, query, ...list }: AuditProps) {
  const filtered = ['kind', 'userid', 'start', 'end', 'search'].some((name) => query[name])
  return (
    <>
      <PageTitle title={title} subtitle={subtitle} />
      <FilterBar url={url} region="audit">
        {list.operator && <SearchBox label="E-mail of a person" value={query.search} />}
        <MoreFilters active={['kind', 'userid', 'start', 'end'].filter((name) => query[name]).length} />
        <FilterSelect name="kind" label="Everything" value={query.kind} options={kinds} />
        {people && <FilterSelect name="userid" label="Everybody" value={query.userid} options={people} />}
        <FilterDate name="start" label="From" value={query.start} />
        <FilterDate name="end" label="To" value={query.end} />
        {/* A page further back belongs to the filters it was reached by. */}
        <input type="hidden" name="before" value="" />
      </FilterBar>
      <ListRegion id="audit" url={url}>
        <Lines {...{ title, url, query, filtered, ...list }} />
      </ListRegion>
    </>
  )
}

type LinesProps = Omit<AuditProps, 'subtitle' | 'kinds' | 'people'> & { filtered: boolean }

function Lines({ title, rows, zone, older, url, query, operator, canexport, filtered }: LinesProps) {
  return (
    <>
      {canexport && rows.length > 0 && (
        <div className="counted end">
          <ExportMenu id="export-audit" url={withQuery(url, { before: null })} />
        </div>
      )}
      <Table
        caption={title}
        columns={columns(zone, operator)}
        rows={rows}
        rowid={({ id }) => String(id)}
        url={url}
        region="audit"
        empty={
          <EmptyState
            icon="history"
            text={filtered ? 'Nothing like that was recorded.' : 'Nothing has been recorded yet.'}
          />
        }
      />
      {(older || query.before) && (
        <nav className="buttons end" aria-label="Pages">
          {query.before && (
            <LinkButton {...listLink(withQuery(url, { before: null }), 'audit')}>Newest</LinkButton>
          )}
          {older && <LinkButton {...listLink(withQuery(url, { before: older }), 'audit')}>Older</LinkButton>}
        </nav>
      )}
    </>
  )
}

const columns = (zone: string, operator = false): Column<AuditRow>[] => [
  { key: 'date', head: 'When', tight: true, cell: ({ dateutc }) => <DateTime iso={dateutc} zone={zone} /> },
  {
    key: 'what',
    head: 'What',
    cell: ({ words, level }) => (level ? <Chip level={level}>{words}</Chip> : words),
  },
  {
    key: 'who',
    head: 'Who',
    short: true,
    cell: ({ name, email, detail, tried }) => name ?? email ?? (tried ? detail || 'Somebody' : ''),
  },
  ...(operator
    ? [{ key: 'account', head: 'Account', short: true, cell: ({ accountname }: AuditRow) => accountname }]
    : []),
  {
    key: 'detail',
    head: 'Details',
    cell: ({ detail, email, tried }) => (tried && !email ? '' : detailOf(detail, email)),
  },
  { key: 'address', head: 'Address', wide: true, tight: true, cell: ({ address }) => address },
]

/** The person's own e-mail says nothing that the column beside it does not. */
const detailOf = (detail: string, email: string | null) => (detail === email ? '' : detail)
