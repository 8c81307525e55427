import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { accounts, sessions } from '#db/schema/platform/index.ts'
import type { PlatformDb } from '#db/types.ts'

const shown = {
  id: sessions.id,
  account: accounts.name,
  accountid: sessions.accountid,
  agent: sessions.agent,
  address: sessions.address,
  createdutc: sessions.createdutc,
  seenutc: sessions.seenutc,
}

export type SignedIn = ReturnType<typeof signedIn>[number]

/** Where a person is signed in at this moment, in one account or in all, the last used first. */
export const signedIn = (db: PlatformDb, now: string, userid: string, accountid?: string) =>
  db
    .select(shown)
    .from(sessions)
    .leftJoin(accounts, eq(accounts.id, sessions.accountid))
    .where(
      and(
        eq(sessions.userid, userid),
        isNull(sessions.endedutc),
        gt(sessions.expiresutc, now),
        accountid ? eq(sessions.accountid, accountid) : undefined,
      ),
    )
    .orderBy(desc(sessions.seenutc))
    .all()
