import { readPosition } from '#db/queries/position.ts'
import type { JobMark } from '#db/queries/work/jobs.ts'
import { marksOnLanes } from '#db/queries/work/jobs-lanes.ts'
import type { TenantDb } from '#db/types.ts'

type Kept = { at: number; marks: JobMark[] }
const BOARDS = 8

// By the open file itself, as the cards are.
const kept = new WeakMap<TenantDb, Map<string, Kept>>()

/** The jobs on a board's lanes in order, read again only after something was written to the account. Only for reads. */
export function keptMarks(db: TenantDb, boardid: string): JobMark[] {
  const boards = kept.get(db) ?? new Map<string, Kept>()
  kept.set(db, boards)
  const at = readPosition(db).seq
  const hit = boards.get(boardid)
  if (hit?.at === at) return hit.marks
  const marks = marksOnLanes(db, boardid)
  if (boards.size >= BOARDS) boards.clear()
  boards.set(boardid, { at, marks })
  return marks
}
