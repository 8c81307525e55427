import { Fragment } from 'react'
import { repeatInvoiceWords } from '#views/sales/repeatinvoices/words.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import { FilterBar, ListCount, type ListPageProps, SearchBox } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { plainRepeatName, repeatWords } from '#views/ui/repeat-frequencies.ts'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { type BoardTabRights, BoardTabs } from '#views/work/jobs/board-tabs.tsx'
import { type JobLine, jobColumns } from '#views/work/jobs/columns.tsx'

export type TemplateRepeat = {
  category: string
  name: string
  frequency: keyof typeof repeatWords
  next: string
  /** The last that was made or skipped. */
  done: string | null
  /** What it does besides making the job. */
  invoice: keyof typeof repeatInvoiceWords
}

type TemplateLine = JobLine & { repeats: readonly TemplateRepeat[] }

type TemplatesPageProps = Omit<ListPageProps<TemplateLine>, 'title'> & {
  board: { id: string; name: string; slug: string }
  segment: string
  money: boolean
  canwrite: boolean
  invoices: boolean
  tabs: BoardTabRights
}

const columns = (invoices: boolean): Column<TemplateLine>[] => [
  jobColumns.reference,
  jobColumns.description,
  jobColumns.client,
  {
    key: 'repeats',
    head: 'Comes again',
    cell: (row) => <Repeats row={row} invoices={invoices} />,
  },
  {
    key: 'next',
    head: 'Next',
    tight: true,
    cell: ({ repeats }) =>
      repeats.map(({ category, next }) => (
        <div key={category} className="repeat">
          <DateText date={next} />
        </div>
      )),
  },
  {
    key: 'done',
    head: 'Last made or skipped',
    tight: true,
    cell: ({ repeats }) =>
      repeats.map(({ category, done }) => (
        <div key={category} className="repeat">
          <DateText date={done} />
        </div>
      )),
  },
]

const REGION = 'templates'

export function TemplatesPage(props: TemplatesPageProps) {
  const { board, segment, rows, total, query, url, money, canwrite, invoices, tabs } = props
  const title = `Templates of ${board.name}`
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What new jobs begin with: fields, lines and steps. Some come again by themselves."
        actions={
          canwrite && (
            <LinkButton
              look="primary"
              icon="plus"
              {...dialogLink(withQuery('/templates/new', { boardid: board.id }))}
            >
              New template
            </LinkButton>
          )
        }
      />
      <BoardTabs segment={segment} slug={board.slug} current="templates" rights={tabs} />
      <FilterBar url={url} region={REGION}>
        <SearchBox label="Search reference, description or client" value={query.search} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={[...columns(invoices), ...(money ? [jobColumns.quoted] : [])]}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region={REGION}
        refresh="jobs"
        href={({ href }) => href ?? ''}
        opens="page"
        actions={canwrite ? (row) => <TemplateActions {...row} /> : undefined}
        empty={
          <EmptyState
            icon="refresh-cw"
            text={query.search ? 'No template matches.' : 'No job is saved as a template yet.'}
            hint={
              query.search || !canwrite
                ? undefined
                : 'Make one here. Or open a job, and choose “Repeat…” in the “…” menu beside its title: it is copied here with its client and lines, to come again by itself or to begin new jobs with.'
            }
          />
        }
      >
        <ListCount total={total} noun="template" />
      </ListTable>
    </>
  )
}

const TemplateActions = ({ id, repeats }: TemplateLine) => (
  <div className="rowbuttons">
    {repeats.map(({ category }) => {
      const next = { 'hx-vals': JSON.stringify({ category }), 'hx-swap': 'none' }
      return (
        <Fragment key={category}>
          <Button look="quiet" hx-post={`/templates/repeats/${id}/make`} {...next}>
            Make the next now
          </Button>
          <Button look="quiet" hx-post={`/templates/repeats/${id}/skip`} {...next}>
            Skip the next
          </Button>
        </Fragment>
      )
    })}
    <Button
      look="quiet"
      icon="plus"
      title={repeats.length > 0 ? 'A copy beside those that come by themselves' : undefined}
      hx-post={`/templates/${id}/job`}
      hx-swap="none"
    >
      {repeats.length > 0 ? 'Extra job' : 'New job'}
    </Button>
  </div>
)

type RepeatsProps = { row: TemplateLine; invoices: boolean }

const Repeats = ({ row: { id, repeats }, invoices }: RepeatsProps) =>
  repeats.map(({ category, name, frequency, invoice }) => {
    const words = repeatInvoiceWords[invoice].short || 'not invoiced by itself'
    return (
      <div key={category} className="repeat">
        {repeatWords[frequency]}
        {name !== plainRepeatName(frequency) && `, as ${name}`}:{' '}
        {invoices ? (
          <a {...dialogLink(withQuery(`/templates/repeats/${id}/invoice`, { category }))}>{words}</a>
        ) : (
          words
        )}
      </div>
    )
  })
