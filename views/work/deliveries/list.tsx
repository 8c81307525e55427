import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import type { IconName } from '#views/ui/icon.tsx'
import { dialogLink, intoDialog, withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterDate, type ListPageProps, SearchBox } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { SelectionBar } from '#views/ui/selection.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { type BoardTabRights, BoardTabs } from '#views/work/jobs/board-tabs.tsx'
import { DeliveryChip, DeliveryStates } from './states.tsx'
import type { DeliveryCounts, DeliverySummary, ManyDeliveries } from './types.ts'

type Asked = { state?: string; start?: string | null; end?: string | null }

type DeliveriesPageProps = Omit<ListPageProps<DeliverySummary, Asked>, 'title'> & {
  board: { id: string; name: string; slug: string }
  segment: string
  counts: DeliveryCounts
  tabs: BoardTabRights
  canwrite: boolean
}

const FEW_JOBS = 3

const columns: Column<DeliverySummary>[] = [
  { key: 'number', head: 'Number', sortable: true, tight: true, cell: ({ number }) => number ?? 'Draft' },
  { key: 'date', head: 'Date', sortable: true, tight: true, cell: ({ date }) => <DateText date={date} /> },
  { key: 'client', head: 'Client', sortable: true, cell: ({ client }) => client?.name ?? 'Cash sale' },
  { key: 'location', head: 'Goes to', sortable: true, cell: ({ location }) => location?.name },
  {
    key: 'jobs',
    head: 'Jobs',
    short: true,
    cell: ({ jobs }) =>
      jobs.slice(0, FEW_JOBS).join(', ') +
      (jobs.length > FEW_JOBS ? ` and ${jobs.length - FEW_JOBS} more` : ''),
  },
  { key: 'waybill', head: 'Waybill', sortable: true, short: true, cell: ({ waybill }) => waybill },
  {
    key: 'state',
    head: 'Status',
    sortable: true,
    tight: true,
    cell: ({ state }) => <DeliveryChip state={state} />,
  },
  { key: 'receivedby', head: 'Received by', short: true, cell: ({ receivedby }) => receivedby },
]

const REGION = 'deliveries'

export function DeliveriesPage(props: DeliveriesPageProps) {
  const { board, segment, rows, total, counts, query, url, tabs, canwrite, canexport } = props
  const title = `${board.name} deliveries`
  const filtered = query.search || query.state || query.start || query.end
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What leaves, who received it, and what came back."
        actions={
          canwrite && (
            <LinkButton
              look="primary"
              icon="plus"
              {...dialogLink(withQuery('/deliveries/new', { boardid: board.id }))}
            >
              New delivery
            </LinkButton>
          )
        }
      />
      <BoardTabs segment={segment} slug={board.slug} current="deliveries" rights={tabs} />
      <FilterBar url={url} region={REGION}>
        <SearchBox label="Search number, client, waybill or receiver" value={query.search} />
        <FilterDate name="start" label="From" value={query.start} />
        <FilterDate name="end" label="To" value={query.end} />
      </FilterBar>
      <ListTable
        caption={title}
        columns={columns}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region={REGION}
        refresh="deliveries"
        href={({ id }) => `/deliveries/${id}`}
        choice={({ number, client }) => number ?? `draft for ${client?.name ?? 'a cash sale'}`}
        empty={
          <EmptyState
            icon="truck"
            text={filtered ? 'No delivery note matches.' : 'Nothing has been delivered from this board yet.'}
            hint={
              filtered
                ? undefined
                : 'New delivery offers what jobs in Approve and Complete have made and not delivered.'
            }
          />
        }
      >
        <div className="counted">
          <DeliveryStates counts={counts} current={query.state} url={url} region={REGION} />
          {canexport && total > 0 && <ExportMenu id="export-deliveries" url={url} />}
        </div>
      </ListTable>
      <SelectionBar noun="delivery note">
        {canwrite && <ManyButton status="issued" icon="check" label="Issue" />}
        {canwrite && <ManyButton status="delivered" icon="handshake" label="Mark delivered" />}
        <LinkButton small icon="printer" href="/render/deliverynotes" data-with-ids="" target="_blank">
          Print
        </LinkButton>
      </SelectionBar>
    </>
  )
}

type ManyButtonProps = { status: ManyDeliveries['status']; icon: IconName; label: string }

const ManyButton = ({ status, icon, label }: ManyButtonProps) => (
  <Button
    small
    icon={icon}
    hx-get={withQuery('/deliveries/many/new', { status })}
    hx-include="closest form"
    {...intoDialog}
  >
    {label}
  </Button>
)
