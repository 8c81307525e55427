import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { accounts, apikeys, payments, platformUsers, seats, sessions } from '#db/schema/platform/index.ts'
import { isTrue, type Params, type RowOf, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'
import { seatsUsedSubquery } from './seats.ts'

const who = {
  userid: platformUsers.id,
  email: platformUsers.email,
  firstname: platformUsers.firstname,
  lastname: platformUsers.lastname,
  userarchived: platformUsers.archived,
  confirmedutc: platformUsers.confirmedutc,
  accountid: accounts.id,
  accountname: accounts.name,
  accountarchived: accounts.archived,
  utcexpires: accounts.utcexpires,
  subscribed: accounts.subscribed,
  size: accounts.size,
  platformowner: accounts.platformowner,
  logofile: accounts.logofile,
  seatspaid: accounts.seatspaid,
  copyof: accounts.copyof,
  copiedutc: accounts.copiedutc,
  roles: seats.roles,
  licensed: seats.licensed,
  seatarchived: seats.archived,
  seatsused: seatsUsedSubquery(accounts.id),
  paid: isTrue(sql`EXISTS (SELECT 1 FROM ${payments}
    WHERE ${payments.accountid} = ${accounts.id} AND ${payments.reversedutc} IS NULL)`),
}

const bySession = (column: typeof sessions.id | typeof sessions.cookiehash) =>
  statement((q, p: Params<{ value: string }>) =>
    q
      .select({
        sessionid: sessions.id,
        expiresutc: sessions.expiresutc,
        seenutc: sessions.seenutc,
        endedutc: sessions.endedutc,
        claims: sql<string | null>`NULL`,
        ...who,
      })
      .from(sessions)
      .innerJoin(platformUsers, eq(platformUsers.id, sessions.userid))
      .leftJoin(accounts, eq(accounts.id, sessions.accountid))
      .leftJoin(
        seats,
        and(
          eq(seats.userid, sessions.userid),
          eq(seats.accountid, sessions.accountid),
          isNull(seats.invited),
        ),
      )
      .where(eq(column, p.value)),
  )

const byKey = (column: typeof apikeys.id | typeof apikeys.keyhash, opens: SQL) =>
  statement((q, p: Params<{ value: string }>) =>
    q
      .select({
        sessionid: sql<string>`'key:' || ${apikeys.id}`,
        expiresutc: sql<string>`coalesce(${apikeys.expiresutc}, '9999')`,
        seenutc: apikeys.createdutc,
        endedutc: apikeys.revokedutc,
        claims: apikeys.claims,
        ...who,
      })
      .from(apikeys)
      .innerJoin(platformUsers, eq(platformUsers.id, apikeys.userid))
      .leftJoin(accounts, eq(accounts.id, apikeys.accountid))
      .leftJoin(
        seats,
        and(eq(seats.userid, apikeys.userid), eq(seats.accountid, apikeys.accountid), isNull(seats.invited)),
      )
      .where(and(eq(column, p.value), opens)),
  )

const bySeat = statement((q, p: Params<{ sessionid: string; userid: string; accountid: string }>) =>
  q
    .select({
      sessionid: sql<string>`${p.sessionid}`,
      expiresutc: sql<string>`'9999'`,
      seenutc: accounts.createdutc,
      endedutc: sql<string | null>`NULL`,
      claims: sql<string | null>`NULL`,
      ...who,
    })
    .from(platformUsers)
    .innerJoin(accounts, eq(accounts.id, p.accountid))
    .leftJoin(
      seats,
      and(eq(seats.userid, platformUsers.id), eq(seats.accountid, accounts.id), isNull(seats.invited)),
    )
    .where(eq(platformUsers.id, p.userid)),
)

/** For what the program does for somebody who is not there, with the rights that they have now. */
export const sessionBySeat = (
  db: PlatformDb,
  sessionid: string,
  userid: string,
  accountid: string,
): SessionRow | null => bySeat.get(db, { sessionid, userid, accountid })

const opensAll = sql`${apikeys.opens} IS NULL`

const byId = bySession(sessions.id)
const byCookie = bySession(sessions.cookiehash)
const byKeyHash = byKey(apikeys.keyhash, opensAll)
const byKeyId = byKey(apikeys.id, opensAll)
const byCalendarHash = byKey(apikeys.keyhash, sql`${apikeys.opens} = 'calendar'`)

export type SessionRow = RowOf<typeof byId>

export const sessionById = (db: PlatformDb, id: string) => byId.get(db, { value: id })
export const sessionByCookie = (db: PlatformDb, hash: string) => byCookie.get(db, { value: hash })
export const sessionByApiKey = (db: PlatformDb, hash: string) => byKeyHash.get(db, { value: hash })

export const sessionByCalendar = (db: PlatformDb, hash: string) => byCalendarHash.get(db, { value: hash })

export const findSession = (db: PlatformDb, sessionid: string): SessionRow | null =>
  sessionid.startsWith('key:') ? byKeyId.get(db, { value: sessionid.slice(4) }) : sessionById(db, sessionid)

const shown = {
  id: sessions.id,
  account: accounts.name,
  accountid: sessions.accountid,
  agent: sessions.agent,
  address: sessions.address,
  createdutc: sessions.createdutc,
  seenutc: sessions.seenutc,
}

export const openSessions = (db: PlatformDb, now: string, userid: string, accountid?: string) =>
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
