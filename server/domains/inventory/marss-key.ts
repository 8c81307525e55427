import { setSetting, settingOf } from '#db/queries/settings.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Seal } from '#server/access/seal.ts'

const KEY = 'marss.key'

/** Whether the account has given its key of Marss. */
export const hasMarssKey = (db: TenantDb) => Boolean(settingOf<string>(db, KEY))

/** Keeps the account's key of Marss, sealed; an empty one takes it away. No page or call ever gives it out. */
export const setMarssKey = (tx: Tx, seal: Seal, key: string) =>
  setSetting(tx.db, KEY, key ? seal.seal(key) : '')

/** The key itself, or nothing: also when it was sealed by another installation, which must be told it again. */
export function marssKey(db: TenantDb, seal: Seal): string {
  const sealed = settingOf<string>(db, KEY)
  if (!sealed) return ''
  try {
    return seal.open(sealed)
  } catch {
    return ''
  }
}
