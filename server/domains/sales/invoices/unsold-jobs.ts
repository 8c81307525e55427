import { listUnsoldJobs } from '#db/queries/sales/consigned-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { vatContexts } from '#server/domains/work/jobs/price-lines.ts'
import { listUncharged } from './consigned.ts'
import { readUnnamedLines } from './draft-amounts.ts'
import { quantityLeft } from './part.ts'

/** Of some jobs, those that charge nothing more before goods that are ours are sold: these lie at the client's, or came back of what was made. */
export function findUnsoldJobs(db: TenantDb, jobids: readonly string[]): ReadonlySet<string> {
  const made = listUncharged(db, jobids).filter(({ ours }) => ours > 0)
  const ids = [...new Set([...made.map(({ jobid }) => jobid), ...listUnsoldJobs(db, jobids)])]
  if (ids.length === 0) return new Set()
  const linesOf = readUnnamedLines(db, ids)
  const contextOf = vatContexts(db, ids)
  return new Set(ids.filter((id) => linesOf(id, contextOf(id)).every((line) => quantityLeft(line) === 0)))
}
