import { removeLabel, setLabel } from '#db/queries/resources.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { defaults, jobsSegment, readLabels, reservedSegments } from '#server/resources.ts'

/** @throws 400 by key for what is no label, and for a jobs label whose address another page has */
export function changeLabels(tx: Tx, labels: Record<string, string | null>): Record<string, string> {
  const before = readLabels(tx.db)
  for (const [key, value] of Object.entries(labels)) {
    const first = Object.hasOwn(defaults, key) ? defaults[key] : undefined
    if (first === undefined) throw invalid({ [key]: 'This is not a label.' })
    const own = value?.trim() || null
    const word = own ?? first
    if (key === 'pages.jobs') checkSegment(word)
    if (own === null || own === first) removeLabel(tx.db, key)
    else setLabel(tx.db, key, own)
    if (word !== before[key])
      recordHistory(tx, 'resources', key, [{ field: key, oldvalue: before[key] ?? '', newvalue: word }])
  }
  tx.invalidateCaches()
  return readLabels(tx.db)
}

/** The jobs label is also an address, `/{jobs}/…`, which must lead to no other page. */
function checkSegment(word: string) {
  const segment = jobsSegment({ 'pages.jobs': word })
  if (reservedSegments.includes(segment))
    throw invalid({
      'pages.jobs': `Another page has the address /${segment}/ already, and the jobs label makes theirs.`,
    })
}
