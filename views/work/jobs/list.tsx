import { stageNames } from '#views/ui/job-stages.ts'
import { jobColumns } from './columns.tsx'
import { JobListPage, type JobRowsProps } from './list-page.tsx'

const { reference, description, client, assignee, due, stage, next } = jobColumns
const columns = [reference, description, client, assignee, stage, next, due]

export const JobsPage = (props: JobRowsProps & { title: string }) => (
  <JobListPage
    {...props}
    subtitle={
      props.narrowed?.length
        ? 'What a figure counts, of every board.'
        : 'All that is open, of every board, and what comes next.'
    }
    region="jobs"
    columns={columns}
    stages={Object.keys(stageNames) as (keyof typeof stageNames)[]}
    all="Open"
    empty={
      props.query.search || props.query.stage || props.narrowed?.length
        ? 'No job matches.'
        : 'No job is open.'
    }
    hint={
      props.query.search || props.query.stage || props.narrowed?.length
        ? undefined
        : 'Jobs are added on a board: + stands at the head of its lanes.'
    }
  />
)
