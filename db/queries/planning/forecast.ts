import { ON_LANES } from '#db/job-status.ts'
import { itemNameSql } from '#db/queries/names.ts'
import { listedInputsSql } from '#db/queries/work/line-product.ts'
import { prepared } from '#db/sqlite.ts'
import { PUTS_IN, TAKES_OUT } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'

type PlannedLine = {
  inventoryid: string
  inventoryclass: number
  unitratio: string
  /** Planned and not used yet, in millionths of the line's unit. */
  quantity: number
}

type OpenLine = PlannedLine & {
  id: string
  jobid: string
  /** 1: somebody waits for it. */
  forclient: 0 | 1
  reference: string
  description: string
  boardid: string
  location: string | null
  start: string | null
  finish: string | null
}

const MOVES_STOCK = `m.archived = 0 AND m.inventoryid IS NOT NULL AND m.inventoryclass BETWEEN 1 AND 5`

/** Lines of all jobs on the lanes that will still move stock. */
export const listOpenLines = (db: TenantDb) =>
  prepared<OpenLine>(
    db,
    `SELECT m.id, m.inventoryid, m.inventoryclass, m.unitratio, m.estimated - m.consumed AS quantity,
       j.id AS jobid, j.client IS NOT NULL AS forclient, j.reference, j.description, j.boardid, j.location, j.start, j.finish
     FROM jobs j INDEXED BY jobs_lane CROSS JOIN materials m ON m.jobid = j.id
     WHERE j.template = 0 AND j.status ${ON_LANES} AND j.archived = 0
       AND ${MOVES_STOCK} AND m.estimated > m.consumed
     ORDER BY j.id, m.role, m.rank`,
  ).all()

export type TemplateLine = PlannedLine & {
  template: string
  /** JSON of the items that the template lists for a product. */
  listed: string
}

export const listTemplateLines = (db: TenantDb, templates: readonly string[]) =>
  prepared<TemplateLine>(
    db,
    `SELECT m.jobid AS template, m.inventoryid, m.inventoryclass, m.unitratio, m.estimated AS quantity,
       iif(m.inventoryclass ${PUTS_IN}, ${listedInputsSql('m')}, '[]') AS listed
     FROM json_each(?) listed CROSS JOIN materials m ON m.jobid = listed.value
     WHERE ${MOVES_STOCK} AND m.estimated > 0
     ORDER BY m.jobid, m.role, m.rank`,
  ).all([JSON.stringify(templates)])

type OrderedLine = Pick<PlannedLine, 'inventoryid' | 'unitratio' | 'quantity'> & {
  orderid: string
  number: string | null
  supplier: string
  expected: string | null
}

/** What is ordered and has not come, with the day that it is expected on. */
export const listOrderedLines = (db: TenantDb) =>
  prepared<OrderedLine>(
    db,
    `SELECT l.inventoryid, l.unitratio, l.quantity - l.received + l.replaced - l.closedshort AS quantity,
       o.id AS orderid, o.number, s.name AS supplier, coalesce(o.expected, o.required) AS expected
     FROM purchaseorder_lines l INDEXED BY purchaseorder_lines_open
     CROSS JOIN purchaseorders o ON o.id = l.orderid JOIN suppliers s ON s.id = o.supplier
     WHERE l.receivable = 1 AND l.quantity - l.received + l.replaced - l.closedshort > 0
       AND l.inventoryid IS NOT NULL AND o.sentutc IS NOT NULL
     ORDER BY o.number`,
  ).all()

export type MovedDay = { inventoryid: string; day: string; moved: number; used: number }

/**
 * What moved of each item on each day since one, and how much of it was used: sold, used by jobs or booked out. Counts
 * and moves between places are not; what was taken back is taken off.
 */
export const listMovedDays = (db: TenantDb, since: string) =>
  prepared<MovedDay>(
    db,
    `WITH movements AS (
       SELECT l.inventoryid, l.effectivedate AS day, l.quantity, coalesce(l.inventoryclass, 0) AS class,
         coalesce(o.kind, l.kind) AS kind, coalesce(o.valuedby, l.valuedby) AS valuedby
       FROM stock_ledger l INDEXED BY stock_ledger_day
       LEFT JOIN stock_ledger o ON l.kind = 'reversal' AND o.seq = l.reverses
       WHERE l.effectivedate >= ?)
     SELECT inventoryid, day, sum(quantity) AS moved,
       sum(CASE WHEN kind = 'line' AND class ${TAKES_OUT} OR kind = 'outbound'
         OR kind IN ('delivery', 'sale') AND valuedby <> 'moved' THEN -quantity ELSE 0 END) AS used
     FROM movements GROUP BY inventoryid, day ORDER BY inventoryid, day`,
  ).all([since])

export type ForecastItem = {
  id: string
  code: string
  name: string
  unit: string
  category: string | null
  categoryname: string | null
  supplier: string | null
  suppliername: string | null
  /** What is always to be there. */
  minimum: number
}

/** In the order of their codes. */
export const listForecastItems = (db: TenantDb, ids: readonly string[]) =>
  prepared<ForecastItem>(
    db,
    `SELECT i.id, i.code, ${itemNameSql('i')} AS name, i.baseunit AS unit, i.category, g.name AS categoryname,
       i.supplier, s.name AS suppliername,
       coalesce(i.minimumfinishedgoodsvolume, 0) AS minimum
     FROM json_each(?) listed CROSS JOIN inventory i ON i.id = listed.value
     LEFT JOIN categories g ON g.id = i.category LEFT JOIN suppliers s ON s.id = i.supplier
     ORDER BY i.code`,
  ).all([JSON.stringify(ids)])
