import { eq, getTableColumns } from 'drizzle-orm'
import { boards, divisions, jobs, organisations } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

/** What the board's covering index holds of a job: all that a list needs to know whether it shows the newest. */
export type JobMark = { id: string; seq: number; status: number }

/** A card's row with the names behind its references. Flags are 0 or 1. */
export type CardRow = {
  id: string
  version: number
  seq: number
  reference: string
  description: string
  boardid: string
  status: number
  critical: number
  paid: number
  client: string | null
  clientname: string | null
  location: string | null
  locationname: string | null
  assignee: string | null
  assigneename: string | null
  created: string
  start: string | null
  finish: string | null
  completed: string | null
  scheduledminutes: number | null
}

const CARDS = `
  SELECT j.id, j.version, j.seq, j.reference, j.description, j.boardid, j.status, j.critical, j.paid,
    j.client, c.name AS clientname, j.location, l.name AS locationname, j.assignee, w.name AS assigneename,
    j.created, j.start, j.finish, j.completed, j.scheduledminutes
  FROM json_each(?) AS wanted
  CROSS JOIN jobs j ON j.id = wanted.value
  LEFT JOIN clients c ON c.id = j.client
  LEFT JOIN locations l ON l.id = j.location
  LEFT JOIN workers w ON w.id = j.assignee`

/** The rows of some cards in one query, in the order asked for. */
export const cardRows = (db: TenantDb, ids: readonly string[]) =>
  prepared<CardRow>(db, CARDS).all([JSON.stringify(ids)])

export type JobCategory = { jobid: string; id: string; name: string; colour: string }
const CATEGORIES = `
  SELECT jc.jobid, k.id, k.name, k.colour
  FROM json_each(?) AS wanted
  CROSS JOIN job_categories jc ON jc.jobid = wanted.value
  JOIN categories k ON k.id = jc.categoryid
  ORDER BY k.name`

export const listCategoriesByJob = (db: TenantDb, ids: readonly string[]) =>
  prepared<JobCategory>(db, CATEGORIES).all([JSON.stringify(ids)])

const NOTE_COUNTS = `
  SELECT n.jobid, count(*) AS n FROM json_each(?) AS wanted CROSS JOIN notes n ON n.jobid = wanted.value
  GROUP BY n.jobid`

export type JobSeen = JobMark & { boardid: string; location: string | null }

const MARKS = `
  SELECT j.id, j.seq, j.status, j.boardid, j.location
  FROM json_each(?) AS wanted CROSS JOIN jobs j ON j.id = wanted.value`

/** Some jobs by their ids, in the order asked for, with what decides who sees them. */
export const listJobMarks = (db: TenantDb, ids: readonly string[]) =>
  prepared<JobSeen>(db, MARKS).all([JSON.stringify(ids)])

/** An edit of what lies beside the job's own row, such as its categories' fields, clashes with other edits. */
export const raiseEdited = (db: TenantDb, id: string) =>
  prepared(db, 'UPDATE jobs SET version = version + 1, editedversion = version + 1 WHERE id = ?').run([id])

export const noteCounts = (db: TenantDb, ids: readonly string[]) =>
  prepared<{ jobid: string; n: number }>(db, NOTE_COUNTS).all([JSON.stringify(ids)])

const detail = statement((query, { id }: Params<{ id: string }>) =>
  query
    .select({
      ...getTableColumns(jobs),
      boardname: boards.name,
      boardslug: boards.slug,
      divisionname: divisions.name,
      organisationname: organisations.name,
    })
    .from(jobs)
    .innerJoin(boards, eq(boards.id, jobs.boardid))
    .leftJoin(divisions, eq(divisions.id, jobs.division))
    .leftJoin(organisations, eq(organisations.id, jobs.organisation))
    .where(eq(jobs.id, id)),
)

/** A whole job with the names that its card lacks. */
export type DetailRow = RowOf<typeof detail>

export const detailRow = (db: TenantDb, id: string) => detail.get(db, { id })

/** What decides where a job is and who may see it. */
export type JobPlaceRow = {
  id: string
  reference: string
  boardid: string
  status: number
  statusbefore: number | null
  template: number
  version: number
  movedversion: number
  editedversion: number
  seq: number
  location: string | null
  scheduledminutes: number | null
}

const PLACE = `
  SELECT id, reference, boardid, status, statusbefore, template, version, movedversion, editedversion, seq,
    location, scheduledminutes
  FROM jobs WHERE id = ?`

export const findJobPlace = (db: TenantDb, id: string) => prepared<JobPlaceRow>(db, PLACE).get([id])

/** References are upper case, and an address carries them in lower case. */
export const jobIdByReference = (db: TenantDb, reference: string) =>
  prepared<{ id: string }>(db, 'SELECT id FROM jobs WHERE reference = ?').get([reference.toUpperCase()])?.id
