import { counted } from '#views/format.ts'
import { roleLabel } from '#views/people/role-label.ts'
import { archivedClass } from '#views/ui/archived.tsx'
import { Avatar } from '#views/ui/avatar.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, FilterSelect, ListCount, SearchBox, Toggle } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import type { Option } from '#views/ui/select.tsx'
import { Chip, EmptyState, type Level } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'

export type PersonLine = {
  id: string
  name: string
  email: string
  phone: string
  roles: readonly { id: string; name: string }[]
  status: 'active' | 'invited' | 'noseat' | 'archived'
  archived: boolean
  licensed: boolean
  seenutc: string | null
  picture: string | null
}

export type Seats = { used: number; paid: number | null }

type UsersProps = {
  title: string
  rows: readonly PersonLine[]
  total: number
  query: {
    search?: string
    archived?: boolean
    skip?: number
    take?: number
    role?: string
    status?: string
  }
  url: string
  roles: readonly Option[]
  seats: Seats
  zone: string
  canexport: boolean
}

const statuses: Record<PersonLine['status'], { label: string; level?: Level }> = {
  active: { label: 'Active', level: 'success' },
  invited: { label: 'Invited', level: 'info' },
  noseat: { label: 'No seat', level: 'warning' },
  archived: { label: 'Archived' },
}

const StatusChip = ({ status }: { status: PersonLine['status'] }) => (
  <Chip level={statuses[status].level}>{statuses[status].label}</Chip>
)

const columns = (zone: string): Column<PersonLine>[] => [
  {
    key: 'name',
    head: 'Name',
    sortable: true,
    cell: ({ name, picture }) => (
      <span className="withavatar">
        <Avatar name={name} src={picture ?? undefined} decorative />
        <span>{name}</span>
      </span>
    ),
  },
  { key: 'email', head: 'E-mail', sortable: true, short: true, cell: ({ email }) => email },
  { key: 'phone', head: 'Phone', sortable: true, wide: true, short: true, cell: ({ phone }) => phone },
  {
    key: 'roles',
    head: 'Roles',
    cell: ({ roles }) => roles.map(({ name }) => roleLabel(name)).join(', ') || 'None',
  },
  {
    key: 'lastseen',
    head: 'Last seen',
    sortable: true,
    wide: true,
    cell: ({ seenutc }) => (seenutc ? <DateTime iso={seenutc} zone={zone} relative /> : 'Never'),
  },
  {
    key: 'seat',
    head: 'Seat',
    sortable: true,
    tight: true,
    cell: ({ status }) => <StatusChip status={status} />,
  },
]

export function seatsText({ used, paid }: Seats): string {
  if (paid === null) return `${counted(used, 'seat')} in use.`
  return `${used} of ${counted(paid, 'seat')} in use.`
}

export function Users(props: UsersProps) {
  const { title, rows, total, query, url, roles, seats, zone, canexport } = props
  const narrowed = Boolean(query.search || query.role || query.status)
  return (
    <>
      <PageTitle title={title} subtitle="Who may sign in, and what they may do." actions={<Actions />} />
      <FilterBar url={url} region="users">
        <SearchBox label="Search name, e-mail or phone" value={query.search} />
        <FilterSelect name="role" label="All roles" value={query.role} options={roles} />
        <FilterSelect
          name="status"
          label="Any status"
          value={query.status}
          options={[
            { value: 'active', label: 'Active' },
            { value: 'invited', label: 'Invited' },
            { value: 'noseat', label: 'No seat' },
          ]}
        />
        <Toggle name="archived" label="Show archived" checked={query.archived} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={columns(zone)}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region="users"
        refresh="users"
        href={({ id }) => `/admin/users/${id}`}
        rowclass={archivedClass}
        empty={
          <EmptyState icon="users" text={narrowed ? 'Nobody matches.' : 'Nobody has been added.'}>
            {!narrowed && (
              <LinkButton icon="user-plus" {...dialogLink('/admin/users/new')}>
                Invite somebody
              </LinkButton>
            )}
          </EmptyState>
        }
      >
        <ListCount total={total} noun="person" nouns="people" exports={canexport ? url : undefined} />
        <div className="peoplehead">
          <p className="listcount">{seatsText(seats)}</p>
          {total > 0 && <WriteTo query={url.split('?')[1]} />}
        </div>
      </ListTable>
    </>
  )
}

/** E-mail goes to whom the list shows, so its address carries the same filters. */
const WriteTo = ({ query }: { query?: string }) => (
  <LinkButton small look="quiet" icon="mail" {...dialogLink(`/admin/users/email${query ? `?${query}` : ''}`)}>
    E-mail these people
  </LinkButton>
)

function Actions() {
  return (
    <>
      <LinkButton icon="upload" {...dialogLink('/admin/users/import')}>
        Import
      </LinkButton>
      <LinkButton look="primary" icon="user-plus" data-shortcut="new" {...dialogLink('/admin/users/new')}>
        Add user
      </LinkButton>
    </>
  )
}
