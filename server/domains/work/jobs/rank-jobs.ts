import { type JobLane, laneList, readLaneOrder, saveLaneList } from '#db/queries/work/jobs-lanes.ts'
import type { TenantDb } from '#db/types.ts'
import {
  EMPTY,
  findRank,
  hasId,
  idBefore,
  insertAfter,
  type LaneList,
  lastId,
  prependId,
  removeId,
} from './lane-list.ts'

export type RankTarget = { id: string } | 'top' | 'end'

export function leaveLane(db: TenantDb, lane: JobLane, jobid: string) {
  const list = laneList(db, lane)
  const left = removeId(list, jobid)
  if (left !== list) saveLaneList(db, lane, left)
}

export function enterLane(db: TenantDb, lane: JobLane, jobid: string, where: RankTarget): string | null {
  const list = removeId(listWith(db, lane, where), jobid)
  const afterid = findNeighbour(list, where)
  saveLaneList(db, lane, afterid ? insertAfter(list, jobid, afterid) : prependId(list, jobid))
  return afterid
}

export function moveWithinLane(db: TenantDb, lane: JobLane, jobid: string, where: RankTarget) {
  const before = listWith(db, lane, { id: jobid })
  const afterid = enterLane(db, lane, jobid, where)
  return { afterid, from: findRank(before, jobid), to: findRank(laneList(db, lane), jobid) }
}

export const aboveInLane = (db: TenantDb, lane: JobLane, jobid: string): string | null =>
  idBefore(listWith(db, lane, { id: jobid }), jobid)

const findNeighbour = (list: LaneList, where: RankTarget): string | null =>
  where === 'top' ? null : where === 'end' ? lastId(list) : where.id

/** It may lack the job, as after an import. */
function listWith(db: TenantDb, lane: JobLane, where: RankTarget): LaneList {
  const list = laneList(db, lane)
  if (where === 'top' || (list !== EMPTY && (where === 'end' || hasId(list, where.id)))) return list
  return JSON.stringify(readLaneOrder(db, lane))
}
