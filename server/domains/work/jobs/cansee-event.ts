import type { Viewer } from '#server/access/viewer.ts'
import { canSee } from '#server/access/viewer.ts'
import type { JobChangedEvent, JobMovedEvent } from './types.ts'

/**
 * Whether a person hears an event of their account. A job's event is for those who see the job, or saw it on the
 * board or location that it left. A StakeHolder hears of nothing else.
 */
export function canSeeEvent(viewer: Viewer, event: string, args: readonly unknown[]): boolean {
  if (event !== 'JobMoved' && event !== 'JobChanged') return viewer.locations === null
  const { boardid, locationid, fromboardid, fromlocationid } = args[0] as JobMovedEvent & JobChangedEvent
  return (
    canSee(viewer, boardid, locationid) ||
    (fromboardid !== undefined && canSee(viewer, fromboardid, locationid)) ||
    (fromlocationid !== undefined && canSee(viewer, boardid, fromlocationid))
  )
}
