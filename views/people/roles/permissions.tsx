import { roleLabel } from '#views/people/role-label.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { FilterBar, FilterSelect, ListCount, ListRegion, SearchBox } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { claimsUrl, ROLES } from './types.ts'

type PermissionLine = {
  claim: string
  words: string
  group: string
  roles: readonly { id: string; name: string }[]
  people: number
}

type PermissionsProps = {
  url: string
  title: string
  rows: readonly PermissionLine[]
  people: readonly { value: string; label: string }[]
  person?: string
  query: { search?: string; userid?: string }
  canexport: boolean
}

export function Permissions(props: PermissionsProps) {
  const { url, title, rows, people, person, query, canexport } = props
  return (
    <>
      <PageTitle
        title={title}
        subtitle="Each right, the roles that give it, and how many people have it."
        actions={
          <>
            <LinkButton icon="users" href={ROLES}>
              Roles
            </LinkButton>
            <LinkButton look="primary" icon="key" href="/backoffice/claims">
              Set rights
            </LinkButton>
          </>
        }
      />
      <FilterBar url={url} region="permissions">
        <SearchBox label="Search what can be done" value={query.search} />
        <FilterSelect name="userid" label="Everybody" value={query.userid} options={people} />
      </FilterBar>
      <ListRegion id="permissions" refresh="roles users" url={url}>
        <ListCount total={rows.length} noun="right" exports={canexport ? url : undefined} />
        <Table
          caption={title}
          columns={columns(person)}
          rows={rows}
          rowid={({ claim }) => claim.replace('.', '-')}
          url={url}
          region="permissions"
          rowclass={({ people }) => (people === 0 ? 'archived' : undefined)}
          empty={<EmptyState icon="shield" text={`Nothing matches “${query.search}”.`} />}
        />
      </ListRegion>
    </>
  )
}

const columns = (person?: string): Column<PermissionLine>[] => [
  {
    key: 'words',
    head: 'What can be done',
    cell: ({ words }) => words,
  },
  { key: 'group', head: 'About', wide: true, cell: ({ group }) => group },
  {
    key: 'roles',
    head: person ? `By ${person}’s roles` : 'Roles',
    cell: ({ roles }) =>
      roles.length === 0 ? (
        <span className="nothing">{person ? 'not allowed' : 'no role'}</span>
      ) : (
        <span className="rolelinks">
          {roles.map(({ id, name }) => (
            <a key={id} className="chip" href={claimsUrl(id)}>
              {roleLabel(name)}
            </a>
          ))}
        </span>
      ),
  },
  ...(person
    ? []
    : [
        {
          key: 'people',
          head: 'People',
          numeric: true,
          cell: ({ people }: PermissionLine) => people.toLocaleString('en-ZA'),
        },
      ]),
]
