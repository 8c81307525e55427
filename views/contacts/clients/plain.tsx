import { archivedClass, NameWithState } from '#views/ui/archived.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import { FilterBar, ListCount, type ListPageProps, SearchBox, Toggle } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'

type PlainClient = {
  id: string
  archived: boolean
  name: string
  code: string
  contactname: string
  contactnumber: string
  contactemail: string
}

const columns: Column<PlainClient>[] = [
  {
    key: 'name',
    head: 'Name',
    sortable: true,
    cell: NameWithState,
  },
  { key: 'code', head: 'Code', sortable: true, cell: ({ code }) => code },
  { key: 'contactname', head: 'Contact', sortable: true, cell: ({ contactname }) => contactname },
  { key: 'contactnumber', head: 'Number', short: true, cell: ({ contactnumber }) => contactnumber },
  { key: 'contactemail', head: 'E-mail', wide: true, cell: ({ contactemail }) => contactemail },
]

export function PlainClients({ title, rows, total, url, query, canexport }: ListPageProps<PlainClient>) {
  return (
    <>
      <PageTitle
        title={title}
        subtitle="Everybody on one page, to look up and to print."
        actions={
          <LinkButton icon="users" href="/clients">
            Full list
          </LinkButton>
        }
      />
      <FilterBar url="/clientslegacy" region="plainclients">
        <SearchBox label="Search clients" value={query.search} />
        <Toggle name="archived" label="Show archived" checked={query.archived} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={columns}
        rows={rows}
        total={total}
        query={{ take: 500, ...query }}
        url={url}
        region="plainclients"
        refresh="clients"
        href={({ id }) => `/clients/${id}`}
        rowclass={archivedClass}
        empty={
          <EmptyState
            icon="users"
            text={query.search ? 'No clients match.' : 'No clients have been added.'}
          />
        }
      >
        <ListCount
          total={total}
          noun="client"
          exports={canexport ? url.replace('/clientslegacy', '/clients') : undefined}
        />
      </ListTable>
    </>
  )
}
