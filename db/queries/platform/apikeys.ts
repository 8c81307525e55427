import { and, desc, eq, isNull } from 'drizzle-orm'
import { apikeys } from '#db/schema/platform/index.ts'
import type { PlatformDb } from '#db/types.ts'

/** What is shown of a key: never more than its last four letters. */
const shown = {
  id: apikeys.id,
  application: apikeys.application,
  tail: apikeys.tail,
  createdutc: apikeys.createdutc,
  lastusedutc: apikeys.lastusedutc,
  claims: apikeys.claims,
  expiresutc: apikeys.expiresutc,
}

export type KeyRow = ReturnType<typeof listApiKeys>[number]

const live = (userid: string, accountid: string) =>
  and(eq(apikeys.userid, userid), eq(apikeys.accountid, accountid), isNull(apikeys.revokedutc))

export const listApiKeys = (db: PlatformDb, userid: string, accountid: string) =>
  db
    .select(shown)
    .from(apikeys)
    .where(live(userid, accountid))
    .orderBy(desc(apikeys.id))
    .all()
    .map(({ claims, ...key }) => ({
      ...key,
      claims: claims === null ? null : (JSON.parse(claims) as string[]),
    }))

export const findApiKey = (db: PlatformDb, accountid: string, { id, hash }: { id: string; hash: string }) =>
  db
    .select({ ...shown, userid: apikeys.userid })
    .from(apikeys)
    .where(and(isNull(apikeys.revokedutc), eq(apikeys.accountid, accountid), eq(apikeys.keyhash, hash)))
    .get() ??
  db
    .select({ ...shown, userid: apikeys.userid })
    .from(apikeys)
    .where(and(isNull(apikeys.revokedutc), eq(apikeys.accountid, accountid), eq(apikeys.id, id)))
    .get()
