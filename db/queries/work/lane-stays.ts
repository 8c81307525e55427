import { and, desc, eq, gte, type Placeholder } from 'drizzle-orm'
import { clients, jobs, lane_stays } from '#db/schema/tenant/index.ts'
import { inList, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

/** What left a lane sooner was put there by mistake. */
const LEAST_SECONDS = 60

type Asked = { boards: readonly string[]; from: string }

const stays = statement((q, p: Params<Asked>) =>
  q
    .select({ status: lane_stays.status, seconds: lane_stays.seconds })
    .from(lane_stays)
    .where(
      and(
        gte(lane_stays.leftutc, p.from),
        inList(lane_stays.boardid, p.boards),
        gte(lane_stays.seconds, LEAST_SECONDS),
      ),
    ),
)

/** Of each time that a job left a lane since an instant (ISO 8601 UTC), how long it had stood there. */
export const listLaneStays = (db: TenantDb, asked: Asked) => stays.all(db, asked)

const longest = statement((q, p: Params<Asked & { status: number; take: number }>) =>
  q
    .select({
      jobid: jobs.id,
      boardid: jobs.boardid,
      reference: jobs.reference,
      description: jobs.description,
      clientname: clients.name,
      seconds: lane_stays.seconds,
      leftutc: lane_stays.leftutc,
    })
    .from(lane_stays)
    .innerJoin(jobs, eq(jobs.id, lane_stays.jobid))
    .leftJoin(clients, eq(clients.id, jobs.client))
    .where(
      and(
        gte(lane_stays.leftutc, p.from),
        inList(lane_stays.boardid, p.boards),
        eq(lane_stays.status, p.status),
        gte(lane_stays.seconds, LEAST_SECONDS),
      ),
    )
    .orderBy(desc(lane_stays.seconds), desc(lane_stays.leftutc))
    .limit(p.take as Placeholder<string, number>),
)

/** The jobs that left one lane, those that stood there longest first. */
export const listLongestStays = (db: TenantDb, asked: Asked & { status: number; take: number }) =>
  longest.all(db, asked)
