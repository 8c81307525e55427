import { and, eq } from 'drizzle-orm'
import { listUserAccounts } from '#db/queries/platform/accounts.ts'
import { seats, sessions } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { notFound } from '#server/errors.ts'

/** @throws 404 for any other account (decision B1). */
export function switchAccount({ db, now }: PlatformTx, sessionid: string, userid: string, accountid: string) {
  const account = listUserAccounts(db, userid).find(({ id }) => id === accountid)
  if (!account) throw notFound('account')
  db.update(sessions).set({ accountid, seenutc: now }).where(eq(sessions.id, sessionid)).run()
  return { id: account.id, name: account.name }
}

export function hideAccount({ db, now }: PlatformTx, userid: string, accountid: string, hide: boolean) {
  if (!listUserAccounts(db, userid).some(({ id }) => id === accountid)) throw notFound('account')
  db.update(seats)
    .set({ hide, updatedutc: now })
    .where(and(eq(seats.userid, userid), eq(seats.accountid, accountid)))
    .run()
}
