import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { findApiKey, type KeyRow, listApiKeys } from '#db/queries/platform/apikeys.ts'
import { apikeys } from '#db/schema/platform/index.ts'
import type { PlatformTx } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import { API_KEY_PREFIX, hashSecret, newSecret } from '#server/access/tokens.ts'
import { invalid, notFound } from '#server/errors.ts'

type Owner = { userid: string; accountid: string }

/** `claims`: null: whatever its person may do. */
type KeyLimits = { opens?: 'calendar' | null; claims?: string[] | null; expiresutc?: string | null }

const MAX_KEYS = 20

export const MOBILE = 'Mobile link'
/** Opens one’s own calendar, and is revoked as any other. */
export const CALENDAR = 'Calendar address'

/** What `opens` one thing does nothing else. The one that the application had before stops working. The key itself is in the answer and nowhere else. */
export function createKey(
  tx: PlatformTx,
  { userid, accountid }: Owner,
  application: string,
  { opens = null, claims = null, expiresutc = null }: KeyLimits = {},
): { made: KeyRow & { key: string }; replaced: KeyRow[] } {
  const mine = listApiKeys(tx.db, userid, accountid)
  const same = mine.filter((one) => one.application.toLowerCase() === application.toLowerCase())
  if (mine.length - same.length >= MAX_KEYS)
    throw invalid({ application: `You have ${MAX_KEYS} keys already: revoke one that is no longer used.` })
  for (const old of same) revoke(tx, old.id)
  const key = `${API_KEY_PREFIX}${newSecret()}`
  const row = {
    id: randomUUIDv7(),
    application,
    tail: key.slice(-4),
    createdutc: tx.now,
    lastusedutc: null,
    claims,
    expiresutc,
  }
  tx.db
    .insert(apikeys)
    .values({
      ...row,
      claims: claims && JSON.stringify(claims),
      opens,
      userid,
      accountid,
      keyhash: hashSecret(key),
    })
    .run()
  recordAudit(tx, 'apikeymade', { userid, accountid, detail: `${application} …${row.tail}` })
  return { made: { ...row, key }, replaced: same }
}

/**
 * `key` is its id or the key itself. Returns whose it was. @throws 404, for somebody else's unless `anybodys`
 */
export function revokeKey(tx: PlatformTx, by: Owner, key: string, anybodys: boolean) {
  const row = findApiKey(tx.db, by.accountid, { id: key, hash: hashSecret(key) })
  if (!row || (row.userid !== by.userid && !anybodys)) throw notFound('key')
  revoke(tx, row.id)
  recordAudit(tx, 'apikeyrevoked', {
    userid: by.userid,
    accountid: by.accountid,
    detail: `${row.application} …${row.tail}`,
  })
  return row
}

const revoke = ({ db, now }: PlatformTx, id: string) =>
  db.update(apikeys).set({ revokedutc: now }).where(eq(apikeys.id, id)).run()
