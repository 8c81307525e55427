import { useEffect } from 'react'
import type { BoardProps, BoardRights } from '#islands/board/props.ts'
import { newestPath } from '#islands/lib/use-newest.ts'
import type { ToWorker } from '#islands/worker/scope.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { jobLists } from './details/job-fields.tsx'

/** A job that was opened is read without a line whole: the worker fetches what its tabs would, unless it did within the hour. */
export function usePrefetchedTabs(job: JobDetail, board: BoardProps): void {
  const { id } = job
  // biome-ignore lint/correctness/useExhaustiveDependencies: rights stay as the page came with them
  useEffect(() => {
    const { account = '' } = document.documentElement.dataset
    const { can } = board
    const data = [...jobLists(job, board), ...readings(id, can)]
    const message: ToWorker = { keep: { data, parts: fragments(id, can), account } }
    navigator.serviceWorker?.controller?.postMessage(message)
  }, [id])
}

/** What its tabs read, each by the words that say how old it is. */
export const tabPaths = (id: string) => ({
  'its sums': `/api/jobs/${id}/totals`,
  lines: `/api/materials/getMaterials/${id}`,
  notes: `/api/jobs/${id}/notes`,
  steps: `/api/steps/job/${id}`,
  time: `/api/jobs/${id}/timesheet`,
  history: `/api/jobs/${id}/history`,
})

function readings(id: string, can: BoardRights): string[] {
  const { 'its sums': totals, lines, notes, steps, time, history } = tabPaths(id)
  return [
    ...[newestPath(notes), steps, lines],
    ...(can.money ? [totals] : []),
    ...(can.timesheet ? [time] : []),
    ...(can.history ? [newestPath(history)] : []),
  ]
}

const fragments = (id: string, can: BoardRights): string[] => [
  `/equipment/job/${id}`,
  ...(can.documents ? [`/documents/panel/jobs/${id}`] : []),
  ...(can.deliveries ? [`/deliveries/job/${id}`] : []),
  `/tracking/${id}`,
]
