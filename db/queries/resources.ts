import { resources } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

export const labelOverrides = (db: TenantDb): Record<string, string> =>
  Object.fromEntries(overrides.all(db).map(({ key, value }) => [key, value]))

const overrides = statement((q) => q.select({ key: resources.key, value: resources.value }).from(resources))

export const setLabel = (db: TenantDb, key: string, value: string) =>
  prepared(
    db,
    `INSERT INTO resources (key, value) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = version + 1`,
  ).run([key, value])

export const removeLabel = (db: TenantDb, key: string) =>
  prepared(db, 'DELETE FROM resources WHERE key = ?').run([key])
