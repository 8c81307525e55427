import { type Lane, laneOrder, saveLaneOrder, wholeLaneOrder } from '#db/queries/jobs-lanes.ts'
import type { TenantDb } from '#db/types.ts'

/** Where a job came to stand in its lane: its rank, 0 at the top, and the job right above it. */
export type Standing = { rank: number; afterid: string | null }

/** Where a job goes in a lane: right under another, at the top, or at the end. */
export type Under = { id: string } | 'top' | 'end'

export function leaveLane(db: TenantDb, lane: Lane, jobid: string) {
  const order = laneOrder(db, lane)
  const rank = order.indexOf(jobid)
  if (rank < 0) return
  order.splice(rank, 1)
  saveLaneOrder(db, lane, order)
}

/** Puts a job into a lane, or to another place of the lane that it is in. Tells where it stood there before. */
export function enterLane(
  db: TenantDb,
  lane: Lane,
  jobid: string,
  under: Under,
): Standing & { before: number } {
  const { order, listed } = orderWith(db, lane, under)
  const before = order.indexOf(jobid)
  if (before >= 0) order.splice(before, 1)
  const rank = rankUnder(order, under)
  order.splice(rank, 0, jobid)
  if (rank !== before || !listed) saveLaneOrder(db, lane, order)
  return { rank, before, afterid: order[rank - 1] ?? null }
}

/** Where a job stands that is in the lane. */
export function standing(db: TenantDb, lane: Lane, jobid: string): Standing {
  const { order } = orderWith(db, lane, { id: jobid })
  const rank = order.indexOf(jobid)
  return { rank, afterid: order[rank - 1] ?? null }
}

/** The lane's list; if it lacks the job in question, as after an import, completed by what is in the lane. */
function orderWith(db: TenantDb, lane: Lane, under: Under): { order: string[]; listed: boolean } {
  const order = laneOrder(db, lane)
  const listed = under === 'top' || (order.length > 0 && (under === 'end' || order.includes(under.id)))
  return { order: listed ? order : wholeLaneOrder(db, lane), listed }
}

function rankUnder(order: readonly string[], under: Under): number {
  if (under === 'top') return 0
  return under === 'end' ? order.length : order.indexOf(under.id) + 1
}
