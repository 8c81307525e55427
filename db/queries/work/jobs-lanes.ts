import { and, eq, sql } from 'drizzle-orm'
import { ON_LANES } from '#db/job-status.ts'
import { jobs, lanes } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { JobMark } from './jobs.ts'
import { isOnLanes } from './on-lanes.ts'

export type JobLane = { boardid: string; status: number }

const jobsByLane = sql`${jobs} INDEXED BY jobs_lane`

const marks = statement((q, p: Params<{ boardid: string }>) =>
  q
    .select({ id: jobs.id, seq: jobs.seq, status: jobs.status })
    .from(jobsByLane)
    .where(and(eq(jobs.boardid, p.boardid), isOnLanes)),
)
const members = statement((q, p: Params<JobLane>) =>
  q
    .select({ id: jobs.id })
    .from(jobsByLane)
    .where(and(eq(jobs.boardid, p.boardid), isOnLanes, eq(jobs.status, p.status))),
)
const order = statement((q, p: Params<JobLane>) =>
  q
    .select({ jobids: lanes.jobids })
    .from(lanes)
    .where(and(eq(lanes.boardid, p.boardid), eq(lanes.status, p.status))),
)
const orders = statement((q, p: Params<{ boardid: string }>) =>
  q.select({ status: lanes.status, jobids: lanes.jobids }).from(lanes).where(eq(lanes.boardid, p.boardid)),
)

export const laneList = (db: TenantDb, { boardid, status }: JobLane): string =>
  order.get(db, { boardid, status })?.jobids ?? '[]'

export function saveLaneList(db: TenantDb, { boardid, status }: JobLane, jobids: string) {
  const { changes } = prepared(
    db,
    'UPDATE lanes SET jobids = ?, changed = changed + 1 WHERE boardid = ? AND status = ?',
  ).run([jobids, boardid, status])
  if (changes === 0)
    prepared(db, 'INSERT INTO lanes (boardid, status, jobids) VALUES (?, ?, ?)').run([
      boardid,
      status,
      jobids,
    ])
}

export function readLaneOrder(db: TenantDb, lane: JobLane): string[] {
  const { boardid, status } = lane
  return inOrder(members.all(db, { boardid, status }), JSON.parse(laneList(db, lane))).map(({ id }) => id)
}

export function listMarksOnLanes(db: TenantDb, boardid: string): JobMark[] {
  const listed = orders.all(db, { boardid })
  const idsByLane = new Map(listed.map(({ status, jobids }) => [status, JSON.parse(jobids) as string[]]))
  return [...Map.groupBy(marks.all(db, { boardid }), ({ status }) => status)]
    .sort(([a], [b]) => a - b)
    .flatMap(([status, lane]) => inOrder(lane, idsByLane.get(status) ?? []))
}

function inOrder<T extends { id: string }>(all: readonly T[], order: readonly string[]): T[] {
  const left = new Map(all.map((one) => [one.id, one]))
  const listed = order.flatMap((id) => {
    const one = left.get(id)
    left.delete(id)
    return one ?? []
  })
  return [...listed, ...left.values()]
}

export const completeLanes = (db: TenantDb) =>
  prepared(
    db,
    `INSERT INTO lanes (boardid, status, jobids)
     SELECT boardid, status, json_group_array(id) FROM (
       SELECT j.boardid, j.status, j.id FROM jobs j
       LEFT JOIN (SELECT l.boardid, l.status, p.value AS id, p.key AS rank FROM lanes l, json_each(l.jobids) p) o
         ON o.id = j.id AND o.boardid = j.boardid AND o.status = j.status
       WHERE j.template = 0 AND j.status ${ON_LANES}
       ORDER BY j.boardid, j.status, o.rank IS NULL, o.rank, j.rowid)
     GROUP BY boardid, status
     ON CONFLICT (boardid, status) DO UPDATE SET jobids = excluded.jobids, changed = changed + 1`,
  ).run()

const placed = (columns: string) => `
  UPDATE jobs SET movedutc = iif(status = ?, movedutc, ?), status = ?, statusbefore = ?, version = version + 1,
    movedversion = version + 1, seq = ?, updatedutc = ?${columns} WHERE id = ?`

type Placed = JobLane & {
  id: string
  version: number
  statusbefore: number | null
  completed: string | null | undefined
  seq: number
  now: string
}

export function placeJob(db: TenantDb, job: Placed, onotherboard: boolean): number {
  const { boardid, status, statusbefore, completed, seq, now, id } = job
  // A column that is set is checked against its parent table, and ends what is kept of it, changed or not.
  const also = { boardid: onotherboard ? boardid : undefined, completed }
  const set = Object.entries(also).filter(([, value]) => value !== undefined) as [string, string | null][]
  prepared(db, placed(set.map(([column]) => `, ${column} = ?`).join(''))).run([
    ...[status, now, status, statusbefore, seq, now],
    ...set.map(([, value]) => value),
    id,
  ])
  return job.version + 1
}
