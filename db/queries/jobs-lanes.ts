import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { JobMark } from './jobs.ts'

export type Lane = { boardid: string; status: number }

/** Every statement about lanes, for the test of their plans. */
export const LANES_SQL = {
  marks: `
    SELECT id, seq, status FROM jobs INDEXED BY jobs_lane
    WHERE boardid = ? AND template = 0 AND status BETWEEN 1 AND 4`,
  members: 'SELECT id FROM jobs INDEXED BY jobs_lane WHERE boardid = ? AND template = 0 AND status = ?',
  order: 'SELECT jobids FROM lanes WHERE boardid = ? AND status = ?',
  orders: 'SELECT status, jobids FROM lanes WHERE boardid = ?',
  save: `
    INSERT INTO lanes (boardid, status, jobids) VALUES (?, ?, ?)
    ON CONFLICT (boardid, status) DO UPDATE SET jobids = excluded.jobids`,
}

/** The ids of a lane in their order, as they are listed. */
export const laneOrder = (db: TenantDb, { boardid, status }: Lane): string[] =>
  idsOf(prepared<{ jobids: string }>(db, LANES_SQL.order).get([boardid, status]))

export const saveLaneOrder = (db: TenantDb, { boardid, status }: Lane, ids: readonly string[]) =>
  prepared(db, LANES_SQL.save).run([boardid, status, JSON.stringify(ids)])

/** The order with every job that is in the lane and none other, whatever the list says. */
export function wholeLaneOrder(db: TenantDb, lane: Lane): string[] {
  const { boardid, status } = lane
  const members = prepared<{ id: string }>(db, LANES_SQL.members).all([boardid, status])
  return inOrder(members, laneOrder(db, lane)).map(({ id }) => id)
}

/** The jobs on a board's four lanes in their order: of the jobs only the covering index is read. */
export function marksOnLanes(db: TenantDb, boardid: string): JobMark[] {
  const marks = prepared<JobMark>(db, LANES_SQL.marks).all([boardid])
  const rows = prepared<{ status: number; jobids: string }>(db, LANES_SQL.orders).all([boardid])
  const orders = new Map(rows.map((row) => [row.status, idsOf(row)]))
  return [...Map.groupBy(marks, ({ status }) => status)]
    .sort(([a], [b]) => a - b)
    .flatMap(([status, lane]) => inOrder(lane, orders.get(status) ?? []))
}

const idsOf = (row: { jobids: string } | null): string[] => (row ? JSON.parse(row.jobids) : [])

/** Those that are listed in the order of the list, then the others. */
function inOrder<T extends { id: string }>(all: readonly T[], order: readonly string[]): T[] {
  const left = new Map(all.map((one) => [one.id, one]))
  const listed = order.flatMap((id) => {
    const one = left.get(id)
    left.delete(id)
    return one ?? []
  })
  return [...listed, ...left.values()]
}

/** Lists every job in its lane, those that were not listed at the end as they came: after an import. */
export const completeLanes = (db: TenantDb) =>
  prepared(
    db,
    `INSERT INTO lanes (boardid, status, jobids)
     SELECT boardid, status, json_group_array(id) FROM (
       SELECT j.boardid, j.status, j.id FROM jobs j
       LEFT JOIN (SELECT l.boardid, l.status, p.value AS id, p.key AS rank FROM lanes l, json_each(l.jobids) p) o
         ON o.id = j.id AND o.boardid = j.boardid AND o.status = j.status
       WHERE j.template = 0 AND j.status BETWEEN 1 AND 4
       ORDER BY j.boardid, j.status, o.rank IS NULL, o.rank, j.rowid)
     GROUP BY boardid, status
     ON CONFLICT (boardid, status) DO UPDATE SET jobids = excluded.jobids`,
  ).run()

const PLACED = `
  UPDATE jobs SET boardid = ?, status = ?, statusbefore = ?, completed = iif(?, ?, completed),
    version = version + 1, movedversion = version + 1, seq = ?, updatedutc = ?
  WHERE id = ? RETURNING version`

type Placed = Lane & {
  id: string
  statusbefore: number | null
  /** The day it became Complete, or null; undefined leaves it as it is. */
  completed: string | null | undefined
  seq: number
  now: string
}

/** Writes where a job is now; returns its new version. */
export function placeJob(db: TenantDb, job: Placed): number {
  const { boardid, status, statusbefore, completed, seq, now, id } = job
  const set = completed === undefined ? 0 : 1
  const row = prepared<{ version: number }>(db, PLACED).get([
    ...[boardid, status, statusbefore, set, completed ?? null, seq, now, id],
  ])
  return row?.version ?? 0
}
