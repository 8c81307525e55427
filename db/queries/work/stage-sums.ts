import { and, eq, inArray, type Placeholder, sql } from 'drizzle-orm'
import { type CountedSum, countAndSum } from '#db/queries/sums.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { isInStage, stageStatuses } from './job-stages.ts'
import { isOnLanes } from './on-lanes.ts'

type Scope = { boards: readonly string[]; locations: readonly string[] | null }
type Values = { boards: readonly string[]; locations?: readonly string[] }

const isAsked = and(isOnLanes, inArray(jobs.status, [...stageStatuses('asked')]), isInStage('asked'))

const summed = filtered((q, p: GivenParams<Values>, _: Record<never, never>) =>
  q
    .select(countAndSum(sql`${jobs.quotedcents}`))
    .from(jobs)
    .where(
      and(
        isAsked,
        inList(jobs.boardid, p.boards as Placeholder<string, readonly string[]>),
        p.locations && inList(jobs.location, p.locations),
      ),
    ),
)

/** What is estimated on jobs that are asked for, without VAT; of the same jobs as a list of that stage. */
export const sumToQuote = (db: TenantDb, { boards, locations }: Scope) =>
  summed.get(db, { boards, locations: locations ?? undefined }, {}) as CountedSum

const one = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, p.id), isAsked)),
)

export const isToQuote = (db: TenantDb, id: string): boolean => Boolean(one.get(db, { id }))
