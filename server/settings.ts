import { readSetting, setSetting, settingVersions } from '#db/queries/settings.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { formatPlainValue, recordHistory } from '#server/history.ts'
import { versionConflict } from '#server/version-conflict.ts'

export const settingsVersion = (db: TenantDb, keys: readonly string[]): number =>
  1 + settingVersions(db, keys).reduce((sum, each) => sum + each, 0)

type Late = {
  version?: number
  now: Record<string, unknown>
  typed: Record<string, unknown>
}

/** Told field by field. @throws `VersionConflict` when somebody else changed it since `version` */
export function checkSettingsVersion(db: TenantDb, key: string, { version, now, typed }: Late) {
  const present = settingsVersion(db, [key])
  if (version !== undefined && version !== present)
    throw versionConflict({ ...now, version: present }, now, typed, formatPlainValue)
}

type Options = {
  version?: number
  words?: (key: string, value: unknown) => string
}

/** @throws `VersionConflict` when somebody else changed one of them since `version` */
export function changeSettings(tx: Tx, values: Record<string, unknown>, { version, words }: Options = {}) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const say = words ?? ((_key, value) => (value === undefined || value === null ? '' : String(value)))
  const stand = Object.fromEntries(Object.keys(values).map((key) => [key, readSetting(tx.db, key)]))
  const now = settingsVersion(tx.db, Object.keys(values))
  if (version !== undefined && version !== now)
    throw versionConflict({ ...stand, version: now }, stand, values, say)
  for (const [key, value] of given) {
    if (Bun.deepEquals(stand[key], value)) continue
    setSetting(tx.db, key, value)
    recordHistory(tx, 'settings', key, [
      { field: key, oldvalue: say(key, stand[key]), newvalue: say(key, value) },
    ])
  }
  tx.invalidateCaches()
}
