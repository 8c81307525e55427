import type { TenantDb } from '#db/types.ts'
import { vatContexts } from '#server/domains/work/jobs/price-lines.ts'
import { listUncharged } from './consigned.ts'
import { readUnnamedLines } from './draft-amounts.ts'
import { quantityLeft } from './part.ts'

/** Of some jobs, those that charge nothing more before goods that they made, and that are ours, are sold. */
export function findUnsoldJobs(db: TenantDb, jobids: readonly string[]): ReadonlySet<string> {
  const lines = listUncharged(db, jobids).filter(({ ours }) => ours > 0)
  const ids = [...new Set(lines.map(({ jobid }) => jobid))]
  if (ids.length === 0) return new Set()
  const linesOf = readUnnamedLines(db, ids)
  const contextOf = vatContexts(db, ids)
  return new Set(ids.filter((id) => linesOf(id, contextOf(id)).every((line) => quantityLeft(line) === 0)))
}
