import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** Of a line of a job, in millionths of its unit, from all its delivery notes and credit notes. */
type NotedLine = {
  materialid: string
  /** Put back by notes, and not by a credit note before. */
  noted: number
  /** Brought in by credit notes less what came back by notes that did not put it back: above zero, of these a note is still to come. */
  ahead: number
}

const NOTED = `
  SELECT listed.value AS materialid, coalesce(d.noted, 0) AS noted,
    coalesce((SELECT sum(c.restocked) FROM invoice_lines c WHERE c.materialid = listed.value), 0) - coalesce(d.said, 0) AS ahead
  FROM json_each($ids) listed LEFT JOIN (
    SELECT l.materialid, sum(l.restocked - l.restockedbefore) AS noted,
      sum(l.restockedbefore + iif(n.storageid IS NULL, l.returned - l.restocked, 0)) AS said
    FROM json_each($ids) own CROSS JOIN delivery_lines l ON l.materialid = own.value CROSS JOIN deliveries n ON n.id = l.deliveryid
    GROUP BY 1) d ON d.materialid = listed.value`

export const listNotedLines = (db: TenantDb, ids: readonly string[]): NotedLine[] =>
  prepared<NotedLine>(db, NOTED).all({ ids: JSON.stringify(ids) })

type OpenCredit = { invoiceid: string; position: number; materialid: string; again: number; open: number }

const OPEN = `
  SELECT l.invoiceid, l.position, l.materialid, l.again, -l.quantity - l.restocked - l.backbynote AS open
  FROM json_each($ids) listed CROSS JOIN invoice_lines l ON l.materialid = listed.value CROSS JOIN invoices n ON n.id = l.invoiceid
  WHERE l.creditline IS NOT NULL AND -l.quantity > l.restocked + l.backbynote
  ORDER BY n.reason <> 'returned', l.again, l.invoiceid, l.position`

/** Of lines of jobs, what was credited and is not back: what was credited as returned first, then for good. */
export const listOpenCredits = (db: TenantDb, ids: readonly string[]): OpenCredit[] =>
  prepared<OpenCredit>(db, OPEN).all({ ids: JSON.stringify(ids) })

const MATCH = `UPDATE invoice_lines SET backbynote = backbynote + (m.value ->> 'quantity') FROM json_each(?) m
  WHERE invoiceid = m.value ->> 'invoiceid' AND position = m.value ->> 'position'`

export const addBackByNote = (
  db: TenantDb,
  rows: readonly { invoiceid: string; position: number; quantity: number }[],
) => prepared(db, MATCH).run([JSON.stringify(rows)])
