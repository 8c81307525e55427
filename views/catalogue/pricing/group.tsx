import { IconButton, LinkButton } from '#views/ui/button.tsx'
import { PercentText, UnitRate } from '#views/ui/figures.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, ListCount, ListRegion, SearchBox } from '#views/ui/list.tsx'
import { Pager } from '#views/ui/pager.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

/** Rates in ten-thousandths of a rand, the percentage in ten-thousandths of a percent. */
export type PriceLine = {
  inventory: string
  code: string
  name: string
  baseunit: string
  baserate: number
  markuppercent: number
  markupamount: number
  price: number
  ownprice: number
}

type PricingGroupProps = {
  group: { id: string; name: string; archived: boolean }
  rows: readonly PriceLine[]
  total: number
  clients: readonly { id: string; name: string }[]
  query: { search?: string; skip?: number; take?: number }
  url: string
  canwrite: boolean
  canexport: boolean
}

const columns: Column<PriceLine>[] = [
  { key: 'item', head: 'Item', cell: ({ code, name }) => (name === code ? code : `${name} [${code}]`) },
  {
    key: 'baserate',
    head: 'Base rate',
    numeric: true,
    cell: (row) => <UnitRate tenthousandths={row.baserate} exact />,
  },
  {
    key: 'percent',
    head: 'Percent',
    numeric: true,
    wide: true,
    cell: (row) => <PercentText tenthousandths={row.markuppercent} />,
  },
  {
    key: 'amount',
    head: 'Amount',
    numeric: true,
    wide: true,
    cell: (row) => <UnitRate tenthousandths={row.markupamount} exact />,
  },
  { key: 'price', head: 'Price', numeric: true, cell: (row) => <UnitRate tenthousandths={row.price} /> },
  {
    key: 'own',
    head: 'Others pay',
    numeric: true,
    cell: (row) => <UnitRate tenthousandths={row.ownprice} />,
  },
]

export function PricingGroup(props: PricingGroupProps) {
  const { group, canwrite } = props
  return (
    <>
      <PageTitle
        title={group.name}
        subtitle="Prices of their own, for the clients of this group. New lines of their jobs take them."
        actions={canwrite && <Actions id={group.id} />}
      />
      {group.archived && (
        <Banner level="info">This group is archived: its clients pay what everybody pays.</Banner>
      )}
      <Clients {...props} />
      <Prices {...props} />
    </>
  )
}

function Actions({ id }: { id: string }) {
  const path = `/admin/pricing/${id}`
  return (
    <>
      <LinkButton icon="pencil" {...dialogLink(`${path}/edit`)}>
        Edit
      </LinkButton>
      <LinkButton icon="layers" {...dialogLink(`${path}/batch`)}>
        Change prices
      </LinkButton>
      <LinkButton look="primary" icon="plus" data-shortcut="new" {...dialogLink(`${path}/items/new`)}>
        Add price
      </LinkButton>
    </>
  )
}

function Prices({ group, rows, total, query, url, canwrite, canexport }: PricingGroupProps) {
  return (
    <>
      <FilterBar url={url} region="prices">
        <SearchBox label="Search code or name" value={query.search} />
      </FilterBar>
      <ListRegion id="prices" refresh="pricinggroups inventory" url={url}>
        <ListCount total={total} noun="price" exports={canexport ? url : undefined} />
        <Table
          caption={`Prices of ${group.name}`}
          columns={columns}
          rows={rows}
          rowid={({ inventory }) => inventory}
          url={url}
          region="prices"
          href={canwrite ? ({ inventory }) => `/admin/pricing/${group.id}/items/${inventory}` : undefined}
          empty={
            <EmptyState
              icon="banknote"
              text={query.search ? `No item matches “${query.search}”.` : 'No prices yet.'}
              hint={
                query.search ? undefined : 'Without one, an item costs these clients what it costs everybody.'
              }
            />
          }
        />
        <Pager total={total} skip={query.skip ?? 0} take={query.take ?? 50} url={url} region="prices" />
      </ListRegion>
    </>
  )
}

function Clients({ group, clients, canwrite }: PricingGroupProps) {
  const path = `/admin/pricing/${group.id}/clients`
  return (
    <section id="groupclients" data-refresh="pricinggroups">
      <Panel
        title="Clients"
        actions={
          canwrite &&
          !group.archived && (
            <LinkButton small icon="user-plus" {...dialogLink(`${path}/new`)}>
              Add client
            </LinkButton>
          )
        }
      >
        {clients.length === 0 && <p className="hint">No client is in this group yet.</p>}
        <ul className="chips" aria-label="Clients of this group">
          {clients.map(({ id, name }) => (
            <li key={id} className="chip">
              {name}
              {canwrite && (
                <IconButton
                  small
                  icon="x"
                  label={`Take ${name} out of this group`}
                  hx-delete={`${path}/${id}`}
                  hx-swap="none"
                />
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </section>
  )
}
