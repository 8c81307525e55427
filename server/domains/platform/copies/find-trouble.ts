import {
  findLastDrill,
  listSubjects,
  PLATFORM,
  readPlaceState,
  type SubjectState,
} from '#db/queries/offsite.ts'
import type { OffsiteDb } from '#db/types.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import { showMoment } from '#server/tasks/offsite/copy-manifest.ts'

/** As long as it may take until a change of an account is copied. */
export const COPIED_WITHIN_MS = 5 * MINUTE_MS
const LATE_MS = 3 * COPIED_WITHIN_MS
const PLATFORM_LATE_MS = 5 * MINUTE_MS
/** What mends itself within it, such as a line that was down, nobody needs to hear of. */
const FAILING_MS = 5 * MINUTE_MS
const SILENT_MS = 10 * MINUTE_MS

type Seen = {
  now: Date
  /** When this program was started: what stood before that is no news. */
  startedutc: string
  nameOf: (id: string) => string
}

/** What keeps off-site copies from being made as they should be, in a sentence; null: all is well. */
export function findTrouble(db: OffsiteDb, { now, startedutc, nameOf }: Seen): string | null {
  const { failure, failedutc, ranutc } = readPlaceState(db)
  if (failure && failedutc && failedutc < addMs(now, -FAILING_MS)) return failure
  const silent = addMs(now, -SILENT_MS)
  if (startedutc < silent && (ranutc ?? '') < silent)
    return 'Whatever copies has not run for ten minutes. The log of the program says why; start it again.'
  const late = findLate(listSubjects(db), now)
  if (late && startedutc < addMs(now, -LATE_MS))
    return `${nameOf(late.id)} waits since ${showMoment(late.changedutc ?? '')} to be copied. ${late.failure || 'Copies take longer than changes come: the line is too slow, or --replicate-limit too low.'}`
  const drill = findLastDrill(db)
  return drill && !drill.ok ? `The drill did not succeed. ${drill.detail}` : null
}

function findLate(subjects: readonly SubjectState[], now: Date): SubjectState | undefined {
  const late = subjects.filter(
    ({ id, changedutc }) =>
      changedutc !== null && changedutc < addMs(now, -(id === PLATFORM ? PLATFORM_LATE_MS : LATE_MS)),
  )
  return late.sort((a, b) => ((a.changedutc ?? '') < (b.changedutc ?? '') ? -1 : 1))[0]
}
