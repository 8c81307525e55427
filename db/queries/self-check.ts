import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

// Whole tables are read here: for the self-check, never for a page.

export type LaneFault = { board: string; status: number; strangers: number; twice: number }

/** Lanes that list a job which is elsewhere, or the same one twice. One that is not listed comes last, and is in order. */
export const laneFaults = (db: TenantDb) =>
  prepared<LaneFault>(
    db,
    `SELECT b.name AS board, l.status, sum(j.id IS NULL) AS strangers, count(*) - count(DISTINCT listed.value) AS twice
     FROM lanes l JOIN boards b ON b.id = l.boardid JOIN json_each(l.jobids) AS listed
     LEFT JOIN jobs j ON j.id = listed.value AND j.boardid = l.boardid AND j.status = l.status AND j.template = 0
     GROUP BY l.boardid, l.status HAVING strangers > 0 OR twice > 0 ORDER BY b.name, l.status`,
  ).all()

export type SeriesGap = { organisation: string; kind: string; documents: number; first: number; last: number }

/** Number series of issued documents in which a number is missing or stands twice. */
export const seriesGaps = (db: TenantDb) =>
  prepared<SeriesGap>(
    db,
    `SELECT o.name AS organisation, i.kind, count(*) AS documents, min(i.series) AS first, max(i.series) AS last
     FROM invoices i JOIN organisations o ON o.id = i.organisation
     WHERE i.series IS NOT NULL GROUP BY i.organisation, i.kind
     HAVING count(*) <> max(i.series) - min(i.series) + 1`,
  ).all()

/** Issued documents without a number, or without the bytes that went out. */
export const unstored = (db: TenantDb) =>
  prepared<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM invoices i LEFT JOIN invoice_pdfs p ON p.invoiceid = i.id
     WHERE i.state <> 'draft' AND (i.number IS NULL OR i.series IS NULL OR p.invoiceid IS NULL)`,
  ).get()?.n ?? 0

export const jobCount = (db: TenantDb) =>
  prepared<{ n: number }>(db, 'SELECT count(*) AS n FROM jobs').get()?.n ?? 0
