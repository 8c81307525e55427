import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm'
import { history } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'

/** Entries of one record, newest first. */
export const historyOf = (
  db: TenantDb,
  entity: string,
  entityid: string,
  page: { take?: number; before?: number } = {},
) => {
  const conditions: SQL[] = [eq(history.entity, entity), eq(history.entityid, entityid)]
  if (page.before) conditions.push(lt(history.id, page.before))
  return db
    .select({
      id: history.id,
      date: history.dateutc,
      user: history.user,
      item: history.item,
      field: history.field,
      oldvalue: history.oldvalue,
      newvalue: history.newvalue,
    })
    .from(history)
    .where(and(...conditions))
    .orderBy(desc(history.id))
    .limit(page.take ?? 200)
    .all()
}

export type HistoryEntry = ReturnType<typeof historyOf>[number]

/** Entries of every record since an instant, newest first, at most 500. */
export const changesSince = (db: TenantDb, since: string) =>
  db.select().from(history).where(gte(history.dateutc, since)).orderBy(desc(history.id)).limit(500).all()
