import { deletePreference, savePreference } from '#db/queries/people/preferences.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'
import { isDigestPreference, planDigest } from './plan-digest.ts'
import { isPreferenceKey, type Preference, type Preferences, preferenceTable } from './preference-keys.ts'
import { readPreferences } from './read-preferences.ts'

/** Null resets one. @throws 400 by key, and then nothing is changed */
export function changePreferences(tx: Tx, userid: string, wanted: Record<string, unknown>): Preferences {
  const wrong: Record<string, string> = {}
  for (const [key, value] of Object.entries(wanted)) {
    if (!isPreferenceKey(key)) wrong[key] = 'This is not a known preference.'
    else if (value === null) deletePreference(tx.db, userid, key)
    else {
      const preference = preferenceTable[key] as Preference
      const read = preference.read(value)
      if (read === undefined) wrong[key] = `It must be ${preference.allowed}.`
      else savePreference(tx.db, userid, key, JSON.stringify(read))
    }
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  if (Object.keys(wanted).some(isDigestPreference)) planDigest(tx, userid)
  return readPreferences(tx.db, userid)
}
