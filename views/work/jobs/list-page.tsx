import type { ReactNode } from 'react'
import type { Stage } from '#db/queries/work/job-stages.ts'
import { FilterBar, ListCount, type ListPageProps, SearchBox } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { JobBulkBar } from './bulk-bar.tsx'
import { type JobLine, jobColumns } from './columns.tsx'
import { StageLinks } from './stage-links.tsx'

export type JobRowsProps = Omit<ListPageProps<JobLine, { stage?: string; sort?: string }>, 'title'> & {
  money: boolean
  canwrite: boolean
}

type JobListPageProps = JobRowsProps & {
  title: string
  subtitle: string
  region: string
  columns: readonly Column<JobLine>[]
  stages: readonly Stage[]
  /** What the link to the jobs of all stages is called. */
  all: string
  empty: string
  filters?: ReactNode
  tabs?: ReactNode
}

export function JobListPage({
  title,
  subtitle,
  region,
  columns,
  stages,
  all,
  empty,
  filters,
  tabs,
  ...found
}: JobListPageProps) {
  const { rows, total, more, cut, query, url, money, canwrite, canexport } = found
  return (
    <>
      <PageTitle title={title} subtitle={subtitle} />
      {tabs}
      <FilterBar url={url} region={region}>
        {query.stage && <input type="hidden" name="stage" value={query.stage} />}
        <SearchBox label="Search reference, description or client" value={query.search} />
        {filters}
      </FilterBar>
      <ListTable
        caption={title}
        columns={money ? [...columns, jobColumns.quoted] : columns}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region={region}
        refresh="jobs"
        href={({ href }) => href ?? ''}
        opens="page"
        choice={({ reference }) => reference}
        empty={<EmptyState icon="board" text={empty} />}
      >
        <StageLinks all={all} stages={stages} current={query.stage} url={url} region={region} />
        <ListCount total={total} more={more} cut={cut} noun="job" exports={canexport ? url : undefined} />
      </ListTable>
      <JobBulkBar canwrite={canwrite} canexport={canexport} />
    </>
  )
}
