import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

// Whole tables are read here: for the self-check, never for a page.

export type LaneGap = { board: string; status: number; jobs: number; places: number }

/** Lanes whose jobs do not stand at 0, 1, 2, … */
export const laneGaps = (db: TenantDb) =>
  prepared<LaneGap>(
    db,
    `SELECT b.name AS board, j.status, count(*) AS jobs, count(DISTINCT j.rank) AS places
     FROM jobs j JOIN boards b ON b.id = j.boardid
     WHERE j.template = 0 AND j.status BETWEEN 1 AND 4 GROUP BY j.boardid, j.status
     HAVING min(j.rank) <> 0 OR max(j.rank) <> count(*) - 1 OR places <> jobs`,
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
