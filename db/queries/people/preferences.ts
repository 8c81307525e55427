import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

type Row = { key: string; value: string }

/** What a person has chosen in this account, as JSON by key. */
export const chosenBy = (db: TenantDb, userid: string): Row[] =>
  prepared<Row>(db, 'SELECT key, value FROM preferences WHERE userid = ?').all([userid])

export const choose = (db: TenantDb, userid: string, key: string, value: string) =>
  prepared(
    db,
    `INSERT INTO preferences (userid, key, value) VALUES (?, ?, ?)
     ON CONFLICT (userid, key) DO UPDATE SET value = excluded.value`,
  ).run([userid, key, value])

export const unchoose = (db: TenantDb, userid: string, key: string) =>
  prepared(db, 'DELETE FROM preferences WHERE userid = ? AND key = ?').run([userid, key])
