import { ShowOlder } from '#islands/lib/show-older.tsx'
import { useNewest } from '#islands/lib/use-newest.ts'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { Skeleton } from '#views/ui/small.tsx'
import type { InventoryProps } from './props.ts'

export function ItemHistory({ id, props }: { id: string; props: InventoryProps }) {
  const { rows, problem, older, showOlder } = useNewest<HistoryLine>(`/api/inventory/${id}/history`, id)
  if (problem) return <p className="error">{problem}</p>
  if (!rows) return <Skeleton />
  const named = rows.map((entry) => ({ ...entry, field: props.labels[entry.field] ?? entry.field }))
  return (
    <>
      <History entries={named} zone={props.zone} />
      <ShowOlder count={older} onShow={showOlder} />
    </>
  )
}
