import type { Sight } from '#server/access/sight.ts'
import { sees } from '#server/access/sight.ts'
import type { JobChangedEvent, JobMovedEvent } from './types.ts'

/**
 * Whether a person hears an event of their account. A job's event is for those who see the job, or saw it on the
 * board or location that it left. A StakeHolder hears of nothing else.
 */
export function canSeeEvent(sight: Sight, event: string, args: readonly unknown[]): boolean {
  if (event !== 'JobMoved' && event !== 'JobChanged') return sight.locations === null
  const { boardid, locationid, fromboardid, fromlocationid } = args[0] as JobMovedEvent & JobChangedEvent
  return (
    sees(sight, boardid, locationid) ||
    (fromboardid !== undefined && sees(sight, fromboardid, locationid)) ||
    (fromlocationid !== undefined && sees(sight, boardid, fromlocationid))
  )
}
