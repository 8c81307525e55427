import { and, eq, sql } from 'drizzle-orm'
import { deliveries, delivery_lines, jobs, materials } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import { PUTS_IN } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'

const isConsigned = sql`${deliveries.storageid} IS NOT NULL AND ${delivery_lines.moved}`

const sum = (what: ReturnType<typeof sql>, where: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(iif(${where}, ${what}, 0)), 0)`

const isIssued = sql`EXISTS (SELECT 1 FROM deliveries n WHERE n.id = ${delivery_lines.deliveryid} AND n.state <> 'draft')`

const credits = (what: ReturnType<typeof sql>) =>
  sql<number>`coalesce((SELECT sum(${what}) FROM invoice_lines c WHERE c.materialid = ${materials.id}), 0)`

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
      /** Of that, what was sold and credited, or had come back before, is among `restocked`. */
      cameback: sum(sql`${delivery_lines.returned} - ${delivery_lines.restocked}`, isConsigned),
      restocked: sql<number>`coalesce(sum(${delivery_lines.restocked} - ${delivery_lines.restockedbefore}
        - ${delivery_lines.redelivered}), 0) + ${credits(sql`c.restocked`)}`,
      awaited: credits(sql`c.awaited`),
      fromaside: credits(sql`c.fromaside`),
      /** Sent again after it was kept to be mended: its first note has it out too. */
      mended: sql<number>`coalesce(sum(${delivery_lines.mended}), 0)`,
      delivered: sum(
        sql`${delivery_lines.quantity} - ${delivery_lines.restocked}`,
        sql`NOT (${isConsigned})`,
      ),
    })
    .from(listItems(p.jobids))
    .crossJoin(jobs)
    .crossJoin(materials)
    .leftJoin(delivery_lines, and(eq(delivery_lines.materialid, materials.id), isIssued))
    .leftJoin(deliveries, eq(deliveries.id, delivery_lines.deliveryid))
    .where(
      and(
        eq(jobs.id, listItem),
        // A fixed price is charged whatever was made.
        eq(jobs.fixedprice, false),
        eq(materials.jobid, jobs.id),
        eq(materials.archived, false),
        // What a job takes out of stock is used only when it is sold; what it makes was booked as made.
        sql`${materials.inventoryclass} ${sql.raw(PUTS_IN)}`,
      ),
    )
    .groupBy(materials.id)
    .having(
      sql`max(${isConsigned}) = 1 OR sum(${delivery_lines.restocked}) > 0 OR ${credits(sql`c.restocked`)} > 0`,
    ),
)

export type ConsignedLine = RowOf<typeof consigned>

/** Of what jobs made, the lines of which something went out on consignment or came back into stock; millionths of the unit, and cents. */
export const listConsignedLines = (db: TenantDb, jobids: readonly string[]): ConsignedLine[] =>
  consigned.all(db, { jobids })

const UNSOLD = `
  SELECT DISTINCT j.id FROM json_each($jobids) listed CROSS JOIN jobs j ON j.id = listed.value
  CROSS JOIN materials m ON m.jobid = j.id CROSS JOIN delivery_lines l ON l.materialid = m.id
  CROSS JOIN deliveries n ON n.id = l.deliveryid
  WHERE NOT j.fixedprice AND m.archived = 0 AND m.nonbillable = 0
    AND n.storageid IS NOT NULL AND n.state <> 'draft' AND l.moved AND l.quantity > l.returned + l.sold`

/** Of jobs whose price is by the line, those of which goods lie at the client's, neither sold nor back. */
export const listUnsoldJobs = (db: TenantDb, jobids: readonly string[]): string[] =>
  prepared<{ id: string }>(db, UNSOLD)
    .all({ jobids: JSON.stringify(jobids) })
    .map(({ id }) => id)
