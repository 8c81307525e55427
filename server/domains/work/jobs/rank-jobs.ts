import { type JobLane, laneList, saveLaneList, wholeLaneOrder } from '#db/queries/work/jobs-lanes.ts'
import type { TenantDb } from '#db/types.ts'
import { above, atTop, EMPTY, findRank, holds, type LaneList, lastId, under, without } from './lane-list.ts'

export type Where = { id: string } | 'top' | 'end'

export function leaveLane(db: TenantDb, lane: JobLane, jobid: string) {
  const list = laneList(db, lane)
  const left = without(list, jobid)
  if (left !== list) saveLaneList(db, lane, left)
}

export function enterLane(db: TenantDb, lane: JobLane, jobid: string, where: Where): string | null {
  const list = without(listWith(db, lane, where), jobid)
  const afterid = neighbourOf(list, where)
  saveLaneList(db, lane, afterid ? under(list, jobid, afterid) : atTop(list, jobid))
  return afterid
}

export function moveWithinLane(db: TenantDb, lane: JobLane, jobid: string, where: Where) {
  const before = listWith(db, lane, { id: jobid })
  const afterid = enterLane(db, lane, jobid, where)
  return { afterid, from: findRank(before, jobid), to: findRank(laneList(db, lane), jobid) }
}

export const aboveInLane = (db: TenantDb, lane: JobLane, jobid: string): string | null =>
  above(listWith(db, lane, { id: jobid }), jobid)

const neighbourOf = (list: LaneList, where: Where): string | null =>
  where === 'top' ? null : where === 'end' ? lastId(list) : where.id

/** It may lack the job, as after an import. */
function listWith(db: TenantDb, lane: JobLane, where: Where): LaneList {
  const list = laneList(db, lane)
  if (where === 'top' || (list !== EMPTY && (where === 'end' || holds(list, where.id)))) return list
  return JSON.stringify(wholeLaneOrder(db, lane))
}
