import { listChosenPreferences } from '#db/queries/people/preferences.ts'
import type { TenantDb } from '#db/types.ts'
import { keptRead } from '#server/kept-reads.ts'
import { isPreferenceKey, type Preference, type Preferences, preferenceTable } from './preference-keys.ts'

/** What a person has chosen; what they left alone, and a value of old that is no longer allowed, is missing. */
export const readChosenPreferences = (db: TenantDb, userid: string): Partial<Preferences> =>
  keptRead(db, `preferences ${userid}`, () => parseChosen(db, userid))

function parseChosen(db: TenantDb, userid: string): Partial<Preferences> {
  const values: Record<string, unknown> = {}
  for (const { key, value } of listChosenPreferences(db, userid)) {
    const read = isPreferenceKey(key)
      ? (preferenceTable[key] as Preference).read(parsePreference(value))
      : undefined
    if (read !== undefined) values[key] = read
  }
  return values
}

const fallbacks = Object.fromEntries(
  Object.entries(preferenceTable).map(([key, { fallback }]) => [key, fallback]),
) as Preferences

export const readPreferences = (db: TenantDb, userid: string): Preferences => ({
  ...fallbacks,
  ...readChosenPreferences(db, userid),
})

function parsePreference(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
