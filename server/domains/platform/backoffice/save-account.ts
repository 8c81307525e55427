import { and, eq } from 'drizzle-orm'
import { type AccountRow, accountById } from '#db/queries/platform/accounts.ts'
import { backofficeLine } from '#db/queries/platform/backoffice.ts'
import { accounts } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import {
  type Details,
  findWrongDetails,
  NOT_VALID,
  rejectDetails,
} from '#server/domains/account/account/check-details.ts'
import { invalid, notFound } from '#server/errors.ts'
import { formatPlainValue } from '#server/history.ts'
import { addMs } from '#server/instants.ts'
import { versionConflict } from '#server/version-conflict.ts'
import { DEFAULT_ZONE, startOfDay, todayIn } from '#server/zone.ts'
import { shortDate } from '#views/format.ts'

export type OperatorValues = Details & {
  /** A date means the end of that day in South Africa; empty or null: never. */
  utcexpires?: string | null
  size?: number
  seatspaid?: number
  archived?: boolean
  version?: number
}

type Operator = { userid: string; address: string }

/** @throws 400 by field, also for archiving the platform's own account; 404; 409 when someone saved first */
export function saveAccount(tx: PlatformTx, id: string, given: OperatorValues, by: Operator): AccountRow {
  const before = accountById(tx.db, id)
  if (!before) throw notFound('account')
  const { version, utcexpires, ...rest } = given
  const values = {
    ...rest,
    ...(utcexpires === undefined ? {} : { utcexpires: parseExpiry(utcexpires, before) }),
  }
  if (version !== undefined && version !== before.version)
    throw versionConflict(backofficeLine(tx.db, id) ?? before, before, values, formatAccountField)
  rejectDetails(findWrongDetails(rest), NOT_VALID)
  if (before.platformowner && given.archived)
    throw invalid({ archived: 'The platform’s own account cannot be archived.' })
  const changes = Object.entries(values).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof AccountRow],
  )
  if (changes.length === 0) return before
  tx.db
    .update(accounts)
    .set({ ...values, version: before.version + 1, updatedutc: tx.now })
    .where(and(eq(accounts.id, id), eq(accounts.version, before.version)))
    .run()
  recordAudit(tx, 'accountchanged', {
    userid: by.userid,
    accountid: id,
    address: by.address,
    detail: `by the operator: ${changes
      .map(
        ([name, value]) =>
          `${name} ${formatAccountField(name, before[name as keyof AccountRow])} → ${formatAccountField(name, value)}`,
      )
      .join(', ')}`,
  })
  return accountById(tx.db, id) as AccountRow
}

function formatAccountField(name: string, value: unknown): string {
  if (name === 'utcexpires') return value ? shortDate(expiryDay(String(value))) : 'never'
  return formatPlainValue(name, value) || 'none'
}

/** The same day as before keeps its moment, so that saving a form does not move it. */
function parseExpiry(given: string | null, before?: Pick<AccountRow, 'utcexpires'>): string | null {
  if (!given) return null
  if (Number.isNaN(Date.parse(given))) throw invalid({ utcexpires: 'There is no such day.' })
  const moment = new Date(given).toISOString()
  if (given.includes('T')) return moment
  if (!moment.startsWith(given)) throw invalid({ utcexpires: 'There is no such day.' })
  if (before?.utcexpires && expiryDay(before.utcexpires) === given) return before.utcexpires
  return addMs(startOfDay(given, DEFAULT_ZONE, 1), -1)
}

/** The day of an instant in South Africa, `YYYY-MM-DD`. */
export const expiryDay = (instant: string) => todayIn(DEFAULT_ZONE, new Date(instant))
