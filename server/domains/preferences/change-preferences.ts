import { choose, chosenBy, unchoose } from '#db/queries/preferences.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { isKnown, known, type Preference, type Preferences } from './known.ts'

/** What a person has chosen; what they left alone, and a value of old that is no longer allowed, is missing. */
export function chosenOf(db: TenantDb, userid: string): Partial<Preferences> {
  const values: Record<string, unknown> = {}
  for (const { key, value } of chosenBy(db, userid)) {
    const read = isKnown(key) ? (known[key] as Preference).read(parsed(value)) : undefined
    if (read !== undefined) values[key] = read
  }
  return values
}

const fallbacks = Object.fromEntries(
  Object.entries(known).map(([key, { fallback }]) => [key, fallback]),
) as Preferences

/** Everything that a person may choose in this account, as it holds for them. */
export const preferencesOf = (db: TenantDb, userid: string): Preferences => ({
  ...fallbacks,
  ...chosenOf(db, userid),
})

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Changes some of a person's own preferences; null resets one. @throws 400 by key, and then nothing is changed */
export function changePreferences(tx: Tx, userid: string, wanted: Record<string, unknown>): Preferences {
  const wrong: Record<string, string> = {}
  for (const [key, value] of Object.entries(wanted)) {
    if (!isKnown(key)) wrong[key] = 'This is not a known preference.'
    else if (value === null) unchoose(tx.db, userid, key)
    else {
      const preference = known[key] as Preference
      const read = preference.read(value)
      if (read === undefined) wrong[key] = `It must be ${preference.allowed}.`
      else choose(tx.db, userid, key, JSON.stringify(read))
    }
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return preferencesOf(tx.db, userid)
}
