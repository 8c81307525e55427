import { listLineOrder } from '#db/queries/work/copy-lines.ts'
import { rankLines } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import { recordLineRows } from '#server/domains/work/jobs/line-history.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { invalid } from '#server/errors.ts'
import { readLineContext, refuseClosed } from './line-context.ts'

/** A line's version stays: whoever is typing in it loses nothing. @throws 400 for an id of another job, or named twice */
export function reorderLines(tx: Tx, jobid: string, ids: readonly string[]) {
  refuseClosed(readLineContext(tx.db, [{ jobid }]).job(jobid))
  const lines = listLineOrder(tx.db, jobid)
  const named = new Map(ids.map((id, at) => [id, at]))
  if (named.size !== ids.length) throw invalid({ ids: 'A line is named twice.' })
  const known = new Set(lines.map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) throw invalid({ ids: 'These are not all lines of one job.' })
  const place = ({ id }: { id: string }) => named.get(id) ?? Number.POSITIVE_INFINITY
  const ordered = lines.toSorted(
    (a, b) => a.role - b.role || (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0),
  )
  const changes = ordered.flatMap((line, at) => {
    const was = lines.indexOf(line)
    return was === at ? [] : [{ kind: line.description, old: String(was + 1), new: String(at + 1) }]
  })
  if (changes.length === 0) return
  rankLines(
    tx.db,
    tx.now,
    ordered.map(({ id }) => id),
  )
  recordLineRows(tx, jobid, 'reordered', changes)
  touchJob(tx, jobid)
}
