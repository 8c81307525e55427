import { DateTime } from '#views/ui/datetime.tsx'
import { FilterBar, ListCount, ListRegion, SearchBox } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

export type AccountRow = {
  id: string
  name: string
  primaryemail: string
  utcexpires: string | null
  subscribed: boolean
  platformowner: boolean
  seats: number
  seatspaid: number
}

const columns: Column<AccountRow>[] = [
  {
    key: 'name',
    head: 'Account',
    cell: ({ name, platformowner }) => (
      <>
        {name} {platformowner && <Chip>Platform owner</Chip>}
      </>
    ),
  },
  { key: 'primaryemail', head: 'E-mail', wide: true, cell: ({ primaryemail }) => primaryemail },
  { key: 'seats', head: 'Seats', numeric: true, cell: ({ seats, seatspaid }) => `${seats} of ${seatspaid}` },
  {
    key: 'state',
    head: 'State',
    cell: ({ subscribed }) =>
      subscribed ? <Chip level="success">Subscribed</Chip> : <Chip level="info">Evaluation</Chip>,
  },
  {
    key: 'utcexpires',
    head: 'Expires',
    cell: ({ utcexpires }) => (utcexpires ? <DateTime iso={utcexpires} /> : 'Never'),
  },
]

/** `/backoffice`: the accounts of the platform. */
export function Backoffice({
  rows,
  search,
  url,
}: {
  rows: readonly AccountRow[]
  search?: string
  url: string
}) {
  return (
    <>
      <PageTitle title="Back office" subtitle="The accounts of this platform." />
      <FilterBar url={url} region="accounts">
        <SearchBox label="Search name or e-mail" value={search} />
      </FilterBar>
      <ListRegion id="accounts">
        <ListCount total={rows.length} noun="account" />
        <Table
          caption="Accounts"
          columns={columns}
          rows={rows}
          rowid={({ id }) => id}
          url={url}
          region="accounts"
          empty={<EmptyState icon="building" text="No account matches." />}
        />
      </ListRegion>
    </>
  )
}
