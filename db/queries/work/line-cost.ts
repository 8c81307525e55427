import { sql } from 'drizzle-orm'
import { isHourSql, isLabourItemSql } from '#db/queries/catalogue/labour-items.ts'
import { materials } from '#db/schema/tenant/index.ts'
import { isTrue } from '#db/statement.ts'
import type { Cents } from '#server/money/decimal.ts'

/** Of a line of `materials`: who worked its time has an hourly cost, so that says what it cost. */
export const isRated = isTrue(sql`EXISTS (SELECT 1 FROM time_entries t
  WHERE t.materialid = ${materials.id} AND t.archived = 0 AND t.costrate > 0)`)

/** What stock was worth that a line took, or made; null where it moved none, or nobody knows (decision 191). */
export const movedWorth = sql<Cents | null>`iif(${materials.inventoryid} IS NULL OR ${materials.consumed} = 0, NULL, (
  SELECT iif(max(l.valuedby = 'unknown'), NULL, iif(sum(l.quantity) < 0, -1, 1) * sum(l.value + l.variance))
  FROM stock_ledger l WHERE l.materialid = ${materials.id}))`

const HOUR = 3_600_000_000

/**
 * Of a line of `materials` that charges work by time at a fixed price: how long one of its unit takes, in millionths of a
 * second; null of all others.
 */
export const standsForTime = sql<number | null>`iif(${materials.nonbillable} = 0
    AND (SELECT j.fixedprice FROM jobs j WHERE j.id = ${materials.jobid}),
  iif(${materials.inventoryid} IS NULL, iif(${sql.raw(isHourSql('materials.unit'))}, ${sql.raw(String(HOUR))}, NULL), (
    SELECT coalesce(nullif(i.unitseconds, 0), iif(${sql.raw(isHourSql('i.baseunit'))}, ${sql.raw(String(HOUR))}, NULL))
    FROM inventory i WHERE i.id = ${materials.inventoryid})), NULL)`

/** Of a line of `materials`: it is work, which no stock is kept of, so that its cost is labour. */
export const isLabour =
  isTrue(sql`iif(${materials.inventoryid} IS NULL, ${sql.raw(isHourSql('materials.unit'))},
  ${materials.inventoryclass} IS NULL AND EXISTS (SELECT 1 FROM inventory i
    WHERE i.id = ${materials.inventoryid} AND ${sql.raw(isLabourItemSql('i'))}))`)
