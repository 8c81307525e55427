import { historyPage } from '#db/queries/history.ts'
import type { TenantDb } from '#db/types.ts'
import type { Context } from '#server/http/context.ts'
import { date, integer, object, t } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { forbidden } from './errors.ts'
import { readZone, startOfDay } from './zone.ts'

const days = { start: t.Optional(date()), end: t.Optional(date()) }

/** Calendar dates of the tenant's zone, both included (spec 2, section 7). */
export const HistorySpan = object(days)

export const HistoryQuery = object({
  skip: t.Optional(integer(0, 10_000_000)),
  take: t.Optional(integer(1, 500)),
  ...days,
})

/** What an entry is, as `listHistory` reads it. */
export const HistoryReply = t.Array(
  t.Object({
    id: t.Number(),
    date: t.String(),
    user: t.String(),
    item: t.String(),
    field: t.String(),
    oldvalue: t.String(),
    newvalue: t.String(),
  }),
)

type Asked = { skip?: number; take?: number; start?: string | null; end?: string | null }
type Asking = Pick<Context, 'can'> & { query: Asked }

function presentEntries(
  { query }: Asking,
  db: TenantDb,
  entity: string,
  id: string,
  unseen: readonly string[],
) {
  const { start, end, ...page } = query
  const zone = readZone(db)
  return historyPage(db, entity, id, {
    ...page,
    unseen,
    from: start ? startOfDay(start, zone) : undefined,
    before: end ? startOfDay(end, zone, 1) : undefined,
  })
}

/** None for who may not see them. */
export const historyIn = (
  c: Asking,
  db: TenantDb,
  entity: string,
  id: string,
  unseen: readonly string[] = [],
) => (c.can('history.read') ? presentEntries(c, db, entity, id, unseen).rows : [])

/** @throws 403 for who may see the record, but not what it was before */
export function historyReply(
  c: Asking,
  db: TenantDb,
  entity: string,
  id: string,
  unseen: readonly string[] = [],
) {
  if (!c.can('history.read')) throw forbidden()
  const { rows, total } = presentEntries(c, db, entity, id, unseen)
  return dataReply(rows, { total })
}
