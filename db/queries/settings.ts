import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** A setting of the account, or undefined. Values are stored as JSON. */
export function readSetting<T>(db: TenantDb, key: string): T | undefined {
  const row = prepared<{ value: string }>(db, 'SELECT value FROM settings WHERE key = ?').get([key])
  return row ? (JSON.parse(row.value) as T) : undefined
}

export function setSetting(db: TenantDb, key: string, value: unknown) {
  prepared(
    db,
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = version + 1',
  ).run([key, JSON.stringify(value)])
}

/** The versions of those of some settings that have been set. */
export const settingVersions = (db: TenantDb, keys: readonly string[]): number[] =>
  prepared<{ version: number }>(
    db,
    'SELECT s.version FROM json_each(?) AS wanted JOIN settings AS s ON s.key = wanted.value',
  )
    .all([JSON.stringify(keys)])
    .map(({ version }) => version)
