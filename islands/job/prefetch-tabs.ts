import { useEffect } from 'react'
import type { BoardRights } from '#islands/board/props.ts'
import { newestPath } from '#islands/lib/use-newest.ts'
import type { ToWorker } from '#islands/worker/scope.ts'

/** A job that was opened is read without a line whole: the worker fetches what its tabs would, unless it did within the hour. */
export function usePrefetchedTabs(id: string, can: BoardRights): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: rights stay as the page came with them
  useEffect(() => {
    const { account = '' } = document.documentElement.dataset
    const message: ToWorker = { keep: { data: readings(id, can), parts: fragments(id, can), account } }
    navigator.serviceWorker?.controller?.postMessage(message)
  }, [id])
}

const readings = (id: string, can: BoardRights): string[] => [
  newestPath(`/api/jobs/${id}/notes`),
  `/api/steps/job/${id}`,
  `/api/materials/getMaterials/${id}`,
  ...(can.money ? [`/api/jobs/${id}/totals`] : []),
  ...(can.timesheet ? [`/api/jobs/${id}/timesheet`] : []),
  ...(can.history ? [newestPath(`/api/jobs/${id}/history`)] : []),
]

const fragments = (id: string, can: BoardRights): string[] => [
  `/equipment/job/${id}`,
  ...(can.documents ? [`/documents/panel/jobs/${id}`] : []),
  ...(can.deliveries ? [`/deliveries/job/${id}`] : []),
  `/tracking/${id}`,
]
