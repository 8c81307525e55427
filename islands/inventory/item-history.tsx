import { useEffect, useState } from 'react'
import { errorMessage, fetchData } from '#islands/lib/call.ts'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { Skeleton } from '#views/ui/small.tsx'
import type { InventoryProps } from './props.ts'

export function ItemHistory({ id, props }: { id: string; props: InventoryProps }) {
  const [entries, setEntries] = useState<readonly HistoryLine[]>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    fetchData<HistoryLine[]>(`/api/inventory/${id}/history?take=200`).then(setEntries, (error) =>
      setProblem(errorMessage(error)),
    )
  }, [id])
  if (problem) return <p className="error">{problem}</p>
  if (!entries) return <Skeleton />
  const named = entries.map((entry) => ({ ...entry, field: props.labels[entry.field] ?? entry.field }))
  return <History entries={named} zone={props.zone} />
}
