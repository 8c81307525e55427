import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { accounts, sessions } from '#db/schema/platform/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'
import { seatsUsed } from './seats.ts'

/** A session with all that the gate needs to know of its person, account and seat, in one look-up. */
export type SessionRow = {
  sessionid: string
  expiresutc: string
  seenutc: string
  endedutc: string | null
  userid: string
  email: string
  firstname: string
  lastname: string
  userarchived: number
  confirmedutc: string | null
  accountid: string | null
  accountname: string | null
  accountarchived: number | null
  utcexpires: string | null
  subscribed: number | null
  size: number | null
  logofile: string | null
  seatspaid: number | null
  /** Seats of the account for which it has to pay. */
  seatsused: number
  /** Whether anything was ever paid for the account. */
  paid: number
  platformowner: number | null
  roles: string | null
  licensed: number | null
  seatarchived: number | null
}

const who = `
  u.id AS userid, u.email, u.firstname, u.lastname, u.archived AS userarchived, u.confirmedutc,
  a.id AS accountid, a.name AS accountname, a.archived AS accountarchived, a.utcexpires, a.subscribed, a.size,
  a.platformowner, a.logofile, a.seatspaid, s.roles, s.licensed, s.archived AS seatarchived,
  ${seatsUsed('a.id')} AS seatsused,
  EXISTS (SELECT 1 FROM payments p WHERE p.accountid = a.id AND p.reversedutc IS NULL) AS paid`

const bySession = (condition: string) => `
  SELECT x.id AS sessionid, x.expiresutc, x.seenutc, x.endedutc, ${who}
  FROM sessions x
  JOIN users u ON u.id = x.userid
  LEFT JOIN accounts a ON a.id = x.accountid
  LEFT JOIN seats s ON s.userid = x.userid AND s.accountid = x.accountid
  WHERE ${condition}`

const BY_ID = bySession('x.id = ?')
const BY_COOKIE = bySession('x.cookiehash = ?')
const byKey = (condition: string) => `
  SELECT 'key:' || k.id AS sessionid, '9999' AS expiresutc, k.createdutc AS seenutc, k.revokedutc AS endedutc, ${who}
  FROM apikeys k
  JOIN users u ON u.id = k.userid
  LEFT JOIN accounts a ON a.id = k.accountid
  LEFT JOIN seats s ON s.userid = k.userid AND s.accountid = k.accountid
  WHERE ${condition}`

const BY_KEY = byKey('k.keyhash = ?')
const BY_KEYID = byKey('k.id = ?')

export const sessionById = (db: PlatformDb, id: string) => prepared<SessionRow>(db, BY_ID).get([id])
export const sessionByCookie = (db: PlatformDb, hash: string) =>
  prepared<SessionRow>(db, BY_COOKIE).get([hash])
export const sessionByApiKey = (db: PlatformDb, hash: string) => prepared<SessionRow>(db, BY_KEY).get([hash])

/** The session that a person was let in by, be it one of a sign-in or an API key. */
export const findSession = (db: PlatformDb, sessionid: string) =>
  sessionid.startsWith('key:')
    ? prepared<SessionRow>(db, BY_KEYID).get([sessionid.slice(4)])
    : sessionById(db, sessionid)

const shown = {
  id: sessions.id,
  account: accounts.name,
  accountid: sessions.accountid,
  agent: sessions.agent,
  address: sessions.address,
  createdutc: sessions.createdutc,
  seenutc: sessions.seenutc,
}

/** Where a person is signed in at this moment, in one account or in all, the last used first. */
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
