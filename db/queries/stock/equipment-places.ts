import { and, asc, desc, eq, inArray, like, or } from 'drizzle-orm'
import { history, jobs } from '#db/schema/tenant/index.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const changes = statement((q, p: Params<{ equipmentid: string }>) => {
  const newest = q
    .select()
    .from(history)
    .where(
      and(
        eq(history.entity, 'equipment'),
        eq(history.entityid, p.equipmentid),
        or(
          inArray(history.field, ['created', 'imported', 'job', 'location', 'storageid']),
          like(history.field, 'processed on %'),
        ),
      ),
    )
    .orderBy(desc(history.id))
    .limit(1000)
    .as('newest')
  return q
    .select({
      field: newest.field,
      oldvalue: newest.oldvalue,
      newvalue: newest.newvalue,
      user: newest.user,
      dateutc: newest.dateutc,
    })
    .from(newest)
    .orderBy(asc(newest.id))
})
export type PlaceChange = RowOf<typeof changes>

export const listPlaceChanges = (db: TenantDb, equipmentid: string) => changes.all(db, { equipmentid })

const named = statement((q, p: Params<{ references: readonly string[] }>) =>
  q
    .select({ id: jobs.id, reference: jobs.reference, boardid: jobs.boardid, location: jobs.location })
    .from(listItems(p.references))
    .crossJoin(jobs)
    .where(eq(jobs.reference, listItem)),
)

export const jobsByReference = (db: TenantDb, references: readonly string[]) => named.all(db, { references })
