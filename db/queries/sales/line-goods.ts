import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** Of a line of a job, in millionths of its unit, from its issued delivery notes and its invoices. */
type NotedLine = {
  materialid: string
  /** Of what was delivered or sold from consignment, what did not come back. */
  out: number
  /** Of that, what was sold; and what lies at the client’s on consignment. */
  sold: number
  unsold: number
  /** Of what lies there, what had come back before. */
  laid: number
  /** Put back by notes, and not by a credit note before, less what left again. */
  noted: number
  /** Came back by notes and not into stock, less what was delivered again; nothing of goods on consignment. */
  notedaside: number
  /** Invoiced less credited, and when the last invoice was issued. */
  charged: number
  invoicedutc: string | null
  /** What a fixed price charges; null where the price is by the line. */
  whole: number | null
}

const IS_CONSIGNED = 'n.storageid IS NOT NULL AND l.moved'

const NOTED = `
  SELECT listed.value AS materialid, coalesce(d.out, 0) AS out, coalesce(d.sold, 0) AS sold, coalesce(d.unsold, 0) AS unsold, coalesce(d.laid, 0) AS laid, coalesce(d.noted, 0) AS noted,
    coalesce(d.notedaside, 0) AS notedaside,
    coalesce((SELECT sum(i.quantity) FROM invoice_lines i WHERE i.materialid = listed.value), 0) AS charged,
    (SELECT max(n.issuedutc) FROM invoice_lines i CROSS JOIN invoices n ON n.id = i.invoiceid
      WHERE i.materialid = listed.value AND i.creditline IS NULL) AS invoicedutc,
    (SELECT m.estimated FROM materials m CROSS JOIN jobs j ON j.id = m.jobid WHERE m.id = listed.value AND j.fixedprice) AS whole
  FROM json_each($ids) listed LEFT JOIN (
    SELECT l.materialid, sum(iif(${IS_CONSIGNED}, l.sold, l.quantity - l.returned)) AS out,
      sum(iif(${IS_CONSIGNED}, l.sold, 0)) AS sold, sum(iif(${IS_CONSIGNED}, l.quantity - l.sold - l.returned, 0)) AS unsold,
      sum(iif(${IS_CONSIGNED}, max(0, min(l.quantity - l.sold - l.returned, l.redelivered + l.mended - l.restocked + l.restockedbefore)), 0)) AS laid,
      sum(l.restocked - l.restockedbefore - l.redelivered) AS noted,
      sum(iif(n.storageid IS NULL, l.returned - l.restocked, 0) - l.mended) AS notedaside
    FROM json_each($ids) own CROSS JOIN delivery_lines l ON l.materialid = own.value CROSS JOIN deliveries n ON n.id = l.deliveryid
    WHERE n.state <> 'draft' GROUP BY 1) d ON d.materialid = listed.value`

export const listNotedLines = (db: TenantDb, ids: readonly string[]): NotedLine[] =>
  prepared<NotedLine>(db, NOTED).all({ ids: JSON.stringify(ids) })

/** What a credit note says of its goods, which later documents change. */
const changed = ['restocked', 'awaited', 'fromaside', 'backbynote', 'backaside', 'outagain', 'laid'] as const
type Changed = (typeof changed)[number]

/** In millionths of the unit; `quantity` above zero. */
type CreditRow = Record<'quantity' | Changed | 'again' | 'returned', number> & {
  invoiceid: string
  position: number
  materialid: string
}

const CREDITS = `
  SELECT l.invoiceid, l.position, l.materialid, l.again, n.reason = 'returned' AS returned, -l.quantity AS quantity,
    l.restocked, l.awaited, l.fromaside, l.backbynote, l.backaside, l.outagain, l.laid
  FROM json_each($ids) listed CROSS JOIN invoice_lines l ON l.materialid = listed.value CROSS JOIN invoices n ON n.id = l.invoiceid
  WHERE l.creditline IS NOT NULL ORDER BY l.invoiceid, l.position`

/** The lines of credit notes that are for some lines of jobs, the first first. */
export const listLineCredits = (db: TenantDb, ids: readonly string[]): CreditRow[] =>
  prepared<CreditRow>(db, CREDITS).all({ ids: JSON.stringify(ids) })

type ReturnRow = { id: string; materialid: string; dateutc: string; uncredited: number; scrapped: number }

const RETURNS = `
  SELECT e.id, l.materialid, e.dateutc, e.uncredited, e.kind = 'scrapped' AS scrapped
  FROM json_each($ids) listed CROSS JOIN delivery_lines l ON l.materialid = listed.value CROSS JOIN delivery_events e ON e.lineid = l.id
  WHERE e.uncredited > 0 ORDER BY e.id`

/** What came back into stock by notes and no credit note has credited, the first first. */
export const listLineReturns = (db: TenantDb, ids: readonly string[]): ReturnRow[] =>
  prepared<ReturnRow>(db, RETURNS).all({ ids: JSON.stringify(ids) })

const STORE_CREDITS = `UPDATE invoice_lines SET ${changed.map((name) => `${name} = m.value ->> '${name}'`).join(', ')}
  FROM json_each(?) m WHERE invoiceid = m.value ->> 'invoiceid' AND position = m.value ->> 'position'`

type ChangedCredit = Pick<CreditRow, 'invoiceid' | 'position' | Changed>

/** What documents say of goods that credit notes credited before them. */
export const storeLineCredits = (db: TenantDb, rows: readonly ChangedCredit[]) =>
  prepared(db, STORE_CREDITS).run([JSON.stringify(rows)])

const STORE_RETURNS = `UPDATE delivery_events SET uncredited = m.value ->> 'uncredited' FROM json_each(?) m
  WHERE delivery_events.id = m.value ->> 'id'`

export const storeLineReturns = (db: TenantDb, rows: readonly Pick<ReturnRow, 'id' | 'uncredited'>[]) =>
  prepared(db, STORE_RETURNS).run([JSON.stringify(rows)])
