import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type Lane = { boardid: string; status: number }

const IN_LANE = 'boardid = ? AND template = 0 AND status = ?'

/** Every statement that ranks, for the test of their plans. */
export const RANK_SQL = {
  last: `SELECT max(rank) AS rank FROM jobs INDEXED BY jobs_lane WHERE ${IN_LANE}`,
  at: `SELECT id FROM jobs INDEXED BY jobs_lane WHERE ${IN_LANE} AND rank = ?`,
  up: `UPDATE jobs INDEXED BY jobs_lane SET rank = rank + 1 WHERE ${IN_LANE} AND rank BETWEEN ? AND ?`,
  down: `UPDATE jobs INDEXED BY jobs_lane SET rank = rank - 1 WHERE ${IN_LANE} AND rank BETWEEN ? AND ?`,
}

/** The rank after the last one of a lane: where a job goes that is put at its end. Ranks begin with 0. */
export const endOf = (db: TenantDb, { boardid, status }: Lane): number =>
  (prepared<{ rank: number | null }>(db, RANK_SQL.last).get([boardid, status])?.rank ?? -1) + 1

/** The job at a place of a lane, if there is one. */
export const jobAt = (db: TenantDb, { boardid, status }: Lane, rank: number): string | null =>
  rank < 0 ? null : (prepared<{ id: string }>(db, RANK_SQL.at).get([boardid, status, rank])?.id ?? null)

/** Moves the jobs from one place to another of a lane by one, and touches no other row. */
export function shift(db: TenantDb, { boardid, status }: Lane, from: number, to: number, by: 1 | -1) {
  if (from > to) return
  prepared(db, by === 1 ? RANK_SQL.up : RANK_SQL.down).run([boardid, status, from, to])
}

/** No lane is this long. */
export const LANE_END = 2 ** 31

const MOVE = `
  UPDATE jobs SET boardid = ?, status = ?, statusbefore = ?, rank = ?, completed = iif(?, ?, completed),
    version = version + 1, movedversion = version + 1, seq = ?, updatedutc = ?
  WHERE id = ? RETURNING version`

type Placed = Lane & {
  id: string
  statusbefore: number | null
  rank: number
  /** The day it became Complete, or null; undefined leaves it as it is. */
  completed: string | null | undefined
  seq: number
  now: string
}

/** Puts a job's row at its new place; returns its new version. */
export function placeJob(db: TenantDb, job: Placed): number {
  const { boardid, status, statusbefore, rank, completed, seq, now, id } = job
  const set = completed === undefined ? 0 : 1
  const row = prepared<{ version: number }>(db, MOVE).get([
    ...[boardid, status, statusbefore, rank, set, completed ?? null, seq, now, id],
  ])
  return row?.version ?? 0
}
