import { capitalise, wholeNumber } from '#views/format.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { Icon, type IconName } from '#views/ui/icon.tsx'
import { ListCount } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'

type Choice = { href: string; plural: string; about: string; icon: IconName }

type ImportLine = {
  id: string
  noun: string
  plural: string
  filename: string
  added: number
  changed: number
  there: number
  refused: number
  user: string
  doneutc: string
  undoneutc: string | null
}

type OverviewProps = {
  title: string
  lists: readonly Choice[]
  rows: readonly ImportLine[]
  total: number
  query: { skip?: number; take?: number }
  url: string
  zone: string
  canexport: boolean
  canbank: boolean
}

export function ImportsOverview(props: OverviewProps) {
  const { title, lists, rows, total, query, url, zone, canexport, canbank } = props
  return (
    <>
      <PageTitle
        title={title}
        subtitle="Lists from spreadsheets and other programs. Nothing is saved before you have seen a trial run."
      />
      <ul className="importlists" data-rows="">
        {lists.map(({ href, plural, about, icon }) => (
          <li key={href}>
            <a href={href}>
              <Icon name={icon} />
              <span>
                <strong>{capitalise(plural)}</strong>
                <span className="hint">{about}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {canbank && (
        <p className="hint">
          What came in by the bank is taken in with <a href="/billing/bank">bank statements</a>, under
          Billing.
        </p>
      )}
      <h2 className="sectionhead">Past imports</h2>
      <ListTable
        caption="Past imports"
        columns={columns(zone)}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region="imports"
        refresh="imports"
        href={({ noun, id }) => `/import/${noun}/${id}`}
        opens="page"
        rowclass={({ undoneutc }) => (undoneutc ? 'archived' : undefined)}
        empty={
          <EmptyState
            icon="inbox"
            text="Nothing has been imported yet."
            hint="Start with what others refer to: categories, suppliers and clients, then items and jobs."
          />
        }
      >
        {total > 0 && <ListCount total={total} noun="import" exports={canexport ? url : undefined} />}
      </ListTable>
    </>
  )
}

const columns = (zone: string): Column<ImportLine>[] => [
  {
    key: 'filename',
    head: 'File',
    cell: ({ filename, undoneutc }) => (
      <>
        {filename} {undoneutc && <Chip>Taken back</Chip>}
      </>
    ),
  },
  { key: 'noun', head: 'List', cell: ({ plural }) => capitalise(plural) },
  { key: 'added', head: 'New', numeric: true, cell: ({ added }) => wholeNumber(added) },
  { key: 'changed', head: 'Changed', numeric: true, cell: ({ changed }) => wholeNumber(changed) },
  { key: 'there', head: 'As before', numeric: true, wide: true, cell: ({ there }) => wholeNumber(there) },
  {
    key: 'refused',
    head: 'Left out',
    numeric: true,
    wide: true,
    cell: ({ refused }) => wholeNumber(refused),
  },
  { key: 'user', head: 'By', wide: true, cell: ({ user }) => user },
  {
    key: 'doneutc',
    head: 'When',
    tight: true,
    cell: ({ doneutc }) => <DateTime iso={doneutc} zone={zone} relative />,
  },
]
