import { roleLabel } from '#views/people/role-label.ts'
import { archivedClass } from '#views/ui/archived.tsx'
import { Avatar } from '#views/ui/avatar.tsx'
import { IconLink, LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, ListCount, ListRegion, Toggle } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { claimsUrl, ROLES, type RoleView } from './types.ts'

type RolesProps = {
  title: string
  rows: readonly RoleView[]
  archived: boolean
  of: number
  url: string
  canexport: boolean
}

const MOST = 4

export function Roles({ title, rows, archived, of, url, canexport }: RolesProps) {
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What people may do comes from their roles; somebody may hold several."
        actions={
          <>
            <LinkButton icon="printer" href="/render/roles" target="_blank">
              Print
            </LinkButton>
            <LinkButton look="primary" icon="plus" data-shortcut="new" {...dialogLink(`${ROLES}/new`)}>
              Add role
            </LinkButton>
          </>
        }
      />
      <FilterBar url={url} region="roles">
        <Toggle name="archived" label="Show archived" checked={archived} />
      </FilterBar>
      <ListRegion id="roles" refresh="roles users" url={url}>
        <ListCount total={rows.length} noun="role" exports={canexport ? url : undefined} />
        <Table
          caption={title}
          columns={columns(of)}
          rows={rows}
          rowid={({ id }) => id}
          url={url}
          region="roles"
          href={({ id }) => `${ROLES}/${id}`}
          rowclass={archivedClass}
          actions={(role) => !role.archived && <Actions {...role} />}
        />
      </ListRegion>
    </>
  )
}

const columns = (of: number): Column<RoleView>[] => [
  {
    key: 'name',
    head: 'Role',
    cell: ({ name, system, archived }) => (
      <>
        {roleLabel(name)} {system && <Chip icon="lock">Holds everything</Chip>}{' '}
        {archived && <Chip>Archived</Chip>}
      </>
    ),
  },
  { key: 'claims', head: 'Rights', numeric: true, cell: ({ claims }) => `${claims.length} of ${of}` },
  {
    key: 'people',
    head: 'Held by',
    cell: ({ people }) => (people.length === 0 ? 'Nobody' : <People people={people} />),
  },
]

function People({ people }: Pick<RoleView, 'people'>) {
  const names = people.slice(0, MOST).map(({ name }) => name)
  const more = people.length - names.length
  return (
    <span className="holders">
      <span className="faces">
        {people.slice(0, MOST).map(({ id, name }) => (
          <Avatar key={id} name={name} decorative />
        ))}
      </span>
      <span>
        {names.join(', ')}
        {more > 0 && ` and ${more} more`}
      </span>
    </span>
  )
}

const Actions = ({ id, name }: RoleView) => (
  <IconLink icon="key" label={`Rights of ${name}`} href={claimsUrl(id)} />
)
