import { eq } from 'drizzle-orm'
import { idempotency } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { PlatformDb, TenantDb } from '#db/types.ts'

type Either = TenantDb | PlatformDb
type Stored = RowOf<typeof byKey>

const byKey = statement((q, p: Params<{ key: string }>) =>
  q
    .select({ request: idempotency.request, status: idempotency.status, reply: idempotency.reply })
    .from(idempotency)
    .where(eq(idempotency.key, p.key)),
)

export const storedReply = (db: Either, userid: string, key: string) =>
  byKey.get(db, { key: `${userid} ${key}` })

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

export const changeStoredReply = (
  db: Either,
  userid: string,
  key: string,
  { status, reply }: Pick<Stored, 'status' | 'reply'>,
) =>
  prepared(db, 'UPDATE idempotency SET status = ?, reply = ? WHERE key = ?').run([
    status,
    reply,
    `${userid} ${key}`,
  ])
