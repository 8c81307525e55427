import { DateTime } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip, EmptyState, type Level } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { FeesTabs } from './corefees.tsx'

type NotificationRow = {
  id: string
  receivedutc: string
  address: string
  reference: string
  status: string
  state: string
  reason: string
  accountname: string | null
}

const PATH = '/backoffice/fees/notifications'

const states: Record<string, { level: Level; label: string }> = {
  waiting: { level: 'info', label: 'Waits for confirmation' },
  paid: { level: 'success', label: 'Booked' },
  replayed: { level: 'info', label: 'Known already' },
  cancelled: { level: 'warning', label: 'Cancelled' },
  recorded: { level: 'warning', label: 'No money' },
  refused: { level: 'error', label: 'Refused' },
}

export const notificationStateLabel = (state: string): string => states[state]?.label ?? state

const columns: Column<NotificationRow>[] = [
  { key: 'receivedutc', head: 'Received', cell: ({ receivedutc }) => <DateTime iso={receivedutc} /> },
  { key: 'account', head: 'Account', cell: ({ accountname }) => accountname ?? '–' },
  { key: 'reference', head: 'Payment', wide: true, cell: ({ reference }) => reference || '–' },
  { key: 'status', head: 'Reported', wide: true, cell: ({ status }) => status || '–' },
  {
    key: 'state',
    head: 'Outcome',
    cell: ({ state }) => <Chip level={states[state]?.level}>{notificationStateLabel(state)}</Chip>,
  },
  { key: 'reason', head: 'Why', cell: ({ reason }) => reason || '–' },
  { key: 'address', head: 'From', wide: true, cell: ({ address }) => address },
]

export function PaymentNotifications({
  rows,
  canexport,
}: {
  rows: readonly NotificationRow[]
  canexport: boolean
}) {
  return (
    <>
      <PageTitle
        title="Fees"
        subtitle="The last hundred reports of the card provider, and of whoever says to be it."
      />
      <FeesTabs at="notifications" />
      {canexport && rows.length > 0 && (
        <div className="counted end">
          <ExportMenu id="export-notices" url={PATH} />
        </div>
      )}
      <Table
        caption="Payment notifications"
        columns={columns}
        rows={rows}
        rowid={({ id }) => id}
        url={PATH}
        region="notices"
        empty={<EmptyState icon="inbox" text="Nothing was reported yet." />}
      />
    </>
  )
}
