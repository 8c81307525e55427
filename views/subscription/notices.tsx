import { DateTime } from '#views/ui/datetime.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip, EmptyState, type Level } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { FeesTabs } from './corefees.tsx'

type NoticeRow = {
  id: string
  receivedutc: string
  address: string
  reference: string
  status: string
  state: string
  reason: string
  accountname: string | null
}

const states: Record<string, { level: Level; words: string }> = {
  waiting: { level: 'info', words: 'Waits for confirmation' },
  paid: { level: 'success', words: 'Booked' },
  replayed: { level: 'info', words: 'Known already' },
  cancelled: { level: 'warning', words: 'Cancelled' },
  recorded: { level: 'warning', words: 'No money' },
  refused: { level: 'error', words: 'Refused' },
}

const columns: Column<NoticeRow>[] = [
  { key: 'receivedutc', head: 'Received', cell: ({ receivedutc }) => <DateTime iso={receivedutc} /> },
  { key: 'account', head: 'Account', cell: ({ accountname }) => accountname ?? '–' },
  { key: 'reference', head: 'Payment', wide: true, cell: ({ reference }) => reference || '–' },
  { key: 'status', head: 'Reported', wide: true, cell: ({ status }) => status || '–' },
  {
    key: 'state',
    head: 'Outcome',
    cell: ({ state }) => <Chip level={states[state]?.level}>{states[state]?.words ?? state}</Chip>,
  },
  { key: 'reason', head: 'Why', cell: ({ reason }) => reason || '–' },
  { key: 'address', head: 'From', wide: true, cell: ({ address }) => address },
]

/** What was sent to the notification address, and what became of it. */
export function Notices({ rows }: { rows: readonly NoticeRow[] }) {
  return (
    <>
      <PageTitle
        title="Fees"
        subtitle="The last hundred reports of the card provider, and of whoever says to be it."
      />
      <FeesTabs at="notifications" />
      <Table
        caption="Payment notifications"
        columns={columns}
        rows={rows}
        rowid={({ id }) => id}
        url="/backoffice/fees/notifications"
        region="notices"
        empty={<EmptyState icon="inbox" text="Nothing was reported yet." />}
      />
    </>
  )
}
