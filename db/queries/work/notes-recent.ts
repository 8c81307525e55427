import { and, desc, eq, ne } from 'drizzle-orm'
import { REMOVED } from '#db/job-status.ts'
import { jobs, notes } from '#db/schema/tenant/index.ts'
import { inList, listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

type Seen = { boards: readonly string[]; locations: readonly string[] | null }

const ofJob = { reference: jobs.reference, boardid: jobs.boardid, description: jobs.description }

export const recentNotesQuery = statement((q, p: Params<{ boards: readonly string[]; take: number }>) => {
  // Among the newest notes of all: however long ago the last one on a board was, no more than these are read.
  const newest = q.select().from(notes).orderBy(desc(notes.id)).limit(1000).as('newest')
  return q
    .select({
      id: newest.id,
      jobid: newest.jobid,
      userid: newest.userid,
      name: newest.name,
      message: newest.message,
      date: newest.date,
      ...ofJob,
    })
    .from(newest)
    .innerJoin(jobs, eq(jobs.id, newest.jobid))
    .where(and(inList(jobs.boardid, p.boards), ne(jobs.status, REMOVED)))
    .orderBy(desc(newest.id))
    .limit(p.take)
})
type RecentNote = RowOf<typeof recentNotesQuery>

type SeenAt = { boards: readonly string[]; locations: readonly string[]; take: number }

// A client's contact sees few jobs, whose notes may be long ago.
export const recentAt = statement((q, p: Params<SeenAt>) =>
  q
    .select({
      id: notes.id,
      jobid: notes.jobid,
      userid: notes.userid,
      name: notes.name,
      message: notes.message,
      date: notes.date,
      ...ofJob,
    })
    .from(listItems(p.locations))
    .crossJoin(jobs)
    .crossJoin(notes)
    .where(
      and(
        eq(jobs.location, listItem),
        eq(notes.jobid, jobs.id),
        inList(jobs.boardid, p.boards),
        ne(jobs.status, REMOVED),
      ),
    )
    .orderBy(desc(notes.id))
    .limit(p.take),
)

export const recentNotes = (db: TenantDb, { boards, locations }: Seen, take: number): RecentNote[] =>
  locations ? recentAt.all(db, { boards, locations, take }) : recentNotesQuery.all(db, { boards, take })
