import { and, eq } from 'drizzle-orm'
import { accounts } from '#db/schema/platform/platform.ts'
import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'

export type AccountRow = typeof accounts.$inferSelect

export const accountById = (db: PlatformDb, id: string): AccountRow | undefined =>
  db.select().from(accounts).where(eq(accounts.id, id)).get()

/** An account that a stranger may ask to join: in use, and not the operator's own. */
export const joinableAccount = (db: PlatformDb, id: string) =>
  db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.archived, false), eq(accounts.platformowner, false)))
    .get()

const SEATS = `
  SELECT u.id AS userid, u.firstname, u.lastname, u.email, u.confirmedutc IS NOT NULL AS confirmed, s.id, s.roles,
    s.licensed, s.seenutc
  FROM seats s JOIN users u ON u.id = s.userid
  WHERE s.accountid = ? AND s.archived = 0
  ORDER BY s.licensed DESC, u.firstname COLLATE NOCASE, u.lastname COLLATE NOCASE, u.email
  LIMIT 1000`

export type SeatLine = {
  id: string
  userid: string
  firstname: string
  lastname: string
  email: string
  confirmed: number
  /** JSON array of role ids. */
  roles: string
  licensed: number
  seenutc: string | null
}

/** Who holds a seat of an account, at most a thousand. */
export const seatLines = (db: PlatformDb, accountid: string): SeatLine[] =>
  prepared<SeatLine>(db, SEATS).all([accountid])
