import { and, asc, eq, isNull, max, sql } from 'drizzle-orm'
import { NO_LANE } from '#db/job-status.ts'
import { categories, steps } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

const selectSteps = (db: TenantDb) =>
  db
    .select({ step: steps, categoryname: categories.name })
    .from(steps)
    .innerJoin(categories, eq(categories.id, steps.category))

export type StepRow = NonNullable<ReturnType<typeof stepById>>

export const stepById = (db: TenantDb, id: string) => selectSteps(db).where(eq(steps.id, id)).get()

export const listCategorySteps = (db: TenantDb, category: string, archived = false) =>
  selectSteps(db)
    .where(and(eq(steps.category, category), archived ? undefined : eq(steps.archived, false)))
    .orderBy(
      asc(sql`coalesce(${steps.lane}, ${sql.raw(String(NO_LANE))})`),
      asc(steps.archived),
      asc(steps.order),
      asc(steps.id),
    )
    .all()

const inLane = (category: string, lane: number | null) =>
  and(
    eq(steps.category, category),
    eq(steps.archived, false),
    lane === null ? isNull(steps.lane) : eq(steps.lane, lane),
  )

export const listLaneStepIds = (db: TenantDb, category: string, lane: number | null): string[] =>
  db
    .select({ id: steps.id })
    .from(steps)
    .where(inLane(category, lane))
    .orderBy(asc(steps.order), asc(steps.id))
    .all()
    .map(({ id }) => id)

export const nextStepOrder = (db: TenantDb, category: string, lane: number | null): number =>
  (db
    .select({ last: max(steps.order) })
    .from(steps)
    .where(inLane(category, lane))
    .get()?.last ?? -1) + 1

export const orderSteps = (db: TenantDb, ids: readonly string[]) =>
  prepared(
    db,
    'UPDATE steps SET "order" = places.key FROM json_each(?) AS places WHERE steps.id = places.value',
  ).run([JSON.stringify(ids)])
