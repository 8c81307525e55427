import { resources } from '#db/schema/tenant/index.ts'
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
