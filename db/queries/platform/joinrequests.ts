import { and, asc, eq } from 'drizzle-orm'
import { accounts, joinrequests, platformUsers } from '#db/schema/platform/index.ts'
import type { PlatformDb } from '#db/types.ts'

export const findJoinRequest = (db: PlatformDb, userid: string, accountid: string) =>
  db
    .select()
    .from(joinrequests)
    .where(and(eq(joinrequests.userid, userid), eq(joinrequests.accountid, accountid)))
    .get()

export const listOwnRequests = (db: PlatformDb, userid: string) =>
  db
    .select({
      id: joinrequests.id,
      accountid: joinrequests.accountid,
      name: accounts.name,
      state: joinrequests.state,
      createdutc: joinrequests.createdutc,
    })
    .from(joinrequests)
    .innerJoin(accounts, eq(accounts.id, joinrequests.accountid))
    .where(eq(joinrequests.userid, userid))
    .orderBy(asc(joinrequests.createdutc))
    .all()

const selectJoinRequests = (db: PlatformDb) =>
  db
    .select({
      id: joinrequests.id,
      userid: joinrequests.userid,
      state: joinrequests.state,
      createdutc: joinrequests.createdutc,
      firstname: platformUsers.firstname,
      lastname: platformUsers.lastname,
      email: platformUsers.email,
      confirmedutc: platformUsers.confirmedutc,
    })
    .from(joinrequests)
    .innerJoin(platformUsers, eq(platformUsers.id, joinrequests.userid))

export type JoinRequest = ReturnType<typeof listWaitingRequests>[number]

export const MOST_REQUESTS = 200

export const listWaitingRequests = (db: PlatformDb, accountid: string) =>
  selectJoinRequests(db)
    .where(
      and(
        eq(joinrequests.accountid, accountid),
        eq(joinrequests.state, 'waiting'),
        eq(platformUsers.archived, false),
      ),
    )
    .orderBy(asc(joinrequests.createdutc))
    .limit(MOST_REQUESTS)
    .all()

export const requestById = (db: PlatformDb, accountid: string, id: string) =>
  selectJoinRequests(db)
    .where(and(eq(joinrequests.accountid, accountid), eq(joinrequests.id, id)))
    .get()
