import { findTimeWeek } from '#db/queries/work/time-weeks.ts'
import { workers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { startOfWeek } from '#server/dates.ts'
import { Problem } from '#server/errors.ts'
import { getRecord } from '#server/records.ts'
import { shortDate } from '#views/format.ts'

/**
 * Time of an approved week changes no more; that of a submitted one only by whoever decides on it.
 * @throws 400 in words
 */
export function refuseLockedWeek(tx: Tx, viewer: Viewer, workerid: string, date: string) {
  const monday = startOfWeek(date)
  const state = findTimeWeek(tx.db, workerid, monday)?.state ?? 'open'
  if (state === 'open' || (state === 'submitted' && viewer.claims.has('timesheet.manage'))) return
  const { name } = getRecord(tx.db, workers, workerid, 'workerid')
  const week = `The week of ${name} from ${shortDate(monday)}`
  throw new Problem(
    400,
    state === 'approved'
      ? `${week} is approved: it is reopened before its time changes.`
      : `${week} is submitted: it is taken back before its time changes.`,
    { code: 'weeklocked' },
  )
}
