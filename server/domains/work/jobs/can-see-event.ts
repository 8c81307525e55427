import type { Viewer } from '#server/access/viewer.ts'
import { canSeeJobAt } from '#server/access/viewer.ts'
import type { JobChangedEvent, JobMovedEvent } from './types.ts'

const ofJobs = new Set(['JobMoved', 'JobChanged', 'WorkChanged'])

/** Also for those who saw the job on the board or location that it left. */
export function canSeeEvent(viewer: Viewer, event: string, args: readonly unknown[]): boolean {
  if (!ofJobs.has(event)) return viewer.locations === null
  const { boardid, locationid, fromboardid, fromlocationid } = args[0] as JobMovedEvent & JobChangedEvent
  return (
    canSeeJobAt(viewer, boardid, locationid) ||
    (fromboardid !== undefined && canSeeJobAt(viewer, fromboardid, locationid)) ||
    (fromlocationid !== undefined && canSeeJobAt(viewer, boardid, fromlocationid))
  )
}
