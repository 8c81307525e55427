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
