import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import {
  boards,
  categories,
  category_fields,
  clients,
  divisions,
  job_categories,
  job_fields,
  jobs,
  locations,
  organisations,
  steps,
  workers,
} from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

export type OrganisationRow = typeof organisations.$inferSelect

const printed = statement((q, p: Params<{ id: string }>) =>
  q
    .select({
      job: jobs,
      client: clients,
      location: locations,
      assigneename: workers.name,
      divisionname: divisions.name,
      boardorganisation: boards.organisation,
    })
    .from(jobs)
    .innerJoin(boards, eq(boards.id, jobs.boardid))
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(locations, eq(locations.id, jobs.location))
    .leftJoin(divisions, eq(divisions.id, jobs.division))
    .leftJoin(workers, eq(workers.id, jobs.assignee))
    .where(eq(jobs.id, p.id)),
)
export type JobForPrint = RowOf<typeof printed>

export const jobForPrint = (db: TenantDb, id: string) => printed.get(db, { id })

const oneOrganisation = statement((q, p: Params<{ id: string }>) =>
  q.select(getTableColumns(organisations)).from(organisations).where(eq(organisations.id, p.id)),
)

export const organisationById = (db: TenantDb, id: string): OrganisationRow | undefined =>
  oneOrganisation.get(db, { id }) ?? undefined

const first = statement((q) =>
  q
    .select()
    .from(organisations)
    .where(eq(organisations.archived, false))
    .orderBy(desc(organisations.flagdefault), asc(organisations.id))
    .limit(1),
)

/** The one with the default flag, else the oldest: the same that prices a job which names none. */
export const firstOrganisation = (db: TenantDb) => first.get(db)

const boardOrganisation = statement((q, p: Params<{ boardid: string }>) =>
  q.select({ organisation: boards.organisation }).from(boards).where(eq(boards.id, p.boardid)),
)

export const findBoardOrganisationId = (db: TenantDb, boardid: string) =>
  boardOrganisation.get(db, { boardid })?.organisation ?? null

const layouts = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ custom: categories.custom })
    .from(job_categories)
    .innerJoin(categories, eq(categories.id, job_categories.categoryid))
    .where(and(eq(job_categories.jobid, p.jobid), sql`trim(${categories.custom}) <> ''`))
    .orderBy(asc(categories.name)),
)

export const customLayouts = (db: TenantDb, jobid: string): string[] =>
  layouts.all(db, { jobid }).map(({ custom }) => custom)

const customCards = statement((q) =>
  q
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.jobcategory, true), sql`trim(${categories.custom}) <> ''`)),
)

export const listCustomCardCategories = (db: TenantDb): string[] => customCards.all(db).map(({ id }) => id)

const fieldValues = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ label: category_fields.label, typeid: category_fields.typeid, value: job_fields.value })
    .from(job_fields)
    .innerJoin(category_fields, eq(category_fields.id, job_fields.fieldid))
    .where(and(eq(job_fields.jobid, p.jobid), eq(category_fields.archived, false)))
    .orderBy(asc(category_fields.id)),
)
export type FieldValue = RowOf<typeof fieldValues>

export const listFieldValues = (db: TenantDb, jobid: string) => fieldValues.all(db, { jobid })

const jobSteps = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ name: steps.name, instruction: steps.instruction })
    .from(job_categories)
    .innerJoin(categories, eq(categories.id, job_categories.categoryid))
    .innerJoin(steps, and(eq(steps.category, job_categories.categoryid), eq(steps.archived, false)))
    .where(eq(job_categories.jobid, p.jobid))
    .orderBy(asc(categories.name), sql`${steps.lane} IS NULL`, asc(steps.lane), asc(steps.order)),
)

export const listJobSteps = (db: TenantDb, jobid: string) => jobSteps.all(db, { jobid })
