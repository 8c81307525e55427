import { and, count, desc, eq, gte, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import { deliveries, history, invoices, jobs } from '#db/schema/tenant/index.ts'
import { listItem, listItems, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { countTotal, TAKE } from './lists.ts'

const entry = {
  id: history.id,
  date: history.dateutc,
  user: history.user,
  item: history.item,
  field: history.field,
  oldvalue: history.oldvalue,
  newvalue: history.newvalue,
}

export const listHistory = (
  db: TenantDb,
  entity: string,
  entityid: string,
  page: { take?: number; before?: number } = {},
) => {
  const conditions: SQL[] = [eq(history.entity, entity), eq(history.entityid, entityid)]
  if (page.before) conditions.push(lt(history.id, page.before))
  return db
    .select(entry)
    .from(history)
    .where(and(...conditions))
    .orderBy(desc(history.id))
    .limit(page.take ?? 200)
    .all()
}

type Span = { skip?: number; take?: number; from?: string; before?: string; unseen?: readonly string[] }

export function historyPage(db: TenantDb, entity: string, entityid: string, span: Span) {
  const matching = and(
    eq(history.entity, entity),
    eq(history.entityid, entityid),
    span.from ? gte(history.dateutc, span.from) : undefined,
    span.before ? lt(history.dateutc, span.before) : undefined,
    span.unseen?.length ? notInArray(history.field, [...span.unseen]) : undefined,
  )
  const rows = db
    .select(entry)
    .from(history)
    .where(matching)
    .orderBy(desc(history.id))
    .limit(span.take ?? TAKE)
    .offset(span.skip ?? 0)
    .all()
  const counted = () => db.select({ n: count() }).from(history).where(matching).get()?.n ?? 0
  return { rows, total: countTotal(rows.length, span, counted) }
}

export const changesSince = (db: TenantDb, since: string) =>
  // They stand in the order of time: the newest 500 hold all that is wanted, and no index on the date is paid for.
  db
    .select()
    .from(history)
    .orderBy(desc(history.id))
    .limit(500)
    .all()
    .filter(({ dateutc }) => dateutc >= since)

const place = { boardid: jobs.boardid, location: jobs.location, status: jobs.status }

const jobPlaces = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({ id: jobs.id, ...place })
    .from(listItems(p.ids))
    .innerJoin(jobs, eq(jobs.id, listItem))
    .unionAll(
      q
        .select({ id: invoices.id, ...place })
        .from(listItems(p.ids))
        .innerJoin(invoices, eq(invoices.id, listItem))
        .innerJoin(jobs, eq(jobs.id, invoices.jobid)),
    )
    .unionAll(
      q
        .select({
          id: deliveries.id,
          boardid: deliveries.boardid,
          location: deliveries.location,
          status: sql<number>`0`,
        })
        .from(listItems(p.ids))
        .innerJoin(deliveries, eq(deliveries.id, listItem)),
    ),
)

/** Where jobs stand, and what hangs on them or on their board. */
export const findJobPlaces = (db: TenantDb, ids: readonly string[]) => jobPlaces.all(db, { ids })
