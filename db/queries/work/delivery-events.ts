import { and, asc, eq } from 'drizzle-orm'
import { delivery_events, delivery_lines, materials, storage } from '#db/schema/tenant/index.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const events = statement((q, p: Params<{ deliveryid: string }>) =>
  q
    .select({
      id: delivery_events.id,
      lineid: delivery_events.lineid,
      kind: delivery_events.kind,
      quantity: delivery_events.quantity,
      storagename: storage.name,
      reason: delivery_events.reason,
      dateutc: delivery_events.dateutc,
      user: delivery_events.user,
      description: materials.description,
      unit: materials.unit,
    })
    .from(delivery_lines)
    .innerJoin(delivery_events, eq(delivery_events.lineid, delivery_lines.id))
    .innerJoin(materials, eq(materials.id, delivery_lines.materialid))
    .leftJoin(storage, eq(storage.id, delivery_events.storageid))
    .where(eq(delivery_lines.deliveryid, p.deliveryid))
    .orderBy(asc(delivery_events.id)),
)
export type DeliveryEventRow = RowOf<typeof events>

/** What came back of a note or was sold of it, the first first. */
export const listDeliveryEvents = (db: TenantDb, deliveryid: string): DeliveryEventRow[] =>
  events.all(db, { deliveryid })

const scrapped = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .selectDistinct({ materialid: delivery_lines.materialid })
    .from(listItems(p.ids))
    .crossJoin(delivery_lines)
    .crossJoin(delivery_events)
    .where(
      and(
        eq(delivery_lines.materialid, listItem),
        eq(delivery_events.lineid, delivery_lines.id),
        eq(delivery_events.kind, 'scrapped'),
      ),
    ),
)

/** Of some lines of jobs, those of which something was scrapped when it came back, credited since or not. */
export const listScrappedLines = (db: TenantDb, ids: readonly string[]): string[] =>
  scrapped.all(db, { ids }).map(({ materialid }) => materialid)
