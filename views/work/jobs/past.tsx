import { type BoardTabRights, BoardTabs } from './board-tabs.tsx'
import { jobColumns } from './columns.tsx'
import { JobListPage, type JobRowsProps } from './list-page.tsx'
import { PastFilters, type PastJobFilters, type PastJobQuery } from './past-filters.tsx'

const { reference, description, client, assignee, completed, stage, next } = jobColumns
const columns = [reference, description, client, assignee, completed, stage, next]

type PastJobsProps = JobRowsProps & {
  board: { name: string; slug: string }
  segment: string
  query: PastJobQuery
  tabs: BoardTabRights
  filters: PastJobFilters
}

export const PastJobs = ({ board, segment, filters, tabs, ...rows }: PastJobsProps) => (
  <JobListPage
    {...rows}
    tabs={<BoardTabs segment={segment} slug={board.slug} current="history" rights={tabs} />}
    filters={<PastFilters filters={filters} query={rows.query} />}
    title={`${board.name} history`}
    subtitle="Invoiced and archived jobs, and what was complete for long; the latest first."
    region="past"
    columns={columns}
    stages={['invoiced', 'paid']}
    all="All"
    empty={emptyText(rows.query)}
  />
)

function emptyText({ search, skip: _, take: __, sort: ___, ...filters }: PastJobsProps['query']): string {
  if (!search && !Object.values(filters).some(Boolean)) return 'No job is invoiced or archived yet.'
  return `No past job matches${search ? ` “${search}”` : ''}.`
}
