import { listUnsoldJobs } from '#db/queries/sales/consigned-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { vatContexts } from '#server/domains/work/jobs/price-lines.ts'
import { listUncharged } from './consigned.ts'
import { readUnnamedLines } from './draft-amounts.ts'
import { quantityLeft } from './part.ts'

/**
 * Of some jobs, those that charge nothing more before goods that are ours are sold: some lie `there`, at the client's, or all that was
 * made is `back`.
 */
export function findUnsoldJobs(
  db: TenantDb,
  jobids: readonly string[],
): ReadonlyMap<string, 'there' | 'back'> {
  const made = listUncharged(db, jobids).filter(({ ours }) => ours > 0)
  const there = new Set(listUnsoldJobs(db, jobids))
  const ids = [...new Set([...made.map(({ jobid }) => jobid), ...there])]
  if (ids.length === 0) return new Map()
  const linesOf = readUnnamedLines(db, ids)
  const contextOf = vatContexts(db, ids)
  const open = ids.filter((id) => linesOf(id, contextOf(id)).every((line) => quantityLeft(line) === 0))
  return new Map(open.map((id) => [id, there.has(id) ? 'there' : 'back']))
}
