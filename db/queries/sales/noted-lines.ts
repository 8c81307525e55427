import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** Of a line of a job, in millionths of its unit, from all its delivery notes and credit notes. */
type NotedLine = {
  materialid: string
  /** Of what issued notes delivered, what did not come back. */
  out: number
  /** Put back by notes, and not by a credit note before, less what left again. */
  noted: number
  /** Brought in by credit notes; `forgood`: of that, what may not be invoiced again. */
  restocked: number
  forgood: number
  /** Of what came back by notes and not into stock, what was credited. */
  aside: number
  /**
   * Brought in by credit notes less what came back by notes that did not put it back: above zero, of these a note is still to come;
   * below zero, that much came back, is not in stock and is not credited.
   */
  ahead: number
  /** Credited for good, and not back. */
  givenaway: number
}

const NOTED = `
  SELECT listed.value AS materialid, coalesce(d.out, 0) AS out, coalesce(d.noted, 0) AS noted, coalesce(c.restocked, 0) AS restocked,
    coalesce(c.forgood, 0) AS forgood, coalesce(c.aside, 0) AS aside, coalesce(c.givenaway, 0) AS givenaway,
    coalesce(c.restocked, 0) + coalesce(c.aside, 0) - coalesce(d.said, 0) AS ahead
  FROM json_each($ids) listed LEFT JOIN (
    SELECT l.materialid, sum(l.restocked - l.restockedbefore - l.redelivered) AS noted,
      sum(iif(n.state = 'draft', 0, l.quantity - l.returned)) AS out,
      sum(l.restockedbefore + iif(n.storageid IS NULL, l.returned - l.restocked, 0) - l.mended) AS said
    FROM json_each($ids) own CROSS JOIN delivery_lines l ON l.materialid = own.value CROSS JOIN deliveries n ON n.id = l.deliveryid
    GROUP BY 1) d ON d.materialid = listed.value
  LEFT JOIN (
    SELECT l.materialid, sum(l.restocked) AS restocked, sum(iif(l.again, 0, l.restocked)) AS forgood, sum(l.backaside) AS aside,
      sum(iif(l.creditline IS NULL OR l.again, 0, max(0, -l.quantity - l.restocked - l.backbynote - l.backaside))) AS givenaway
    FROM json_each($ids) own CROSS JOIN invoice_lines l ON l.materialid = own.value
    GROUP BY 1) c ON c.materialid = listed.value`

export const listNotedLines = (db: TenantDb, ids: readonly string[]): NotedLine[] =>
  prepared<NotedLine>(db, NOTED).all({ ids: JSON.stringify(ids) })

type OpenCredit = {
  invoiceid: string
  position: number
  materialid: string
  again: number
  returned: number
  open: number
}

const OPEN = `
  SELECT l.invoiceid, l.position, l.materialid, l.again, n.reason = 'returned' AS returned,
    -l.quantity - l.restocked - l.backbynote - l.backaside AS open
  FROM json_each($ids) listed CROSS JOIN invoice_lines l ON l.materialid = listed.value CROSS JOIN invoices n ON n.id = l.invoiceid
  WHERE l.creditline IS NOT NULL AND -l.quantity > l.restocked + l.backbynote + l.backaside
  ORDER BY n.reason <> 'returned', l.again, l.invoiceid, l.position`

/** Of lines of jobs, what was credited and is not back: what was credited as returned first, then for good. */
export const listOpenCredits = (db: TenantDb, ids: readonly string[]): OpenCredit[] =>
  prepared<OpenCredit>(db, OPEN).all({ ids: JSON.stringify(ids) })

const ASIDE = `
  SELECT l.invoiceid, l.position, l.materialid, l.backaside AS aside
  FROM json_each($ids) listed CROSS JOIN invoice_lines l ON l.materialid = listed.value CROSS JOIN invoices n ON n.id = l.invoiceid
  WHERE l.backaside > 0 ORDER BY l.again DESC, n.reason <> 'returned', l.invoiceid, l.position`

type AsideCredit = { invoiceid: string; position: number; materialid: string; aside: number }

/** Of lines of jobs, what was credited, came back and is in no stock: what is to be invoiced again first. */
export const listAsideCredits = (db: TenantDb, ids: readonly string[]): AsideCredit[] =>
  prepared<AsideCredit>(db, ASIDE).all({ ids: JSON.stringify(ids) })

const MATCH = `UPDATE invoice_lines SET backbynote = backbynote + (m.value ->> 'instock'), backaside = backaside + (m.value ->> 'aside')
  FROM json_each(?) m WHERE invoiceid = m.value ->> 'invoiceid' AND position = m.value ->> 'position'`

type Matched = { invoiceid: string; position: number; instock: number; aside: number }

export const addReturned = (db: TenantDb, rows: readonly Matched[]) =>
  prepared(db, MATCH).run([JSON.stringify(rows)])

type Uncredited = { id: string; materialid: string; dateutc: string; uncredited: number }

const UNCREDITED = `
  SELECT e.id, l.materialid, e.dateutc, e.uncredited
  FROM json_each($ids) listed CROSS JOIN delivery_lines l ON l.materialid = listed.value CROSS JOIN delivery_events e ON e.lineid = l.id
  WHERE e.uncredited > 0 ORDER BY e.id`

/** What came back into stock by notes and no credit note has credited, the first first. */
export const listUncredited = (db: TenantDb, ids: readonly string[]): Uncredited[] =>
  prepared<Uncredited>(db, UNCREDITED).all({ ids: JSON.stringify(ids) })

const STORE = `UPDATE delivery_events SET uncredited = m.value ->> 'uncredited' FROM json_each(?) m
  WHERE delivery_events.id = m.value ->> 'id'`

export const storeUncredited = (db: TenantDb, rows: readonly Pick<Uncredited, 'id' | 'uncredited'>[]) =>
  prepared(db, STORE).run([JSON.stringify(rows)])
