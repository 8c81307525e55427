import { fieldLabels } from '#views/field-labels.ts'
import { formatRand } from '#views/format.ts'
import { InvoiceDue } from '#views/sales/invoices/states.tsx'
import type { InvoiceSummary } from '#views/sales/invoices/types.ts'
import { RemindButton } from '#views/sales/reminders/reminders.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { Money } from '#views/ui/figures.tsx'
import { FilterBar, ListCount, SearchBox } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { SelectionBar } from '#views/ui/selection.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { BillingTabs } from './tabs.tsx'

type Props = {
  title: string
  state: 'draft' | 'overdue'
  rows: readonly InvoiceSummary[]
  total: number
  more?: boolean
  due: number
  query: { search?: string; skip?: number; take?: number }
  url: string
  canissue: boolean
  canwrite: boolean
}

const client: Column<InvoiceSummary> = {
  key: 'client',
  head: 'Client',
  cell: (row) => row.client?.name ?? 'Cash sale',
}
const job: Column<InvoiceSummary> = {
  key: 'job',
  head: 'Job',
  tight: true,
  cell: (row) => row.job.reference,
}

const columns: Record<Props['state'], Column<InvoiceSummary>[]> = {
  draft: [
    { ...job, head: 'Draft of job' },
    client,
    { key: 'organisation', head: 'From', cell: ({ organisation }) => organisation.name },
    { key: 'total', head: 'Total', numeric: true, lead: true, cell: ({ total }) => <Money cents={total} /> },
  ],
  overdue: [
    { key: 'number', head: 'Number', tight: true, cell: ({ number }) => number },
    client,
    job,
    {
      key: 'duedate',
      head: fieldLabels.due,
      tight: true,
      cell: (row) => <InvoiceDue invoice={row} />,
    },
    { key: 'overdue', head: 'Days late', numeric: true, cell: ({ overdue }) => overdue },
    { key: 'due', head: 'Amount due', numeric: true, lead: true, cell: ({ due }) => <Money cents={due} /> },
  ],
}

/** Drafts to be issued, or invoices that are past their due date. */
export function BillingInvoicesPage(props: Props) {
  const { title, state, rows, total, more, due, query, url, canissue, canwrite } = props
  const drafts = state === 'draft'
  return (
    <>
      <PageTitle
        title={title}
        subtitle={
          drafts
            ? 'Drafts have no number yet. Choose those to issue.'
            : due > 0
              ? `${formatRand(due)} is past its due date.`
              : 'Nothing is past its due date.'
        }
        actions={!drafts && <LinkButton href="/invoices/debtors">Aged debtors</LinkButton>}
      />
      <BillingTabs current={drafts ? '/billing/drafts' : '/billing/overdue'} />
      <FilterBar url={url} region="billing">
        <SearchBox label="Search number, client or job" value={query.search} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={columns[state]}
        rows={rows}
        total={total}
        more={more}
        query={query}
        url={url}
        region="billing"
        refresh="invoices"
        href={({ id }) => `/invoices/${id}`}
        choice={drafts && canissue ? (row) => `the draft of ${row.job.reference}` : undefined}
        actions={
          drafts
            ? undefined
            : (row) =>
                row.client && (
                  <span className="rowbuttons">
                    {canwrite && <RemindButton invoice={row.id} look="quiet" />}
                    <LinkButton small href={`/invoices/statement/${row.client.id}`}>
                      Statement
                    </LinkButton>
                  </span>
                )
        }
        empty={
          <EmptyState
            icon="receipt"
            text={
              query.search ? 'No invoice matches.' : drafts ? 'There is no draft.' : 'Nothing is overdue.'
            }
          />
        }
      >
        <ListCount total={total} more={more} noun={drafts ? 'draft' : 'invoice'} />
      </ListTable>
      {drafts && canissue && (
        <SelectionBar noun="draft">
          <Button
            small
            icon="receipt"
            hx-post="/billing/issue"
            hx-include="closest form"
            hx-swap="none"
            {...confirmFirst({
              question: 'Each takes its number and changes no more. Issue the chosen drafts?',
              yes: 'Issue them',
            })}
          >
            Issue
          </Button>
        </SelectionBar>
      )}
    </>
  )
}
