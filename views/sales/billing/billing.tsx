import { counted, formatRand } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { Money } from '#views/ui/figures.tsx'
import { listLink, withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterSelect, SearchBox } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { SelectionBar } from '#views/ui/selection.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { BillingTabs } from './tabs.tsx'
import type { UnbilledClient, UnbilledJob, UnbilledSums } from './types.ts'

type Query = {
  stage?: string
  by?: string
  client?: string
  search?: string
  skip?: number
  take?: number
}

type BillingProps = {
  title: string
  jobs: readonly UnbilledJob[]
  /** In place of jobs. */
  clients: readonly UnbilledClient[]
  /** Of the rows. */
  total: number
  sums: UnbilledSums
  choices: readonly { value: string; label: string }[]
  query: Query
  url: string
  canwrite: boolean
  canexport: boolean
  /** A batch that is not over yet. */
  open: { id: string; kind: string; rows: number; open: number } | null
}

const REGION = 'unbilled'

const days = (age: number | null) =>
  age === null ? null : age === 0 ? 'today' : age === 1 ? '1 day' : `${age} days`

type Earned = { value?: number; tocredit?: number; margin?: number; uncosted?: number }

const ValueCell = ({ value, tocredit = 0 }: Earned) => (
  <>
    <Money cents={value} />{' '}
    {tocredit > 0 && (
      <small title="Invoiced, and no longer charged: a credit note takes it back.">
        {formatRand(tocredit)} to credit
      </small>
    )}
  </>
)

const MarginCell = ({ margin, uncosted = 0 }: Earned) => (
  <>
    <Money cents={margin} />{' '}
    {uncosted > 0 && (
      <small title="Their margin is not known.">{counted(uncosted, 'line')} without a cost</small>
    )}
  </>
)

const moneyColumns = <Row extends Earned>(): Column<Row>[] => [
  {
    key: 'value',
    head: 'Value',
    sortable: true,
    numeric: true,
    lead: true,
    cell: (row) => <ValueCell {...row} />,
  },
  {
    key: 'margin',
    head: 'Margin',
    sortable: true,
    numeric: true,
    cell: (row) => <MarginCell {...row} />,
  },
]

const jobColumns: Column<UnbilledJob>[] = [
  { key: 'reference', head: 'Job', sortable: true, tight: true, cell: ({ reference }) => reference },
  { key: 'description', head: 'Description', cell: ({ description }) => description },
  { key: 'client', head: 'Client', sortable: true, cell: ({ clientname }) => clientname ?? 'Cash sale' },
  { key: 'completed', head: 'Complete', tight: true, cell: ({ completed }) => <DateText date={completed} /> },
  { key: 'age', head: 'Age', sortable: true, numeric: true, cell: ({ age }) => days(age) },
]

const clientColumns: Column<UnbilledClient>[] = [
  { key: 'name', head: 'Client', sortable: true, cell: ({ name }) => name },
  { key: 'count', head: 'Jobs', numeric: true, cell: ({ count }) => count.toLocaleString('en-ZA') },
  { key: 'age', head: 'Oldest', sortable: true, numeric: true, cell: ({ age }) => days(age) },
]

const countJobs = (n: number) => counted(n, 'job')

/** What is complete and not invoiced, and what is under way and may be invoiced in part. */
export function BillingPage(props: BillingProps) {
  const { title, jobs, clients, total, sums, choices, query, url, canwrite, canexport, open } = props
  const part = query.stage === 'part'
  const money = sums.value !== undefined
  const narrowed = query.search || query.client
  const shared = {
    total,
    query,
    url,
    region: REGION,
    refresh: 'jobs',
    opens: 'page' as const,
    empty: <Nothing narrowed={Boolean(narrowed)} part={part} />,
    children: <Choices query={query} url={url} canexport={canexport && total > 0} />,
  }
  return (
    <>
      <PageTitle
        title={title}
        subtitle={
          sums.value === undefined
            ? undefined
            : part
              ? `${formatRand(sums.value)} without VAT was used on work that is under way.`
              : `${formatRand(sums.value)} without VAT is complete and not invoiced.`
        }
      />
      <BillingTabs current="/billing" />
      {open && <OpenBatch {...open} />}
      <FilterBar url={url} region={REGION}>
        <SearchBox label="Search job, description or client" value={query.search} />
        <FilterSelect name="client" label="Any client" value={query.client} options={choices} />
      </FilterBar>
      {query.by === 'client' ? (
        <ListTable
          {...shared}
          caption={title}
          columns={money ? [...clientColumns, ...moneyColumns<UnbilledClient>()] : clientColumns}
          rows={clients}
          href={({ client }) => (client ? withQuery(url, { by: null, client, sort: null, skip: null }) : '')}
          actions={
            canwrite && !part
              ? (row) => (
                  <span className="rowbuttons">
                    <DraftsOfClient {...row} />
                  </span>
                )
              : undefined
          }
          foot={<Foot sums={sums} span={0} />}
        />
      ) : (
        <ListTable
          {...shared}
          caption={title}
          columns={money ? [...jobColumns, ...moneyColumns<UnbilledJob>()] : jobColumns}
          rows={jobs}
          href={({ href }) => href ?? ''}
          choice={canwrite && !part ? ({ reference }) => reference : undefined}
          foot={<Foot sums={sums} span={4} />}
        />
      )}
      {canwrite && !part && query.by !== 'client' && (
        <SelectionBar noun="job">
          <Button small icon="receipt" hx-post="/billing/drafts" hx-include="closest form" hx-swap="none">
            Prepare drafts
          </Button>
        </SelectionBar>
      )}
    </>
  )
}

/** Each job has an invoice of its own. */
function DraftsOfClient({ client, name, count }: UnbilledClient) {
  if (!client) return null
  return (
    <Button
      small
      hx-post="/billing/drafts"
      hx-vals={JSON.stringify({ client })}
      hx-swap="none"
      aria-label={`Prepare ${count === 1 ? 'the draft' : `${count} drafts`} of ${name}`}
    >
      {count === 1 ? 'Prepare the draft' : `Prepare ${count} drafts`}
    </Button>
  )
}

function OpenBatch({ id, kind, rows, open }: NonNullable<BillingProps['open']>) {
  return (
    <Banner
      level="info"
      actions={
        <LinkButton small href={`/billing/batches/${id}`}>
          Look
        </LinkButton>
      }
    >
      {kind === 'draft' ? 'Your drafts' : 'Your invoices'}: {rows - open} of {rows} are done.
    </Banner>
  )
}

function Choices({ query, url, canexport }: { query: Query; url: string; canexport: boolean }) {
  const link = (changes: Record<string, string | null>, word: string, isCurrent: boolean) => (
    <a
      aria-current={isCurrent ? 'true' : undefined}
      {...listLink(withQuery(url, { ...changes, sort: null, skip: null }), REGION)}
    >
      {word}
    </a>
  )
  return (
    <div className="counted">
      <nav className="states" aria-label="What is to be invoiced">
        {link({ stage: null }, 'Complete', query.stage !== 'part')}
        {link({ stage: 'part' }, 'Under way', query.stage === 'part')}
      </nav>
      <nav className="states" aria-label="Rows">
        {link({ by: null }, 'By job', query.by !== 'client')}
        {link({ by: 'client' }, 'By client', query.by === 'client')}
      </nav>
      {canexport && <ExportMenu id="export-billing" url={url} />}
    </div>
  )
}

const Nothing = ({ narrowed, part }: { narrowed: boolean; part: boolean }) => (
  <EmptyState
    icon="receipt"
    text={
      narrowed
        ? 'No job matches.'
        : part
          ? 'Nothing was used on work that is under way.'
          : 'All that is complete is invoiced or drafted.'
    }
    hint={part || narrowed ? undefined : 'Jobs come here when they reach the last lane of their board.'}
  />
)

/** `span`: columns between the first and the age. */
function Foot({ sums, span }: { sums: UnbilledSums; span: number }) {
  return (
    <tr>
      <td colSpan={span || 1}>{countJobs(sums.count)}</td>
      {span === 0 && <td />}
      <td className="number" data-label="Oldest">
        {days(sums.age)}
      </td>
      {sums.value !== undefined && (
        <td className="number" data-label="Value">
          <ValueCell {...sums} />
        </td>
      )}
      {sums.margin !== undefined && (
        <td className="number" data-label="Margin">
          <MarginCell {...sums} />
        </td>
      )}
      {span === 0 && <td />}
    </tr>
  )
}
