import { and, eq, ne, sql } from 'drizzle-orm'
import { deliveries, delivery_lines, jobs, materials } from '#db/schema/tenant/index.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import { PUTS_IN } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'

const isConsigned = sql`${deliveries.storageid} IS NOT NULL AND ${delivery_lines.moved}`

const sum = (what: ReturnType<typeof sql>, where: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(iif(${where}, ${what}, 0)), 0)`

const consigned = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({
      materialid: materials.id,
      jobid: materials.jobid,
      consumed: materials.consumed,
      usednet: sql<number>`${materials}.usednet`,
      quantity: sum(sql`${delivery_lines.quantity}`, isConsigned),
      sold: sum(sql`${delivery_lines.sold}`, isConsigned),
      returned: sum(sql`${delivery_lines.returned}`, isConsigned),
      restocked: sql<number>`sum(${delivery_lines.restocked} - ${delivery_lines.restockedbefore})`,
      delivered: sum(sql`${delivery_lines.quantity} - ${delivery_lines.returned}`, sql`NOT (${isConsigned})`),
    })
    .from(listItems(p.jobids))
    .crossJoin(jobs)
    .crossJoin(materials)
    .crossJoin(delivery_lines)
    .crossJoin(deliveries)
    .where(
      and(
        eq(jobs.id, listItem),
        // A fixed price is charged whatever was made.
        eq(jobs.fixedprice, false),
        eq(materials.jobid, jobs.id),
        eq(materials.archived, false),
        // What a job takes out of stock is used only when it is sold; what it makes was booked as made.
        sql`${materials.inventoryclass} ${sql.raw(PUTS_IN)}`,
        eq(delivery_lines.materialid, materials.id),
        eq(deliveries.id, delivery_lines.deliveryid),
        ne(deliveries.state, 'draft'),
      ),
    )
    .groupBy(materials.id)
    .having(sql`max(${isConsigned}) = 1 OR sum(${delivery_lines.restocked}) > 0`),
)

export type ConsignedLine = RowOf<typeof consigned>

/** Of what jobs made, the lines of which something went out on consignment or came back into stock; millionths of the unit, and cents. */
export const listConsignedLines = (db: TenantDb, jobids: readonly string[]): ConsignedLine[] =>
  consigned.all(db, { jobids })
