import { LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import { FilterBar, ListCount, ListRegion, SearchBox } from '#views/ui/list.tsx'
import { ListStops } from '#views/ui/list-stops.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Banner, Chip, EmptyState } from '#views/ui/small.tsx'
import { Table } from '#views/ui/table.tsx'

type AssetCode = {
  code: string
  total: number
  available: number
  id: string | null
  name: string | null
  since: string | null
}

type AvailabilityProps = {
  url: string
  codes: readonly AssetCode[]
  /** As many as the page holds. */
  most: number
  search: string
  zone: string
  label: string
  canexport: boolean
  /** The account has a key of Marss. */
  canask: boolean
  /** What Marss said, once it was asked. */
  marss?: {
    assets: readonly { code: string; total: number; available: number }[]
    refused?: string
    part?: string
  }
}

/** By asset code, how many pieces are at home and which of them goes out next: first in, first out. */
export function Availability({
  url,
  codes,
  most,
  search,
  zone,
  label,
  canexport,
  canask,
  marss,
}: AvailabilityProps) {
  const outside = new Map(marss?.assets.map((one) => [one.code, one]))
  return (
    <>
      <PageTitle
        title="Availability"
        subtitle="How many pieces of each asset code are here, and which goes out next: the one that has been here longest."
        actions={
          <>
            {canask && !marss && <LinkButton href={withQuery(url, { marss: 'true' })}>Ask Marss</LinkButton>}
            <LinkButton href="/equipment/list">Back to {label.toLowerCase()}</LinkButton>
          </>
        }
      />
      {marss?.refused && <Banner level="warning">{marss.refused}</Banner>}
      {marss?.part && <Banner level="warning">{marss.part}</Banner>}
      <FilterBar url={url} region="availability">
        <SearchBox label="Search codes and names" value={search} />
      </FilterBar>
      <ListRegion id="availability" refresh="equipment" url={url}>
        <ListCount total={codes.length} noun="asset code" exports={canexport ? url : undefined} />
        <ListStops rows={codes} at={most} rest="Search for a code or a name to see others." />
        <Table
          caption="Availability"
          columns={[
            { key: 'code', head: 'Code', cell: ({ code }) => code },
            { key: 'total', head: 'All', numeric: true, cell: ({ total }) => total },
            { key: 'available', head: 'Here', numeric: true, cell: ({ available }) => available },
            ...(marss && !marss.refused
              ? [
                  {
                    key: 'marss',
                    head: 'Free at Marss',
                    numeric: true,
                    cell: ({ code }: AssetCode) => describeOutside(outside.get(code)),
                  },
                ]
              : []),
            { key: 'next', head: 'Goes out next', cell: next },
            {
              key: 'since',
              head: 'At home since',
              cell: ({ since }) => <DateTime iso={since} zone={zone} />,
            },
          ]}
          rows={codes}
          rowid={({ code }) => code}
          url={url}
          region="availability"
          empty={
            <EmptyState
              icon="wrench"
              text={search ? 'No asset codes match.' : 'No piece of equipment has an asset code.'}
              hint={search ? undefined : 'Pieces of one kind share a code, and any of them can go to a job.'}
            />
          }
        />
      </ListRegion>
    </>
  )
}

const describeOutside = (found?: { total: number; available: number }) =>
  found ? `${found.available} of ${found.total}` : <span className="nothing">–</span>

function next({ id, name }: AssetCode) {
  if (!id) return <Chip level="warning">All are out</Chip>
  return <a {...dialogLink(`/equipment/list/${id}`)}>{name}</a>
}
