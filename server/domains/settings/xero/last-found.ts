import { readSetting, setSetting } from '#db/queries/settings.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { readXeroTenant } from '#server/xero/queue.ts'
import type { Differing } from './check-changes.ts'

const LAST_FOUND = 'xerolastfound'

/** `utc`: when it was asked for. */
type LastFound = Differing & { tenantid: string; utc: string }

/** Shown until somebody asks again. */
export const keepXeroFound = (tx: Tx, found: LastFound) => setSetting(tx.db, LAST_FOUND, found)

/** What was found when somebody last asked the organisation that is chosen; null where nobody did. */
export function readXeroFound(db: TenantDb): LastFound | null {
  const found = readSetting<LastFound>(db, LAST_FOUND)
  return found?.tenantid && found.tenantid === readXeroTenant(db) ? found : null
}

const listed = new Intl.ListFormat('en-ZA')

function sayUnknown(numbers: readonly string[], most: number) {
  const named = listed.format(
    numbers.length > most ? [...numbers.slice(0, most), `${numbers.length - most} more`] : numbers,
  )
  return numbers.length === 1
    ? `Xero has ${named}, which this account does not know: issue it here again as it stands there, and the two are one`
    : `Xero has ${named}, which this account does not know: issue them here again as they stand there, in this order, and each is the one that is there`
}

/** `hold`: as `readXeroHold` has it; `most`: how many numbers are named. */
export function sayXeroFound(
  { found, diverged, standing, takenback, unknown }: Differing,
  hold: string,
  most: number,
): { level: 'success' | 'warning'; words: string } {
  const changed =
    found === 1
      ? '1 document was changed in Xero: what differs is said beside it'
      : `${found} documents were changed in Xero: what differs is said beside each`
  const still =
    diverged === 1
      ? 'Nothing more has changed in Xero; 1 document differs there still'
      : `Nothing more has changed in Xero; ${diverged} documents differ there still`
  const cancelled =
    standing === 1
      ? '1 that was cancelled here still stands in Xero: what helps is said beside it'
      : `${standing} that were cancelled here still stand in Xero: what helps is said beside each`
  const late =
    takenback === 1
      ? `1 document or payment that was taken back here is taken back there ${hold || 'next'}`
      : `${takenback} documents and payments that were taken back here are taken back there ${hold || 'next'}`
  const said = [
    ...(unknown.length > 0 ? [sayUnknown(unknown, most)] : []),
    ...(takenback > 0 ? [late] : []),
    ...(found > 0 ? [changed] : diverged > 0 ? [still] : []),
    ...(standing > 0 ? [cancelled] : []),
  ]
  const differs = diverged + standing + (hold ? takenback : 0) + unknown.length > 0
  return {
    level: differs ? 'warning' : 'success',
    words: said.join('. ') || 'Nothing that was sent has changed in Xero',
  }
}
