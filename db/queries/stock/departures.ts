import { REMOVED } from '#db/job-status.ts'
import type { materials } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { toPair } from '#db/statement.ts'
import { PUTS_IN } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'

type Line = typeof materials.$inferSelect

/** A line that makes something, and what documents say of it, in millionths of its unit. */
export type DepartingLine = Pick<
  Line,
  | 'id'
  | 'jobid'
  | 'inventoryclass'
  | 'unit'
  | 'unitratio'
  | 'storageid'
  | 'consumed'
  | 'departed'
  | 'departedbefore'
> & { inventoryid: string } & Record<
    /** By notes, or sold from consignment, and neither in stock again nor mended twice; `instock`: back by notes or credit notes. */
    | 'delivered'
    | 'instock'
    | 'consigned'
    | 'sold'
    | 'invoiced'
    | 'awaited'
    | 'fromaside'
    /** Back by a note since the last invoice, and credited by no credit note; nothing of what came back unsold, which had not left. */
    | 'uncredited',
    number
  >

const IS_OURS = 'n.storageid IS NOT NULL AND l.moved'

/** A percentage of a price is no goods: it counts once all that could be charged is invoiced. */
const LINES = `
  WITH rest AS MATERIALIZED (
    SELECT n.jobid AS id, max(n.issuedutc) AS lastutc
    FROM json_each($jobids) listed CROSS JOIN invoices n ON n.jobid = listed.value WHERE n.chargesrest GROUP BY 1),
  invoiced AS MATERIALIZED (
    SELECT l.materialid AS id,
      sum(iif(coalesce(o.part, n.part, '') NOT LIKE '%percent%' OR coalesce(o.issuedutc, n.issuedutc) <= rest.lastutc,
        iif(l.creditline IS NULL OR l.again = 1 AND n.reason <> 'returned', l.quantity, -l.restocked - l.backbynote), 0)) AS invoiced,
      sum(l.restocked) AS restocked, sum(l.awaited) AS awaited, sum(l.fromaside) AS fromaside,
      max(iif(l.creditline IS NULL, n.issuedutc, NULL)) AS lastutc
    FROM json_each($jobids) listed CROSS JOIN jobs own ON own.id = listed.value
    CROSS JOIN invoices n ON n.jobid = own.id CROSS JOIN invoice_lines l ON l.invoiceid = n.id
    LEFT JOIN invoices o ON o.id = n.credits LEFT JOIN rest ON rest.id = own.id
    GROUP BY 1),
  back AS MATERIALIZED (
    SELECT own.id, sum(e.uncredited) AS uncredited
    FROM json_each($jobids) listed CROSS JOIN materials own ON own.jobid = listed.value
    CROSS JOIN delivery_lines l ON l.materialid = own.id CROSS JOIN delivery_events e ON e.lineid = l.id
    LEFT JOIN invoiced i ON i.id = own.id
    WHERE e.kind <> 'returned' AND e.dateutc > coalesce(i.lastutc, '') GROUP BY 1)
  SELECT m.id, m.jobid, m.inventoryid, m.inventoryclass, m.unit, m.unitratio, m.storageid, m.consumed,
    m.departed, m.departedbefore, coalesce(d.delivered, 0) AS delivered, coalesce(d.noted, 0) + coalesce(i.restocked, 0) AS instock,
    coalesce(d.consigned, 0) AS consigned, coalesce(d.sold, 0) AS sold, coalesce(i.invoiced, 0) AS invoiced,
    coalesce(i.awaited, 0) AS awaited, coalesce(i.fromaside, 0) AS fromaside,
    coalesce(b.uncredited, 0) AS uncredited
  FROM json_each($jobids) listed CROSS JOIN jobs j ON j.id = listed.value CROSS JOIN materials m ON m.jobid = j.id
  LEFT JOIN (
    SELECT own.id, sum(CASE WHEN ${IS_OURS} THEN l.sold - l.mended WHEN n.storageid IS NULL AND n.client IS NOT NULL THEN l.quantity - l.restocked - l.mended ELSE 0 END) AS delivered,
      sum(l.restocked - l.restockedbefore - l.redelivered) AS noted, sum(iif(${IS_OURS}, l.quantity - l.sold - l.restocked, 0)) AS consigned,
      sum(iif(${IS_OURS}, l.sold, 0)) AS sold
    FROM json_each($jobids) listed CROSS JOIN materials own ON own.jobid = listed.value
    CROSS JOIN delivery_lines l ON l.materialid = own.id CROSS JOIN deliveries n ON n.id = l.deliveryid
    WHERE n.state <> 'draft' GROUP BY 1) d ON d.id = m.id
  LEFT JOIN invoiced i ON i.id = m.id LEFT JOIN back b ON b.id = m.id
  WHERE m.archived = 0 AND m.inventoryid IS NOT NULL AND m.inventoryclass ${PUTS_IN} AND j.status <> ${REMOVED}
  ORDER BY m.jobid, m.rank, m.id`

/** Of jobs, the lines that make something, with what left of each by their notes and invoices. */
export const listDepartingLines = (db: TenantDb, jobids: readonly string[]): DepartingLine[] =>
  prepared<DepartingLine>(db, LINES).all({ jobids: JSON.stringify(jobids) })

/** All jobs with a line that makes something, for the self-check. */
export const listMakingJobs = (db: TenantDb): string[] =>
  prepared<{ jobid: string }>(
    db,
    `SELECT DISTINCT jobid FROM materials WHERE archived = 0 AND inventoryclass ${PUTS_IN}`,
  )
    .all()
    .map(({ jobid }) => jobid)

/** `made`: of a line; `held`: of an item; `left`: of a job and an item, by `toPair`. In base units, the most first, of `left` the newest. */
type DepartingPlace = {
  what: 'made' | 'held' | 'left' | ''
  of: string
  storageid: string | null
  quantity: number
}

const PLACES = `
  SELECT p.what, p.of, p.storageid, p.quantity FROM (
    SELECT 'made' AS what, l.materialid AS of, l.storageid, sum(l.quantity) AS quantity, sum(l.quantity) AS rank
    FROM json_each($lines) listed CROSS JOIN stock_ledger l ON l.materialid = listed.value ->> 'id' GROUP BY 2, 3 HAVING sum(l.quantity) > 0
    UNION ALL
    SELECT 'held', h.inventoryid, nullif(h.storageid, ''), h.quantity, h.quantity
    FROM (SELECT DISTINCT value ->> 'inventoryid' AS id FROM json_each($lines)) item
    CROSS JOIN stock_onhand h ON h.inventoryid = item.id
    UNION ALL
    SELECT 'left', pair.of, l.storageid, -sum(l.quantity), max(l.seq)
    FROM (SELECT DISTINCT value ->> 'pair' AS of, value ->> 'jobid' AS jobid, value ->> 'inventoryid' AS item FROM json_each($lines)) pair
    CROSS JOIN stock_ledger l INDEXED BY stock_ledger_job ON l.jobid = pair.jobid AND l.inventoryid = pair.item
    WHERE l.kind IN ('delivery', 'sale') AND l.valuedby <> 'moved' GROUP BY 2, 3
  ) p LEFT JOIN storage s ON s.id = p.storageid
  WHERE s.client IS NULL ORDER BY p.rank DESC, p.storageid`

type Departing = Pick<DepartingLine, 'id' | 'jobid' | 'inventoryid'>

/** Where these lines made what they made, where their items lie, and which places goods of their jobs left. */
export const listDepartingPlaces = (db: TenantDb, lines: readonly Departing[]): DepartingPlace[] =>
  prepared<DepartingPlace>(db, PLACES).all({
    lines: JSON.stringify(
      lines.map(({ id, jobid, inventoryid }) => ({
        id,
        jobid,
        inventoryid,
        pair: toPair(jobid, inventoryid),
      })),
    ),
  })
