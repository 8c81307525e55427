import type { ReactNode } from 'react'
import type { Stage } from '#db/queries/work/job-stages.ts'
import { Icon } from '#views/ui/icon.tsx'
import { listLink, withQuery } from '#views/ui/links.ts'
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
  /** Whether the account has job lists to print. */
  canprint: boolean
  /** What the address narrows it to beside search and stage, in words. */
  narrowed?: readonly { names: readonly string[]; words: string }[]
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
  /** How there come to be some. */
  hint?: string
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
  hint,
  filters,
  tabs,
  ...found
}: JobListPageProps) {
  const { rows, total, more, cut, query, url, money, canwrite, canprint, canexport, narrowed = [] } = found
  return (
    <>
      <PageTitle title={title} subtitle={subtitle} />
      {tabs}
      <FilterBar url={url} region={region}>
        {query.stage && <input type="hidden" name="stage" value={query.stage} />}
        {narrowed.flatMap(({ names }) => names.map((name) => hiddenFilter(name, url)))}
        <SearchBox label="Search reference, description or client" value={query.search} />
        {filters}
      </FilterBar>
      <ListTable
        caption={title}
        columns={money ? [...columns, jobColumns.quoted] : columns}
        rows={rows}
        total={total}
        more={more}
        cut={cut}
        query={query}
        url={url}
        region={region}
        refresh="jobs"
        href={({ href }) => href ?? ''}
        opens="page"
        choice={({ reference }) => reference}
        empty={<EmptyState icon="board" text={empty} hint={hint} />}
      >
        <StageLinks
          {...{ all, stages, url, region }}
          // What has a status of its own is not what is open.
          current={hasStatus(url) ? 'status' : query.stage}
        />
        {narrowed.length > 0 && <NarrowedTo narrowed={narrowed} url={url} region={region} />}
        <ListCount {...{ region, total, more, cut }} noun="job" exports={canexport ? url : undefined} />
      </ListTable>
      <JobBulkBar canwrite={canwrite} canprint={canprint} canexport={canexport} />
    </>
  )
}

const hasStatus = (url: string) => new URLSearchParams(url.split('?')[1]).has('status')

const hiddenFilter = (name: string, url: string) => {
  const value = new URLSearchParams(url.split('?')[1]).get(name)
  return value && <input key={name} type="hidden" name={name} value={value} />
}

type NarrowedProps = Required<Pick<JobRowsProps, 'narrowed'>> & { url: string; region: string }

const NarrowedTo = ({ narrowed, url, region }: NarrowedProps) => (
  <p className="narrowed">
    {narrowed.map(({ names, words }) => (
      <a
        key={words}
        className="chip"
        title="Show the others too"
        {...listLink(
          withQuery(url, Object.fromEntries([...names, 'skip'].map((name) => [name, null]))),
          region,
        )}
      >
        {words} <Icon name="x" size="small" />
      </a>
    ))}
  </p>
)
