import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'

export type Expiring = {
  id: string
  name: string
  utcexpires: string
  subscribed: number
  createdutc: string
}

const EXPIRING = `
  SELECT id, name, utcexpires, subscribed, createdutc FROM accounts
  WHERE utcexpires > ? AND utcexpires <= ? AND archived = 0 AND platformowner = 0`

/** Accounts that expire, or have expired, between two moments. */
export const expiringBetween = (db: PlatformDb, after: string, upto: string): Expiring[] =>
  prepared<Expiring>(db, EXPIRING).all([after, upto])

const GIVEN = 'SELECT min(days) AS days FROM expirynotices WHERE accountid = ? AND utcexpires = ?'

/** The last notice that an account was given of this expiry: how many days before it, or null. */
export const lastNotice = (db: PlatformDb, accountid: string, utcexpires: string): number | null =>
  prepared<{ days: number | null }>(db, GIVEN).get([accountid, utcexpires])?.days ?? null
