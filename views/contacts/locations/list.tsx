import { archivedClass, NameWithState } from '#views/ui/archived.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import { ImportButton } from '#views/ui/import-button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, ListCount, type ListPageProps, SearchBox, Toggle } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'

type LocationLine = {
  id: string
  name: string
  client: { name: string } | null
  city: string
  contactname: string
  contactnumber: string
  archived: boolean
}

type LocationsProps = ListPageProps<LocationLine> & { canwrite: boolean; importurl?: string }

const columns: Column<LocationLine>[] = [
  {
    key: 'name',
    head: 'Name',
    sortable: true,
    cell: NameWithState,
  },
  { key: 'client', head: 'Client', sortable: true, cell: ({ client }) => client?.name },
  { key: 'city', head: 'City', sortable: true, cell: ({ city }) => city },
  { key: 'contactname', head: 'Contact', sortable: true, wide: true, cell: ({ contactname }) => contactname },
  {
    key: 'contactnumber',
    head: 'Number',
    wide: true,
    short: true,
    cell: ({ contactnumber }) => contactnumber,
  },
]

export function Locations(props: LocationsProps) {
  const { title, rows, total, more, query, url, canexport } = props
  return (
    <>
      <PageTitle
        title={title}
        subtitle="Where jobs are done, and who may follow them there."
        actions={<Actions {...props} look="primary" />}
      />
      <FilterBar url={url} region="locations">
        <SearchBox label="Search name, city, contact or client" value={query.search} />
        <Toggle name="archived" label="Show archived" checked={query.archived} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={columns}
        rows={rows}
        total={total}
        more={more}
        query={query}
        url={url}
        region="locations"
        refresh="locations"
        href={({ id }) => `/admin/lc/${id}`}
        rowclass={archivedClass}
        empty={
          <EmptyState
            icon="location"
            text={query.search ? `No location matches “${query.search}”.` : 'No locations have been added.'}
          >
            {!query.search && <Actions {...props} look="plain" />}
          </EmptyState>
        }
      >
        <ListCount total={total} more={more} noun="location" exports={canexport ? url : undefined} />
      </ListTable>
    </>
  )
}

const Actions = ({ canwrite, importurl, look }: LocationsProps & { look: 'primary' | 'plain' }) => (
  <>
    <ImportButton url={importurl} />
    {canwrite && (
      <LinkButton look={look} icon="plus" data-shortcut="new" {...dialogLink('/admin/locations/new')}>
        Add location
      </LinkButton>
    )}
  </>
)
