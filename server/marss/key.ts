import { readSetting, setSetting } from '#db/queries/settings.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Encryption } from '#server/encryption.ts'

const KEY = 'marss.key'

export const hasMarssKey = (db: TenantDb) => Boolean(readSetting<string>(db, KEY))

/** No page or call ever gives it out. */
export const setMarssKey = (tx: Tx, encryption: Encryption, key: string) =>
  setSetting(tx.db, KEY, key ? encryption.encrypt(key) : '')

/** Whether there is anything to ask, and anything to ask it with. */
export const marssInUse = ({ marssurl }: { marssurl: string }, db: TenantDb) =>
  Boolean(marssurl) && hasMarssKey(db)

/** Nothing also when it was encrypted by another installation, which must be told it again. */
export function marssKey(db: TenantDb, encryption: Encryption): string {
  const encrypted = readSetting<string>(db, KEY)
  if (!encrypted) return ''
  try {
    return encryption.decrypt(encrypted)
  } catch {
    return ''
  }
}
