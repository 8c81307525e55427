import { type JobLane, laneList, readLaneOrder, saveLaneList } from '#db/queries/work/jobs-lanes.ts'
import type { TenantDb } from '#db/types.ts'

export type RankTarget = { id: string } | 'top' | 'end'

/** Null: in no lane before, or in none after. Returns below whom it came to stand. */
export function changeLane(
  db: TenantDb,
  { from, to }: { from: JobLane | null; to: JobLane | null },
  jobid: string,
  where: RankTarget,
): string | null {
  const before = from ? laneList(db, from) : EMPTY_LANE
  const left = removeId(before, jobid)
  const entered = to && insertId(readList(db, to, where), jobid, where)
  if (from && left !== before) saveLaneList(db, from, left)
  if (to && entered) saveLaneList(db, to, entered.list)
  return entered ? entered.afterid : null
}

export function moveWithinLane(db: TenantDb, lane: JobLane, jobid: string, where: RankTarget) {
  const before = readList(db, lane, where, { id: jobid })
  const { list, afterid } = insertId(before, jobid, where)
  const ranks = { from: findRank(before, jobid), to: findRank(list, jobid) }
  saveLaneList(db, lane, list)
  return { afterid, ...ranks }
}

export const aboveInLane = (db: TenantDb, lane: JobLane, jobid: string): string | null =>
  idBefore(readList(db, lane, { id: jobid }), jobid)

/** It may lack a job, as after an import. */
function readList(db: TenantDb, lane: JobLane, ...targets: RankTarget[]): LaneList {
  const list = laneList(db, lane)
  const isFound = (where: RankTarget) =>
    where === 'top' || (list !== EMPTY_LANE && (where === 'end' || hasId(list, where.id)))
  return targets.every(isFound) ? list : JSON.stringify(readLaneOrder(db, lane))
}

function insertId(all: LaneList, id: string, where: RankTarget): { list: LaneList; afterid: string | null } {
  const rest = removeId(all, id)
  const afterid = where === 'top' ? null : where === 'end' ? lastId(rest) : where.id
  return { afterid, list: afterid ? insertAfter(rest, id, afterid) : prependId(rest, id) }
}

/** Changed as text: parsing and writing a hundred ids would cost more than the rest of a move. */
type LaneList = string

export const EMPTY_LANE: LaneList = '[]'

const quoteId = (id: string) => `"${id}"`

export const hasId = (list: LaneList, id: string) => list.includes(quoteId(id))

export function removeId(list: LaneList, id: string): LaneList {
  const mark = quoteId(id)
  const at = list.indexOf(mark)
  if (at < 0) return list
  const [before, after] = [list.slice(0, at), list.slice(at + mark.length)]
  if (after.startsWith(',')) return before + after.slice(1)
  return (before.endsWith(',') ? before.slice(0, -1) : before) + after
}

export const prependId = (list: LaneList, id: string): LaneList =>
  list === EMPTY_LANE ? `[${quoteId(id)}]` : `[${quoteId(id)},${list.slice(1)}`

export function insertAfter(list: LaneList, id: string, after: string): LaneList {
  const end = list.indexOf(quoteId(after)) + after.length + 2
  return `${list.slice(0, end)},${quoteId(id)}${list.slice(end)}`
}

export const lastId = (list: LaneList): string | null =>
  list === EMPTY_LANE ? null : list.slice(list.lastIndexOf('"', list.length - 3) + 1, -2)

export function idBefore(list: LaneList, id: string): string | null {
  const at = list.indexOf(quoteId(id))
  return at <= 1 ? null : list.slice(list.lastIndexOf('"', at - 3) + 1, at - 2)
}

/** 0 for the first; -1 for a job that is not in the list. */
export function findRank(list: LaneList, id: string): number {
  const at = list.indexOf(quoteId(id))
  return at < 0 ? -1 : list.slice(0, at).split(',').length - 1
}
