import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'

export type AccountChoice = { id: string; name: string; hide: number }

const ACCOUNTS_OF = `
  SELECT a.id, a.name, s.hide
  FROM seats s JOIN accounts a ON a.id = s.accountid
  WHERE s.userid = ? AND s.archived = 0 AND a.archived = 0
  ORDER BY a.name`

/** The accounts that a person belongs to. */
export const accountsOf = (db: PlatformDb, userid: string): AccountChoice[] =>
  prepared<AccountChoice>(db, ACCOUNTS_OF).all([userid])

const SEAT_FIGURES = `
  SELECT a.utcexpires, a.seatspaid, a.platformowner,
    (SELECT count(*) FROM seats s WHERE s.accountid = a.id AND s.archived = 0 AND s.licensed = 1) AS seatsused
  FROM accounts a WHERE a.id = ?`

type SeatFigures = { utcexpires: string | null; seatspaid: number; platformowner: number; seatsused: number }

/** How many seats of an account are held and paid for. */
export const seatFigures = (db: PlatformDb, accountid: string): SeatFigures =>
  prepared<SeatFigures>(db, SEAT_FIGURES).get([accountid]) ?? {
    utcexpires: null,
    seatspaid: 0,
    platformowner: 0,
    seatsused: 0,
  }

const FOUNDED = `
  SELECT count(*) AS n FROM seats s JOIN accounts a ON a.id = s.accountid
  WHERE s.userid = ? AND s.createdutc >= ? AND a.createdutc >= ?`

/** How many accounts younger than `since` a person has come into since then. */
export const accountsSince = (db: PlatformDb, userid: string, since: string): number =>
  prepared<{ n: number }>(db, FOUNDED).get([userid, since, since])?.n ?? 0
