import { and, asc, count, eq, isNull, or, sql } from 'drizzle-orm'
import { board_workers, boards, jobs, users, workers } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const columns = { id: workers.id, name: workers.name, code: workers.code, userid: workers.userid }

const onBoard = (boardid: Params<{ boardid: string }>['boardid']) =>
  and(
    eq(workers.archived, false),
    sql`(EXISTS (SELECT 1 FROM ${board_workers} w WHERE w.boardid = ${boardid} AND w.workerid = ${workers.id})
      OR NOT EXISTS (SELECT 1 FROM ${board_workers} w WHERE w.boardid = ${boardid}))`,
  )

const ofBoard = statement((q, p: Params<{ boardid: string }>) =>
  q.select(columns).from(workers).where(onBoard(p.boardid)).orderBy(asc(workers.name)),
)

/** Who can be given its jobs and steps: its own workers; where it names none, all there are. */
export const listBoardWorkers = (db: TenantDb, boardid: string) => ofBoard.all(db, { boardid })

const one = statement((q, p: Params<{ boardid: string; id: string }>) =>
  q
    .select(columns)
    .from(workers)
    .where(and(eq(workers.id, p.id), onBoard(p.boardid))),
)

export const findBoardWorker = (db: TenantDb, boardid: string, id: string) => one.get(db, { boardid, id })

const boardsForWorker = statement((q, p: Params<{ workerid: string }>) =>
  q
    .select({ id: boards.id })
    .from(boards)
    .where(
      sql`${boards.id} IN (SELECT boardid FROM ${board_workers} WHERE workerid = ${p.workerid})
        OR NOT EXISTS (SELECT 1 FROM ${board_workers} w WHERE w.boardid = ${boards.id})`,
    ),
)

/** Where a worker can be given jobs and steps: the boards that name them, or nobody. */
export const listBoardsForWorker = (db: TenantDb, workerid: string): string[] =>
  boardsForWorker.all(db, { workerid }).map(({ id }) => id)

const assignee = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ userid: users.id })
    .from(jobs)
    .innerJoin(workers, eq(workers.id, jobs.assignee))
    .innerJoin(users, and(eq(users.id, workers.userid), eq(users.archived, false)))
    .where(eq(jobs.id, p.jobid)),
)

/** The person whom a job is assigned to, if they have a seat. */
export const assigneeOfJob = (db: TenantDb, jobid: string) => assignee.get(db, { jobid })?.userid

const working = statement((q) =>
  q.select(columns).from(workers).where(eq(workers.archived, false)).orderBy(asc(workers.name)),
)

/** All who are not archived. */
export const listWorkers = (db: TenantDb) => working.all(db)

const counted = statement((q) => q.select({ n: count() }).from(workers).where(eq(workers.archived, false)))

/** Those who are not archived. */
export const countWorkers = (db: TenantDb): number => counted.get(db)?.n ?? 0

const toJoin = statement((q, p: Params<{ userid: string }>) =>
  q
    .select({
      id: workers.id,
      name: workers.name,
      email: workers.email,
      phone: workers.phone,
      userid: workers.userid,
    })
    .from(workers)
    .where(and(eq(workers.archived, false), or(isNull(workers.userid), eq(workers.userid, p.userid))))
    .orderBy(asc(workers.name)),
)

/** Those who sign in as nobody, and the one who signs in as this person. */
export const listWorkersToJoin = (db: TenantDb, userid: string) => toJoin.all(db, { userid })

const withWorkers = statement((q) =>
  q
    .select({ id: boards.id, name: boards.name })
    .from(boards)
    .where(
      and(
        eq(boards.archived, false),
        sql`EXISTS (SELECT 1 FROM ${board_workers} w WHERE w.boardid = ${boards.id})`,
      ),
    )
    .orderBy(asc(boards.name)),
)

const countOwn = statement((q, p: Params<{ workerid: string }>) =>
  q.select({ n: count() }).from(board_workers).where(eq(board_workers.workerid, p.workerid)),
)

/** On how many boards a worker is named, and which boards name workers at all. */
export const boardsOfWorker = (db: TenantDb, workerid: string) => ({
  own: countOwn.get(db, { workerid })?.n ?? 0,
  named: withWorkers.all(db),
})

export const addWorkerToBoards = (db: TenantDb, workerid: string, boardids: readonly string[]) =>
  db
    .insert(board_workers)
    .values(boardids.map((boardid) => ({ boardid, workerid })))
    .run()
