import { prepared } from '#db/sqlite.ts'
import type { PlatformDb, TenantDb } from '#db/types.ts'
import { NEVER } from './outbox.ts'

type Kept = { table: string; column: string; where: string }

const ofTenant: readonly Kept[] = [
  { table: 'outbox', column: 'nextutc', where: 'sentutc IS NULL' },
  { table: 'webhook_events', column: 'nextutc', where: 'nextutc IS NOT NULL' },
  { table: 'xero_outbox', column: 'nextutc', where: "state = 'waiting'" },
  { table: 'digests', column: 'nextutc', where: 'true' },
  // The next time of a report is reckoned from both.
  { table: 'reportschedules', column: 'lastutc', where: 'archived = 0' },
  { table: 'reportschedules', column: 'updatedutc', where: 'archived = 0' },
]
const ofPlatform: readonly Kept[] = [
  { table: 'outbox', column: 'nextutc', where: 'sentutc IS NULL' },
  { table: 'digests', column: 'dueutc', where: 'true' },
  { table: 'cardsubscriptions', column: 'nextutc', where: "tell IN ('amount', 'cancel')" },
  { table: 'paymentnotifications', column: 'nextutc', where: "state = 'waiting'" },
]

type Times = { now: string; latest: string }

const beyond = ({ column, where }: Kept) => `${where} AND ${column} > ? AND ${column} < '${NEVER}'`

const isThereIn =
  (kept: readonly Kept[]) =>
  (db: TenantDb | PlatformDb, latest: string): boolean =>
    kept.some((one) => prepared(db, `SELECT 1 FROM ${one.table} WHERE ${beyond(one)} LIMIT 1`).get([latest]))

const pullBackIn =
  (kept: readonly Kept[]) =>
  (db: TenantDb | PlatformDb, { now, latest }: Times): void => {
    for (const one of kept)
      prepared(db, `UPDATE ${one.table} SET ${one.column} = ? WHERE ${beyond(one)}`).run([now, latest])
  }

export const hasTimesBeyond = isThereIn(ofTenant)
export const hasPlatformTimesBeyond = isThereIn(ofPlatform)

export const pullBackTimes = pullBackIn(ofTenant)
export const pullBackPlatformTimes = pullBackIn(ofPlatform)
