import { resources } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** The labels that this account has changed. */
export const labelOverrides = (db: TenantDb): Record<string, string> =>
  Object.fromEntries(
    db
      .select()
      .from(resources)
      .all()
      .map(({ key, value }) => [key, value]),
  )

/** One label that this account has changed. */
export const labelOf = (db: TenantDb, key: string): string | undefined =>
  prepared<{ value: string }>(db, 'SELECT value FROM resources WHERE key = ?').get([key])?.value
