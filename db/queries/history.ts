import { and, count, desc, eq, gte, lt, type Placeholder, sql } from 'drizzle-orm'
import { deliveries, history, invoices, jobs } from '#db/schema/tenant/index.ts'
import {
  filtered,
  type GivenParams,
  inList,
  listItem,
  listItems,
  type Params,
  statement,
} from '#db/statement.ts'
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

type Span = { skip?: number; take?: number; from?: string; before?: string; unseen?: readonly string[] }
type Asked = Omit<Span, 'skip' | 'take'> & { entity: string; entityid: string }

const matching = (p: GivenParams<Asked & { beforeid: number }>) =>
  and(
    eq(history.entity, p.entity as Placeholder),
    eq(history.entityid, p.entityid as Placeholder),
    p.beforeid && lt(history.id, p.beforeid),
    p.from && gte(history.dateutc, p.from),
    p.before && lt(history.dateutc, p.before),
    p.unseen && sql`NOT ${inList(history.field, p.unseen)}`,
  )

type Page = Asked & { beforeid?: number; take: number; skip: number }

const page = filtered((q, p: GivenParams<Page>, _: object) =>
  q
    .select(entry)
    .from(history)
    .where(matching(p))
    .orderBy(desc(history.id))
    .limit(p.take as Placeholder)
    .offset(p.skip as Placeholder),
)

const counted = filtered((q, p: GivenParams<Asked>, _: object) =>
  q.select({ n: count() }).from(history).where(matching(p)),
)

export const listHistory = (
  db: TenantDb,
  entity: string,
  entityid: string,
  { take = 200, before }: { take?: number; before?: number } = {},
) => page.all(db, { entity, entityid, beforeid: before, take, skip: 0 }, {})

export function historyPage(
  db: TenantDb,
  entity: string,
  entityid: string,
  { skip = 0, take = TAKE, from, before, unseen }: Span,
) {
  const asked = { entity, entityid, from, before, unseen: unseen?.length ? unseen : undefined }
  const rows = page.all(db, { ...asked, take, skip }, {})
  return { rows, total: countTotal(rows.length, { skip, take }, () => counted.get(db, asked, {})?.n ?? 0) }
}

const lastChange = statement((q, p: Params<Pick<Asked, 'entity' | 'entityid'> & { field: string }>) =>
  q
    .select({ date: history.dateutc, user: history.user })
    .from(history)
    .where(and(eq(history.entity, p.entity), eq(history.entityid, p.entityid), eq(history.field, p.field)))
    .orderBy(desc(history.id))
    .limit(1),
)

export const findLastChange = (db: TenantDb, entity: string, entityid: string, field: string) =>
  lastChange.get(db, { entity, entityid, field })

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
