import { and, eq, isNull } from 'drizzle-orm'
import { apikeys } from '#db/schema/platform/index.ts'
import type { PlatformTx } from '#db/types.ts'

/** Those of a person in one account, for good. Returns the sessions by which their live connections are known. */
export const endKeys = ({ db, now }: PlatformTx, userid: string, accountid: string): string[] =>
  db
    .update(apikeys)
    .set({ revokedutc: now })
    .where(and(eq(apikeys.userid, userid), eq(apikeys.accountid, accountid), isNull(apikeys.revokedutc)))
    .returning({ id: apikeys.id })
    .all()
    .map(({ id }) => `key:${id}`)
