import { asc, desc, eq } from 'drizzle-orm'
import {
  boards,
  clients,
  divisions,
  jobs,
  locations,
  organisations,
  workers,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type JobForPrint = NonNullable<ReturnType<typeof jobForPrint>>
export type OrganisationRow = typeof organisations.$inferSelect

/** A job with whom it is for, where, and who might print it. */
export const jobForPrint = (db: TenantDb, id: string) =>
  db
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
    .where(eq(jobs.id, id))
    .get()

export const organisationById = (db: TenantDb, id: string) =>
  db.select().from(organisations).where(eq(organisations.id, id)).get()

/** The one with the default flag, else the oldest: the same that prices a job which names none. */
export const firstOrganisation = (db: TenantDb) =>
  db
    .select()
    .from(organisations)
    .where(eq(organisations.archived, false))
    .orderBy(desc(organisations.flagdefault), asc(organisations.id))
    .limit(1)
    .get()

export const findBoardOrganisationId = (db: TenantDb, boardid: string) =>
  prepared<{ organisation: string | null }>(db, 'SELECT organisation FROM boards WHERE id = ?').get([boardid])
    ?.organisation ?? null

/** The custom layout of the job's categories, where one has any. */
export const customLayouts = (db: TenantDb, jobid: string): string[] =>
  prepared<{ custom: string }>(
    db,
    `SELECT k.custom FROM job_categories AS jc JOIN categories AS k ON k.id = jc.categoryid
     WHERE jc.jobid = ? AND trim(k.custom) <> '' ORDER BY k.name`,
  )
    .all([jobid])
    .map(({ custom }) => custom)

export type FieldValue = { label: string; typeid: number; value: string }

/** What a job holds in the fields that its categories ask for. */
export const fieldsOfJob = (db: TenantDb, jobid: string) =>
  prepared<FieldValue>(
    db,
    `SELECT f.label, f.typeid, v.value FROM job_fields AS v JOIN category_fields AS f ON f.id = v.fieldid
     WHERE v.jobid = ? AND f.archived = 0 ORDER BY f.id`,
  ).all([jobid])

/** What is done on every job of its categories, lane by lane. */
export const listJobSteps = (db: TenantDb, jobid: string) =>
  prepared<{ name: string; instruction: string }>(
    db,
    `SELECT s.name, s.instruction FROM job_categories AS jc
     JOIN categories AS k ON k.id = jc.categoryid
     JOIN steps AS s ON s.category = jc.categoryid AND s.archived = 0
     WHERE jc.jobid = ? ORDER BY k.name, s.lane IS NULL, s.lane, s."order"`,
  ).all([jobid])
