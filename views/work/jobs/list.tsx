import type { Stage } from '#db/queries/work/job-stages.ts'
import { stageNames } from '#views/ui/job-stages.ts'
import { FilterBar, ListCount, ListRegion, SearchBox } from '#views/ui/list.tsx'
import { Pager } from '#views/ui/pager.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { Table } from '#views/ui/table.tsx'
import { type JobLine, jobColumns } from './columns.tsx'
import { StageLinks } from './stage-links.tsx'

type JobsPageProps = {
  title: string
  rows: readonly JobLine[]
  total: number
  query: { search?: string; stage?: string; skip?: number; take?: number }
  url: string
  money: boolean
  canexport: boolean
}

const { reference, description, client, due, stage, next, quoted } = jobColumns
const columns = [reference, description, client, stage, next, due]

export function JobsPage({ title, rows, total, query, url, money, canexport }: JobsPageProps) {
  return (
    <>
      <PageTitle title={title} subtitle="All that is open, of every board, and what comes next." />
      <FilterBar url={url} region="jobs">
        {query.stage && <input type="hidden" name="stage" value={query.stage} />}
        <SearchBox label="Search reference, description or client" value={query.search} />
      </FilterBar>
      <ListRegion id="jobs" refresh="jobs" url={url}>
        <StageLinks
          all="Open"
          stages={Object.keys(stageNames) as Stage[]}
          current={query.stage}
          url={url}
          region="jobs"
        />
        <ListCount total={total} noun="job" exports={canexport ? url : undefined} />
        <Table
          caption={title}
          columns={money ? [...columns, quoted] : columns}
          rows={rows}
          rowid={({ id }) => id}
          url={url}
          region="jobs"
          href={({ href }) => href ?? ''}
          opens="page"
          empty={
            <EmptyState
              icon="board"
              text={query.search || query.stage ? 'No job matches.' : 'No job is open.'}
            />
          }
        />
        <Pager total={total} skip={query.skip ?? 0} take={query.take ?? 50} url={url} region="jobs" />
      </ListRegion>
    </>
  )
}
