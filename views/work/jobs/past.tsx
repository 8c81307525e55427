import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { shortDate } from '#views/format.ts'
import { Money } from '#views/ui/figures.tsx'
import { FilterBar, ListCount, ListRegion, SearchBox } from '#views/ui/list.tsx'
import { Pager } from '#views/ui/pager.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type PastJob = JobCard & { statusname: string; quotedcents?: number }

type PastJobsProps = {
  board: { name: string }
  rows: readonly PastJob[]
  total: number
  query: { search?: string; skip?: number; take?: number }
  url: string
  /** The board's own address, where a job opens. */
  boardurl: string
  money: boolean
  canexport: boolean
}

export function PastJobs({ board, rows, total, query, url, boardurl, money, canexport }: PastJobsProps) {
  return (
    <>
      <PageTitle title={`${board.name} history`} subtitle="Invoiced and archived jobs, the latest first." />
      <FilterBar url={url} region="past">
        <SearchBox label="Search reference, description or client" value={query.search} />
      </FilterBar>
      <ListRegion id="past" refresh="jobs" url={url}>
        <ListCount total={total} noun="job" exports={canexport ? url : undefined} />
        <Table
          caption={`${board.name} history`}
          columns={money ? [...columns, quoted] : columns}
          rows={rows}
          rowid={({ id }) => id}
          url={url}
          region="past"
          href={({ reference }) => `${boardurl}?open=${encodeURIComponent(reference.toLowerCase())}`}
          opens="page"
          empty={
            <EmptyState
              icon="board"
              text={
                query.search
                  ? `No past job matches “${query.search}”.`
                  : 'No job is invoiced or archived yet.'
              }
            />
          }
        />
        <Pager total={total} skip={query.skip ?? 0} take={query.take ?? 50} url={url} region="past" />
      </ListRegion>
    </>
  )
}

const columns: Column<PastJob>[] = [
  { key: 'reference', head: 'Reference', sortable: true, tight: true, cell: ({ reference }) => reference },
  { key: 'description', head: 'Description', sortable: true, cell: ({ description }) => description },
  { key: 'client', head: 'Client', sortable: true, cell: ({ client }) => client?.name },
  { key: 'completed', head: 'Completed', sortable: true, cell: ({ completed }) => shortDate(completed) },
  { key: 'status', head: 'Status', cell: ({ statusname }) => <Chip>{statusname}</Chip> },
]

const quoted: Column<PastJob> = {
  key: 'quoted',
  head: 'Quoted',
  numeric: true,
  cell: ({ quotedcents }) => <Money cents={quotedcents} />,
}
