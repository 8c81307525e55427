import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'

export type AccountName = { id: string; name: string }

/** Every account of the installation, archived ones included: each has a file. */
export const accountNames = (db: PlatformDb): AccountName[] =>
  prepared<AccountName>(db, 'SELECT id, name FROM accounts ORDER BY name, id').all()
