import { randomUUIDv7 } from 'bun'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { storedReply, storeReply } from '#db/queries/idempotency.ts'
import { findSeat, type SeatRow } from '#db/queries/platform/seats.ts'
import { platformOutbox } from '#db/schema/platform/platform.ts'
import { users } from '#db/schema/tenant/index.ts'
import type { Tenants, Tx } from '#db/tenants.ts'
import type { Actor, PlatformDb, PlatformTx } from '#db/types.ts'
import { callOtherCells } from '#server/cells/notify-cells.ts'
import { type Change, recordHistory } from '#server/history.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { listOwnDue } from './own-outbox.ts'

type MembershipChange = { accountid: string; userid: string; by: Actor; changes: Change[] }
type Files = { platform: Platform; tenants: Tenants }

const KIND = 'person'

/** In the transaction of the change, since none spans both files; `syncMemberships` applies it, or does after a crash. */
export function queueMembershipSync({ db, now }: PlatformTx, change: MembershipChange) {
  const payload = JSON.stringify(change)
  db.insert(platformOutbox)
    .values({ id: randomUUIDv7(), kind: KIND, payload, createdutc: now, nextutc: now })
    .run()
}

/** A file that cannot be opened is tried again a minute later. */
export async function syncMemberships({ platform, tenants }: Files, now: string) {
  const due = listOwnDue<MembershipChange>({ platform, tenants }, KIND, now)
  if (due.length === 0) return
  const applied: string[] = []
  const failed: string[] = []
  // All at once: what goes into one file then shares its commits.
  await Promise.all(
    due.map(async ({ id, payload: change }) => {
      try {
        const seat = platform.read((db) => findSeat(db, change.accountid, change.userid))
        await tenants.write(change.accountid, change.by, (tx) => applyMembership(tx, id, change, seat))
        applied.push(id)
      } catch (error) {
        logFailure(`person ${change.userid}`, error)
        failed.push(id)
      }
    }),
  )
  await platform.write(({ db }) => {
    db.delete(platformOutbox).where(inArray(platformOutbox.id, applied)).run()
    const nextutc = addMs(now, MINUTE_MS)
    db.update(platformOutbox).set({ nextutc }).where(inArray(platformOutbox.id, failed)).run()
  })
}

/** Lets the accounts' files hear of their people at once, also those that other processes serve. */
export async function syncMembershipsNow(services: Services) {
  await syncMemberships(services, services.clock().toISOString())
  if (services.cell && services.platform.read(isPersonWaiting)) await callOtherCells(services, 'people', {})
}

const isPersonWaiting = (db: PlatformDb) =>
  db
    .select({ id: platformOutbox.id })
    .from(platformOutbox)
    .where(and(isNull(platformOutbox.sentutc), eq(platformOutbox.kind, KIND)))
    .limit(1)
    .get() !== undefined

/** Applied again it changes nothing, and history is written once. */
function applyMembership(
  tx: Tx,
  id: string,
  { userid, changes }: MembershipChange,
  seat: SeatRow | undefined,
) {
  if (!seat || storedReply(tx.db, '', `person ${id}`)) return
  const { firstname, lastname, email, phone, roles } = seat
  const archived = seat.archived || seat.userarchived
  const values = { firstname, lastname, email, phone, roles, archived }
  tx.db
    .insert(users)
    .values({ id: userid, ...values })
    .onConflictDoUpdate({ target: users.id, set: values })
    .run()
  recordHistory(tx, 'users', userid, changes)
  storeReply(tx.db, tx.now, '', `person ${id}`, { request: '', status: 200, reply: '' })
  tx.publish('RecordChanged', [{ table: 'users', id: userid }])
  tx.invalidateCaches()
}
