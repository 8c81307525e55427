import { and, eq, inArray, type Placeholder, sql } from 'drizzle-orm'
import { type CountedSum, countAndSum } from '#db/queries/sums.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { isInStage, stageStatuses } from './job-stages.ts'
import { isOnLanes } from './on-lanes.ts'

/** What is estimated on jobs that are asked for, and what is to be charged for jobs that are complete. */
const cents = {
  asked: sql`${jobs.quotedcents}`,
  complete: sql`iif(${jobs.fixedprice}, ${jobs.quotedcents}, ${jobs.usedcents})`,
}
export type SummedStage = keyof typeof cents

type Scope = { boards: readonly string[]; locations: readonly string[] | null }
type Values = { boards: readonly string[]; locations?: readonly string[] }

const inStage = (stage: SummedStage) =>
  and(isOnLanes, inArray(jobs.status, [...stageStatuses(stage)]), isInStage(stage))

const summed = filtered((q, p: GivenParams<Values>, { stage }: { stage: SummedStage }) =>
  q
    .select(countAndSum(cents[stage]))
    .from(jobs)
    .where(
      and(
        inStage(stage),
        inList(jobs.boardid, p.boards as Placeholder<string, readonly string[]>),
        p.locations && inList(jobs.location, p.locations),
      ),
    ),
)

/** Without VAT; of the same jobs as a list of that stage. */
export const sumOfStage = (db: TenantDb, { boards, locations }: Scope, stage: SummedStage) =>
  summed.get(db, { boards, locations: locations ?? undefined }, { stage }) as CountedSum

const one = filtered((q, p: GivenParams<{ id: string }>, { stage }: { stage: SummedStage }) =>
  q
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, p.id as Placeholder), inStage(stage))),
)

export const isSummedIn = (db: TenantDb, id: string, stage: SummedStage): boolean =>
  Boolean(one.get(db, { id }, { stage }))
