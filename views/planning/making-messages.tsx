import { formatQuantity, shortDate } from '#views/format.ts'
import { Panel } from '#views/ui/panel.tsx'
import { Table } from '#views/ui/table.tsx'

/** What to change about a job, or about an order of what is made. */
export type MakingMessageRow = {
  id: string
  name: string
  href?: string
  item: { code: string; name: string; unit: string }
  kind: 'expedite' | 'defer' | 'increase' | 'decrease' | 'cancel'
  /** When it comes as it stands. */
  comes: string
  day: string | null
  quantity: number | null
}

const asks: Record<MakingMessageRow['kind'], (row: MakingMessageRow) => string> = {
  expedite: ({ day }) => `Bring it forward to ${shortDate(day)}`,
  defer: ({ day }) => `It is not needed before ${shortDate(day)}`,
  increase: ({ quantity, item }) => `Make ${formatQuantity(quantity ?? 0, item.unit)} in all`,
  decrease: ({ quantity, item }) => `${formatQuantity(quantity ?? 0, item.unit)} are enough`,
  cancel: () => 'It is not needed any more',
}

export const MakingMessages = ({ rows }: { rows: readonly MakingMessageRow[] }) => (
  <Panel title="Being made" flush>
    <Table
      caption="Jobs and orders under way"
      columns={[
        {
          ...{ key: 'name', head: 'Job or order', tight: true },
          cell: ({ name, href }) => (href ? <a href={href}>{name}</a> : name),
        },
        { key: 'item', head: 'Item', cell: ({ item }) => `${item.name} [${item.code}]` },
        { key: 'comes', head: 'Comes', tight: true, cell: ({ comes }) => shortDate(comes) },
        { key: 'ask', head: 'What to do', cell: (row) => asks[row.kind](row) },
      ]}
      rows={rows}
      rowid={({ id }) => id}
      url=""
      region="production"
    />
  </Panel>
)
