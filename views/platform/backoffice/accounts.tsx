import { Fragment } from 'react'
import { fileSize } from '#views/format.ts'
import { archivedClass } from '#views/ui/archived.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, ListCount, SearchBox, Toggle } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Banner, Chip, EmptyState, type Level } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { TabNav } from '#views/ui/tabs.tsx'

export type AccountLine = {
  id: string
  name: string
  reference: string
  primaryemail: string
  utcexpires: string | null
  subscribed: boolean
  archived: boolean
  platformowner: boolean
  size: number
  seats: number
  seatspaid: number
  lastseenutc: string | null
  dbbytes: number | null
  filebytes: number | null
  files: number | null
}
type Query = { search?: string; stale?: boolean; skip?: number; take?: number }
type ListProps<Row> = {
  rows: readonly Row[]
  total: number
  query: Query
  url: string
  canexport: boolean
}

type AccountTime = { subscribed: boolean; utcexpires: string | null }

export function accountStateLabel(
  { utcexpires, subscribed }: AccountTime,
  now: string,
): { label: string; level?: Level } {
  if (!utcexpires) return { label: 'Free' }
  if (utcexpires <= now) return { label: 'Expired', level: 'warning' }
  return subscribed ? { label: 'Subscribed', level: 'success' } : { label: 'Evaluation', level: 'info' }
}

const Stored = ({ dbbytes, filebytes, files }: AccountLine) =>
  dbbytes === null ? (
    <span className="nothing">–</span>
  ) : (
    <span title={`Data ${fileSize(dbbytes)}, ${files ?? 0} files ${fileSize(filebytes ?? 0)}`}>
      {fileSize(dbbytes + (filebytes ?? 0))}
    </span>
  )

const columns = (now: string): Column<AccountLine>[] => [
  {
    key: 'name',
    head: 'Name',
    sortable: true,
    cell: ({ name, platformowner, archived }) => (
      <>
        {name} {platformowner && <Chip>Platform owner</Chip>} {archived && <Chip>Archived</Chip>}
      </>
    ),
  },
  { key: 'reference', head: 'Reference', sortable: true, wide: true, cell: ({ reference }) => reference },
  {
    key: 'primaryemail',
    short: true,
    head: 'E-mail',
    sortable: true,
    wide: true,
    cell: ({ primaryemail }) => primaryemail,
  },
  { key: 'size', head: 'Size', sortable: true, numeric: true, wide: true, cell: ({ size }) => size },
  {
    key: 'seats',
    head: 'Seats',
    sortable: true,
    numeric: true,
    cell: ({ seats, seatspaid, utcexpires }) => (utcexpires ? `${seats} of ${seatspaid}` : seats),
  },
  {
    key: 'subscribed',
    head: 'State',
    sortable: true,
    cell: (account) => {
      const { label, level } = accountStateLabel(account, now)
      return <Chip level={level}>{label}</Chip>
    },
  },
  {
    key: 'utcexpires',
    head: 'Expires',
    sortable: true,
    cell: ({ utcexpires }) => (utcexpires ? <DateTime iso={utcexpires} relative /> : 'Never'),
  },
  { key: 'stored', head: 'Stores', sortable: true, numeric: true, wide: true, cell: Stored },
  {
    key: 'lastseenutc',
    head: 'Last active',
    sortable: true,
    wide: true,
    cell: ({ lastseenutc }) => (lastseenutc ? <DateTime iso={lastseenutc} relative /> : 'Never'),
  },
]

const Head = ({ tab }: { tab: 'accounts' | 'orphans' }) => (
  <>
    <PageTitle
      title="Back office"
      subtitle="The accounts of this platform, and what they agreed; never what is in them."
      actions={
        <LinkButton
          look="primary"
          icon="plus"
          data-shortcut="new"
          {...dialogLink('/backoffice/accounts/new')}
        >
          New account
        </LinkButton>
      }
    />
    <TabNav
      label="Back office"
      links={[
        { href: '/backoffice', label: 'Accounts', current: tab === 'accounts' },
        { href: '/backoffice?tab=orphans', label: 'Orphans', current: tab === 'orphans' },
      ]}
    />
  </>
)

type FailingBackup = { id: string; name: string; detail: string }
const NAMED = 5

function FailingBackups({ failing }: { failing: readonly FailingBackup[] }) {
  if (failing.length === 0) return null
  const more = failing.length - NAMED
  return (
    <Banner level="error">
      The last automatic backup was not sound of{' '}
      {failing.slice(0, NAMED).map(({ id, name }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <a {...dialogLink(`/backoffice/accounts/${id}`)}>{name}</a>
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}: {failing[0]?.detail}
    </Banner>
  )
}

export const Accounts = ({
  rows,
  total,
  query,
  url,
  canexport,
  now,
  failing,
}: ListProps<AccountLine> & { now: string; failing: readonly FailingBackup[] }) => (
  <>
    <Head tab="accounts" />
    <FailingBackups failing={failing} />
    <FilterBar url={url} region="accounts">
      <SearchBox label="Search name, reference or e-mail" value={query.search} />
      <Toggle name="stale" label="Include stale" checked={query.stale} />
    </FilterBar>
    <ListTable
      caption="Accounts"
      columns={columns(now)}
      rows={rows}
      total={total}
      query={query}
      url={url}
      region="accounts"
      refresh="backoffice"
      href={({ id }) => `/backoffice/accounts/${id}`}
      rowclass={archivedClass}
      empty={
        <EmptyState
          icon="building"
          text={query.search ? `No account matches “${query.search}”.` : 'There is no account yet.'}
          hint={query.stale ? undefined : 'Accounts that expired more than 65 days ago are left out.'}
        />
      }
    >
      <ListCount total={total} noun="account" exports={canexport ? url : undefined} />
    </ListTable>
  </>
)

type OrphanRow = {
  id: string
  firstname: string
  lastname: string
  email: string
  phone: string
  confirmedutc: string | null
  createdutc: string
}

const orphanColumns: Column<OrphanRow>[] = [
  {
    key: 'name',
    head: 'Name',
    sortable: true,
    cell: ({ firstname, lastname, confirmedutc }) => (
      <>
        {`${firstname} ${lastname}`.trim() || '–'} {!confirmedutc && <Chip>Not confirmed</Chip>}
      </>
    ),
  },
  { key: 'email', head: 'E-mail', sortable: true, short: true, cell: ({ email }) => email },
  { key: 'phone', head: 'Phone', wide: true, short: true, cell: ({ phone }) => phone },
  {
    key: 'createdutc',
    head: 'Registered',
    sortable: true,
    cell: ({ createdutc }) => <DateTime iso={createdutc} relative />,
  },
]

/** People who belong to no account: they registered and went no further, or lost their last seat. */
export const Orphans = ({ rows, total, query, url, canexport }: ListProps<OrphanRow>) => (
  <>
    <Head tab="orphans" />
    <FilterBar url={url} region="orphans">
      <input type="hidden" name="tab" value="orphans" />
      <SearchBox label="Search name or e-mail" value={query.search} />
    </FilterBar>
    <ListTable
      caption="People without an account"
      columns={orphanColumns}
      rows={rows}
      total={total}
      query={query}
      url={url}
      region="orphans"
      refresh="backoffice"
      empty={
        <EmptyState
          icon="users"
          text={query.search ? `Nobody matches “${query.search}”.` : 'Everybody belongs to an account.'}
        />
      }
    >
      <ListCount total={total} noun="person" nouns="people" exports={canexport ? url : undefined} />
    </ListTable>
  </>
)
