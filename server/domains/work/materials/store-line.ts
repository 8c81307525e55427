import { and, eq } from 'drizzle-orm'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import { materials } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'

export function storeLine({ db, now }: Tx, after: MaterialRow): MaterialRow {
  const line = { ...after, version: after.version + 1, updatedutc: now }
  db.update(materials)
    .set(line)
    .where(and(eq(materials.id, after.id), eq(materials.version, after.version)))
    .run()
  return line
}
