import { FilterBar, ListCount, ListRegion, SearchBox } from '#views/ui/list.tsx'
import { Pager } from '#views/ui/pager.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { Table } from '#views/ui/table.tsx'
import { type JobLine, jobColumns } from './columns.tsx'
import { StageLinks } from './stage-links.tsx'

type PastJobsProps = {
  board: { name: string }
  rows: readonly JobLine[]
  total: number
  query: { search?: string; stage?: string; skip?: number; take?: number }
  url: string
  money: boolean
  canexport: boolean
}

const { reference, description, client, completed, stage, next, quoted } = jobColumns
const columns = [reference, description, client, completed, stage, next]

export function PastJobs({ board, rows, total, query, url, money, canexport }: PastJobsProps) {
  return (
    <>
      <PageTitle
        title={`${board.name} history`}
        subtitle="Invoiced and archived jobs, and what was complete for long; the latest first."
      />
      <FilterBar url={url} region="past">
        {query.stage && <input type="hidden" name="stage" value={query.stage} />}
        <SearchBox label="Search reference, description or client" value={query.search} />
      </FilterBar>
      <ListRegion id="past" refresh="jobs" url={url}>
        <StageLinks all="All" stages={['invoiced', 'paid']} current={query.stage} url={url} region="past" />
        <ListCount total={total} noun="job" exports={canexport ? url : undefined} />
        <Table
          caption={`${board.name} history`}
          columns={money ? [...columns, quoted] : columns}
          rows={rows}
          rowid={({ id }) => id}
          url={url}
          region="past"
          href={({ href }) => href ?? ''}
          opens="page"
          empty={
            <EmptyState
              icon="board"
              text={
                query.search || query.stage
                  ? `No past job matches${query.search ? ` “${query.search}”` : ''}.`
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
