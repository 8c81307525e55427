import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity, Rate } from '#server/money/decimal.ts'

/** In cents. */
type ScrappedWorth = { jobid: string; worth: number }

const SCRAPPED = `
  SELECT l.jobid, -sum(l.value + l.variance) AS worth
  FROM json_each($jobids) listed CROSS JOIN stock_ledger l INDEXED BY stock_ledger_job ON l.jobid = listed.value
  LEFT JOIN stock_ledger o ON l.kind = 'reversal' AND o.seq = l.reverses
  WHERE coalesce(o.kind, l.kind) = 'outbound' GROUP BY 1`

/** What came back of some jobs, is fit for nothing and left stock for good, at what it was worth there. */
export const listScrappedWorth = (db: TenantDb, jobids: readonly string[]): ScrappedWorth[] =>
  prepared<ScrappedWorth>(db, SCRAPPED).all({ jobids: JSON.stringify([...new Set(jobids)]) })

/** `quantity` in millionths of the unit of its line, of which each unit costs `costrate`. */
type ScrappedLine = { jobid: string; quantity: Quantity; costrate: Rate }

// What a product of a job costs, its inputs say.
const UNSTOCKED = `
  SELECT m.jobid, m.costrate, sum(e.quantity) AS quantity
  FROM json_each($jobids) listed CROSS JOIN materials m ON m.jobid = listed.value
  CROSS JOIN delivery_lines d ON d.materialid = m.id CROSS JOIN delivery_events e ON e.lineid = d.id
  WHERE m.archived = 0 AND m.inventoryclass IS NULL AND e.kind = 'scrapped'
    AND NOT EXISTS (SELECT 1 FROM materials i WHERE i.jobid = m.jobid AND i.jobproduct = m.id AND i.archived = 0)
  GROUP BY m.id`

/** What came back of some jobs, is fit for nothing and is not kept in stock. */
export const listScrappedUnstocked = (db: TenantDb, jobids: readonly string[]): ScrappedLine[] =>
  prepared<ScrappedLine>(db, UNSTOCKED).all({ jobids: JSON.stringify([...new Set(jobids)]) })
