import { prepared } from '#db/sqlite.ts'
import type { PlatformDb, TenantDb } from '#db/types.ts'

type Stored = { request: string; status: number; reply: string }
type Either = TenantDb | PlatformDb

/** The reply that was stored with this key, if the call was made before. */
export const storedReply = (db: Either, userid: string, key: string) =>
  prepared<Stored>(db, 'SELECT request, status, reply FROM idempotency WHERE key = ?').get([
    `${userid} ${key}`,
  ])

/** Keeps a reply beside the change it answers, and forgets those older than a week. */
export function storeReply(db: Either, now: string, userid: string, key: string, stored: Stored) {
  prepared(db, 'DELETE FROM idempotency WHERE createdutc < ?').run([
    new Date(Date.parse(now) - 7 * 86_400_000).toISOString(),
  ])
  prepared(
    db,
    'INSERT INTO idempotency (key, userid, request, status, reply, createdutc) VALUES (?, ?, ?, ?, ?, ?)',
  ).run([`${userid} ${key}`, userid, stored.request, stored.status, stored.reply, now])
}
