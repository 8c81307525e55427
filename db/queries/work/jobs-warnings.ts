import type { jobs } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type OpenAssets = { jobid: (typeof jobs.$inferSelect)['id']; inputs: number; outputs: number }

// Text: it sums a union that is its own table, by two indexes that it names.
// Consumables (5) and Raw Materials (2) go in; the other classes, and none, come out (spec 2, section 9). Pieces of
// equipment say themselves which way they go.
const OPEN_ASSETS = `
  SELECT jobid, sum(input) AS inputs, sum(1 - input) AS outputs FROM (
    SELECT m.jobid, coalesce(m.inventoryclass, 0) IN (2, 5) AS input
    FROM json_each(?1) AS listed
    CROSS JOIN materials m INDEXED BY materials_job ON m.jobid = listed.value AND m.archived = 0 AND m.role = 3
    WHERE m.consumed = 0
    UNION ALL
    SELECT e.jobid, e.role = 1
    FROM json_each(?1) AS listed CROSS JOIN job_equipment e ON e.jobid = listed.value
    WHERE e.processed = 0)
  GROUP BY jobid`

export const listOpenAssets = (db: TenantDb, ids: readonly string[]): Map<string, OpenAssets> =>
  new Map(
    prepared<OpenAssets>(db, OPEN_ASSETS)
      .all([JSON.stringify(ids)])
      .map((row) => [row.jobid, row]),
  )
