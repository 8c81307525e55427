import { formatQuantity } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { QuantityText } from '#views/ui/figures.tsx'
import { DescriptionList } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import type { StockItem } from './item.tsx'

export const usedBeforeWords = (lines: number): string =>
  `What ${lines === 1 ? '1 line' : `${lines} lines`} of jobs used before this item was kept in stock is not booked.`

type UsedBeforeLine = { id: string; job: string; description: string; moves: number }

type UsedBeforeProps = {
  item: StockItem
  onhand: number
  moves: number
  lines: readonly UsedBeforeLine[]
  /** With the lines that follow after these. */
  total: number
}

/** What lines used while nothing of the item was booked, before it is. */
export function UsedBeforeDialog({ item, onhand, moves, lines, total }: UsedBeforeProps) {
  const unit = item.baseunit
  const url = `/inventory/${item.id}/stock/usedbefore`
  const columns: Column<UsedBeforeLine>[] = [
    { key: 'job', head: 'Job', cell: ({ job }) => job || 'Another board' },
    { key: 'line', head: 'Line', cell: ({ description }) => description },
    {
      key: 'moves',
      head: 'Moves',
      numeric: true,
      cell: (row) => <QuantityText millionths={row.moves} unit={unit} />,
    },
  ]
  return (
    <Dialog
      title="Book what was used before"
      subtitle={`${item.name} [${item.code}]`}
      url={lines.length > 0 ? url : undefined}
      submit={lines.length === 1 ? 'Book 1 line' : `Book ${lines.length} lines`}
      cancel={lines.length > 0 ? 'Leave it' : 'Close'}
    >
      {lines.length === 0 && <Banner level="info">Nothing is left to book.</Banner>}
      {total > lines.length && lines.length > 0 && (
        <Banner level="info">
          {total - lines.length} more lines follow after these: come back here for them.
        </Banner>
      )}
      {lines.length > 0 && (
        <>
          <DescriptionList
            facts={[
              {
                label: 'On hand',
                value: `${formatQuantity(onhand, unit)} → ${formatQuantity(onhand + moves, unit)}`,
              },
            ]}
          />
          <Table
            caption="Lines to book"
            columns={columns}
            rows={lines}
            rowid={({ id }) => id}
            url={url}
            region="dialog"
          />
        </>
      )}
    </Dialog>
  )
}
