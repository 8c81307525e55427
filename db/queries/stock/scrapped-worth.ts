import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

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
