import { tenant } from '#db/schema/tenant/index.ts'
import { statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const position = statement((q) =>
  q.select({ seq: tenant.change_seq, referenceVersion: tenant.catalogue_seq }).from(tenant),
)

/** The file's change counters as they are committed: what is kept by id and version is checked against them. */
export const readPosition = (db: TenantDb) => position.get(db) ?? { seq: 0, referenceVersion: 0 }
