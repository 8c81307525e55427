import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { depositDueOfJob } from '#db/queries/sales/deposit-due.ts'
import {
  boards,
  categories,
  clients,
  divisions,
  invoices,
  job_categories,
  job_links,
  job_sets,
  jobs,
  locations,
  notes,
  organisations,
  workers,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { stageOfJob } from './job-stages.ts'

export type JobMark = Pick<typeof jobs.$inferSelect, 'id' | 'seq' | 'status'>

type Ids = { ids: readonly string[] }

const cards = statement((q, p: Params<Ids>) =>
  q
    .select({
      id: jobs.id,
      version: jobs.version,
      seq: jobs.seq,
      reference: jobs.reference,
      description: jobs.description,
      boardid: jobs.boardid,
      status: jobs.status,
      critical: jobs.critical,
      paid: jobs.paid,
      quotedcents: jobs.quotedcents,
      fixedprice: jobs.fixedprice,
      validuntil: jobs.validuntil,
      estimatewaits: sql<boolean>`${jobs.estimatemailid} IS NOT NULL`.mapWith(Boolean),
      client: jobs.client,
      clientname: clients.name,
      location: jobs.location,
      locationname: locations.name,
      assignee: jobs.assignee,
      assigneename: workers.name,
      created: jobs.created,
      start: jobs.start,
      visittime: jobs.visittime,
      finish: jobs.finish,
      completed: jobs.completed,
      scheduledminutes: jobs.scheduledminutes,
      stage: stageOfJob,
      drafted: sql<boolean>`EXISTS (SELECT 1 FROM ${invoices} AS i
        WHERE i.jobid = ${jobs.id} AND i.state = 'draft')`.mapWith(Boolean),
      declined: sql<boolean>`EXISTS (SELECT 1 FROM ${job_sets} AS s JOIN ${job_links} AS l ON l.id = s.linkid
        WHERE s.jobid = ${jobs.id} AND s.createdutc >= ${jobs.estimatesentutc}
          AND l.purpose = 'approve' AND s.answer <> 'approve')`.mapWith(Boolean),
      deposit: sql<'asked' | 'received' | null>`(SELECT iif(max(i.paidcents < i.totalcents - i.settledcents),
        'asked', iif(max(i.paidcents) > 0, 'received', NULL)) FROM ${invoices} AS i
        WHERE i.jobid = ${jobs.id} AND i.kind = 'deposit')`,
      depositdue: depositDueOfJob.mapWith(Boolean),
      unpaid: sql<boolean>`EXISTS (SELECT 1 FROM ${invoices} AS i WHERE i.jobid = ${jobs.id}
        AND i.kind = 'invoice' AND i.state = 'issued' AND i.paidcents < i.totalcents - i.settledcents)`.mapWith(
        Boolean,
      ),
      unsent: sql<boolean>`EXISTS (SELECT 1 FROM ${invoices} AS i WHERE i.jobid = ${jobs.id}
        AND i.kind = 'invoice' AND i.sending = 'unsent')`.mapWith(Boolean),
      // By the job: a bare state would be looked up in the index of all that are issued.
      received: sql<boolean>`EXISTS (SELECT 1 FROM ${invoices} AS i WHERE i.jobid = ${jobs.id}
        AND i.kind = 'invoice' AND +i.state = 'issued' AND i.paidcents > 0)`.mapWith(Boolean),
    })
    .from(listItems(p.ids))
    .crossJoin(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(locations, eq(locations.id, jobs.location))
    .leftJoin(workers, eq(workers.id, jobs.assignee))
    .where(eq(jobs.id, listItem)),
)
export type CardRow = RowOf<typeof cards>

export const cardRows = (db: TenantDb, ids: readonly string[]) => cards.all(db, { ids })

const categoriesByJob = statement((q, p: Params<Ids>) =>
  q
    .select({
      jobid: job_categories.jobid,
      id: categories.id,
      name: categories.name,
      colour: categories.colour,
    })
    .from(listItems(p.ids))
    .crossJoin(job_categories)
    .innerJoin(categories, eq(categories.id, job_categories.categoryid))
    .where(eq(job_categories.jobid, listItem))
    .orderBy(asc(categories.name)),
)
export type JobCategory = RowOf<typeof categoriesByJob>

export const listCategoriesByJob = (db: TenantDb, ids: readonly string[]) => categoriesByJob.all(db, { ids })

const categoryIds = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ categoryid: job_categories.categoryid })
    .from(job_categories)
    .where(eq(job_categories.jobid, p.jobid)),
)

export const listJobCategoryIds = (db: TenantDb, jobid: string): string[] =>
  categoryIds.all(db, { jobid }).map(({ categoryid }) => categoryid)

const marks = statement((q, p: Params<Ids>) =>
  q
    .select({
      id: jobs.id,
      seq: jobs.seq,
      status: jobs.status,
      boardid: jobs.boardid,
      location: jobs.location,
    })
    .from(listItems(p.ids))
    .crossJoin(jobs)
    .where(eq(jobs.id, listItem)),
)

export const listJobMarks = (db: TenantDb, ids: readonly string[]) => marks.all(db, { ids })

/** An edit of what lies beside the job's own row, such as its categories' fields, clashes with other edits. */
export const bumpEditedVersion = (db: TenantDb, id: string) =>
  prepared(db, 'UPDATE jobs SET version = version + 1, editedversion = version + 1 WHERE id = ?').run([id])

// Grouped, SQLite would write each note into a sorter first.
const notesByJob = statement((q, p: Params<Ids>) =>
  q
    .select({
      jobid: listItem,
      n: sql<number>`(SELECT count(*) FROM ${notes} WHERE ${eq(notes.jobid, listItem)})`,
    })
    .from(listItems(p.ids)),
)

export const noteCounts = (db: TenantDb, ids: readonly string[]) => notesByJob.all(db, { ids })

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

export const detailRow = (db: TenantDb, id: string) => detail.get(db, { id })

const contactOfLocation = statement((q, p: Params<{ id: string }>) =>
  q
    .select({
      contactname: locations.contactname,
      contactnumber: locations.contactnumber,
      contactemail: locations.contactemail,
    })
    .from(locations)
    .where(eq(locations.id, p.id)),
)

export const locationContact = (db: TenantDb, id: string) => contactOfLocation.get(db, { id })

const fixedPrice = statement((q, p: Params<{ id: string }>) =>
  q.select({ fixedprice: jobs.fixedprice }).from(jobs).where(eq(jobs.id, p.id)),
)

export const hasFixedPrice = (db: TenantDb, id: string) => fixedPrice.get(db, { id })?.fixedprice ?? false

const estimateMail = statement((q, p: Params<{ mailid: string }>) =>
  q.select({ id: jobs.id }).from(jobs).where(eq(jobs.estimatemailid, p.mailid)),
)

export const jobOfEstimateMail = (db: TenantDb, mailid: string) => estimateMail.get(db, { mailid })?.id

const placed = {
  id: jobs.id,
  reference: jobs.reference,
  boardid: jobs.boardid,
  status: jobs.status,
  statusbefore: jobs.statusbefore,
  template: jobs.template,
  version: jobs.version,
  movedversion: jobs.movedversion,
  editedversion: jobs.editedversion,
  seq: jobs.seq,
  location: jobs.location,
  scheduledminutes: jobs.scheduledminutes,
  acceptedby: jobs.acceptedby,
  acceptedon: jobs.acceptedon,
  estimatesentutc: jobs.estimatesentutc,
  approvedutc: jobs.approvedutc,
  approvedname: jobs.approvedname,
  begunutc: jobs.begunutc,
}

const place = statement((q, p: Params<{ id: string }>) =>
  q.select(placed).from(jobs).where(eq(jobs.id, p.id)),
)

export type JobPlaceRow = RowOf<typeof place>

export const findJobPlace = (db: TenantDb, id: string) => place.get(db, { id })

const places = statement((q, p: Params<Ids>) =>
  q.select(placed).from(listItems(p.ids)).crossJoin(jobs).where(eq(jobs.id, listItem)),
)

/** In the order of the ids. */
export const listJobPlaces = (db: TenantDb, ids: readonly string[]): JobPlaceRow[] => places.all(db, { ids })
