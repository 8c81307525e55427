import { jobColumns } from './columns.tsx'
import { JobListPage, type JobRowsProps } from './list-page.tsx'

const { reference, description, client, completed, stage, next } = jobColumns
const columns = [reference, description, client, completed, stage, next]

export const PastJobs = ({ board, ...rows }: JobRowsProps & { board: { name: string } }) => (
  <JobListPage
    {...rows}
    title={`${board.name} history`}
    subtitle="Invoiced and archived jobs, and what was complete for long; the latest first."
    region="past"
    columns={columns}
    stages={['invoiced', 'paid']}
    all="All"
    empty={emptyText(rows.query)}
  />
)

function emptyText({ search, stage }: JobRowsProps['query']): string {
  if (!search && !stage) return 'No job is invoiced or archived yet.'
  return `No past job matches${search ? ` “${search}”` : ''}.`
}
