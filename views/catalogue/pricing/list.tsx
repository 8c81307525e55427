import { archivedClass, NameWithState } from '#views/ui/archived.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, ListCount, type ListPageProps, SearchBox, Toggle } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { TabNav } from '#views/ui/tabs.tsx'

type GroupLine = {
  id: string
  name: string
  archived: boolean
  inventorycount: number
  clientcount: number
}

type PricingGroupsProps = ListPageProps<GroupLine> & { canwrite: boolean }

const columns: Column<GroupLine>[] = [
  {
    key: 'name',
    head: 'Group',
    cell: NameWithState,
  },
  { key: 'inventory', head: 'Prices', numeric: true, cell: (row) => row.inventorycount },
  { key: 'clients', head: 'Clients', numeric: true, cell: (row) => row.clientcount },
]

export function PricingTabs({ title, at }: { title: string; at: 'groups' | 'explorer' }) {
  return (
    <TabNav
      label={title}
      links={[
        { href: '/admin/pricing', label: 'Groups', current: at === 'groups' },
        { href: '/admin/pricing/explorer', label: 'Price explorer', current: at === 'explorer' },
      ]}
    />
  )
}

export function PricingGroups(props: PricingGroupsProps) {
  const { title, rows, total, query, url, canwrite, canexport } = props
  return (
    <>
      <PageTitle
        title={title}
        subtitle="Clients who pay other prices than everybody."
        actions={
          canwrite && (
            <LinkButton look="primary" icon="plus" data-shortcut="new" {...addGroup}>
              Add pricing group
            </LinkButton>
          )
        }
      />
      <PricingTabs title={title} at="groups" />
      <FilterBar url={url} region="pricinggroups">
        <SearchBox label="Search groups" value={query.search} />
        <Toggle name="archived" label="Show archived" checked={query.archived} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={columns}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region="pricinggroups"
        refresh="pricinggroups"
        href={({ id }) => `/admin/pricing/${id}`}
        opens="page"
        rowclass={archivedClass}
        empty={<NoGroups search={query.search} canwrite={canwrite} />}
      >
        <ListCount total={total} noun="group" exports={canexport ? url : undefined} />
      </ListTable>
    </>
  )
}

const addGroup = dialogLink('/admin/pricing/new')

function NoGroups({ search, canwrite }: { search?: string; canwrite: boolean }) {
  if (search) return <EmptyState icon="banknote" text={`No group matches “${search}”.`} />
  return (
    <EmptyState
      icon="banknote"
      text="Everybody pays the same."
      hint="A group holds prices of its own for some items, and the clients who pay them."
    >
      {canwrite && (
        <LinkButton icon="plus" {...addGroup}>
          Add pricing group
        </LinkButton>
      )}
    </EmptyState>
  )
}
