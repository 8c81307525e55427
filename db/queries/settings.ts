import { eq } from 'drizzle-orm'
import { settings } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const valueByKey = statement((q, p: Params<{ key: string }>) =>
  q.select({ value: settings.value }).from(settings).where(eq(settings.key, p.key)),
)

export function readSetting<T>(db: TenantDb, key: string): T | undefined {
  const row = valueByKey.get(db, { key })
  return row ? (JSON.parse(row.value) as T) : undefined
}

export function setSetting(db: TenantDb, key: string, value: unknown) {
  prepared(
    db,
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = version + 1',
  ).run([key, JSON.stringify(value)])
}

const versions = statement((q, p: Params<{ keys: readonly string[] }>) =>
  q
    .select({ version: settings.version })
    .from(listItems(p.keys))
    .innerJoin(settings, eq(settings.key, listItem)),
)

export const settingVersions = (db: TenantDb, keys: readonly string[]): number[] =>
  versions.all(db, { keys }).map(({ version }) => version)
