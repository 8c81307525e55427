import { eq } from 'drizzle-orm'
import { preferences } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const chosen = statement((q, p: Params<{ userid: string }>) =>
  q
    .select({ key: preferences.key, value: preferences.value })
    .from(preferences)
    .where(eq(preferences.userid, p.userid)),
)

export const listChosenPreferences = (db: TenantDb, userid: string) => chosen.all(db, { userid })

export const savePreference = (db: TenantDb, userid: string, key: string, value: string) =>
  prepared(
    db,
    `INSERT INTO preferences (userid, key, value) VALUES (?, ?, ?)
     ON CONFLICT (userid, key) DO UPDATE SET value = excluded.value`,
  ).run([userid, key, value])

export const deletePreference = (db: TenantDb, userid: string, key: string) =>
  prepared(db, 'DELETE FROM preferences WHERE userid = ? AND key = ?').run([userid, key])
