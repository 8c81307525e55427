import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import {
  flagColumn,
  percentColumn,
  quantityColumn,
  rateColumn,
  record,
  ref,
  textColumn,
} from '#db/columns.ts'
import { COMPLETE, DRAFT, FROM_COMPLETE, INVOICED, ON_LANES, REVIEW, TO_APPROVE } from '#db/job-status.ts'
import { PUTS_IN } from '#db/stock-classes.ts'
import {
  categories,
  clients,
  divisions,
  inventory,
  locations,
  organisations,
  storage,
  workers,
} from './catalogue.ts'
import { equipment } from './equipment.ts'
import { roles } from './tenant.ts'

/** In the words of two indexes: others would not find them. */
export const LAST_SCHEDULED_DAY = 'coalesce(`scheduledend`, `start`)'

export const boards = sqliteTable(
  'boards',
  {
    ...record(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    rank: integer('rank').notNull().default(0),
    organisation: ref('organisation', () => organisations.id),
    /** Days after which a complete job leaves its lane for the history; null: never. */
    completedays: integer('completedays').default(30),
  },
  (t) => [uniqueIndex('boards_slug').on(t.slug)],
)

export const board_permissions = sqliteTable(
  'board_permissions',
  {
    boardid: text('boardid')
      .notNull()
      .references(() => boards.id),
    roleid: text('roleid')
      .notNull()
      .references(() => roles.id),
    /** `none`, `see`, `work` or `manage`; a role without a row has what its claims give. */
    permission: text('permission').notNull(),
  },
  (t) => [primaryKey({ columns: [t.boardid, t.roleid] })],
)

export const board_workers = sqliteTable(
  'board_workers',
  {
    boardid: text('boardid')
      .notNull()
      .references(() => boards.id),
    workerid: text('workerid')
      .notNull()
      .references(() => workers.id),
  },
  (t) => [primaryKey({ columns: [t.boardid, t.workerid] })],
)

export const jobs = sqliteTable(
  'jobs',
  {
    ...record(),
    seq: integer('seq').notNull().default(0),
    /** The version made by the last move, and by the last edit: a move clashes with moves, an edit with edits. */
    movedversion: integer('movedversion').notNull().default(1),
    editedversion: integer('editedversion').notNull().default(1),
    reference: text('reference').notNull(),
    description: textColumn('description'),
    boardid: text('boardid')
      .notNull()
      .references((): AnySQLiteColumn => boards.id),
    status: integer('status').notNull().default(DRAFT),
    statusbefore: integer('statusbefore'),
    template: flagColumn('template'),
    statenote: textColumn('statenote'),
    feedback: textColumn('feedback'),
    client: ref('client', () => clients.id),
    location: ref('location', () => locations.id),
    division: ref('division', () => divisions.id),
    organisation: ref('organisation', () => organisations.id),
    assignee: ref('assignee', () => workers.id),
    critical: flagColumn('critical'),
    paid: flagColumn('paid'),
    created: text('created').notNull(),
    start: text('start'),
    finish: text('finish'),
    completed: text('completed'),
    scheduledminutes: integer('scheduledminutes'),
    customerreference: textColumn('customerreference'),
    estimatesentutc: text('estimatesentutc'),
    /** The net of its lines' estimates, kept by triggers. */
    quotedcents: integer('quotedcents').notNull().default(0),
    validuntil: text('validuntil'),
    acceptedby: textColumn('acceptedby'),
    acceptedon: text('acceptedon'),
    fixedprice: flagColumn('fixedprice'),
    /** The net of what was used, kept by triggers. */
    usedcents: integer('usedcents').notNull().default(0),
    /** The mail in the outbox that is still to carry the estimate. */
    estimatemailid: text('estimatemailid'),
    /** When it was approved (decision F1): every job from Approve on is. */
    approvedutc: text('approvedutc'),
    /** The person with `jobs.approve`; null: the client, or from before this was kept. */
    approvedby: text('approvedby'),
    approvedname: textColumn('approvedname'),
    /** When it came to its lane; null for what was past before this was kept. */
    movedutc: text('movedutc'),
    /** The last day on which it is planned; null: the day of its start. */
    scheduledend: text('scheduledend'),
    /** Said to be begun, where nothing else says it yet. */
    begunutc: text('begunutc'),
    /** What it was quoted at, with VAT, when it was approved; null: nothing, or from before this was kept. */
    approvedcents: integer('approvedcents'),
    /** The hour of day that was agreed with the client, in words. */
    visittime: textColumn('visittime'),
    /** What of the estimate is to be paid once it is accepted. */
    depositpercent: percentColumn('depositpercent'),
    /** How many different estimates the client was offered. */
    revision: integer('revision').notNull().default(0),
    /** SHA-256 of what the last of them agrees on; empty: from before this was kept. */
    offereddigest: textColumn('offereddigest'),
  },
  (t) => [
    uniqueIndex('jobs_reference').on(t.reference),
    // Only what lies on the lanes: however many jobs are past, the board reads and a move writes no more than these.
    index('jobs_lane')
      .on(t.boardid, t.id, t.status, t.seq)
      .where(sql.raw(`template = 0 AND status ${ON_LANES}`)),
    index('jobs_past')
      .on(t.boardid, t.completed, t.id, t.status)
      .where(sql.raw(`template = 0 AND status ${FROM_COMPLETE}`)),
    index('jobs_lane_people')
      .on(t.boardid, t.client, t.assignee)
      .where(sql.raw(`template = 0 AND status ${ON_LANES}`)),
    // In the words of the stages, so that only the sums of a stage use them.
    index('jobs_asked')
      .on(t.boardid, t.location, t.quotedcents)
      .where(sql.raw(`template = 0 AND status IN (${DRAFT}, ${REVIEW}) AND estimatesentutc IS NULL`)),
    index('jobs_complete')
      .on(t.boardid, t.location, t.fixedprice, t.quotedcents, t.usedcents)
      .where(sql.raw(`template = 0 AND status IN (${COMPLETE})`)),
    index('jobs_completed')
      .on(t.completed, t.id, t.boardid, t.status)
      .where(sql.raw(`template = 0 AND status ${FROM_COMPLETE}`)),
    index('jobs_invoiced')
      .on(t.paid, t.created, t.id, t.boardid, t.location)
      .where(sql.raw(`template = 0 AND status IN (${INVOICED})`)),
    index('jobs_approved')
      .on(t.boardid, t.id, t.location)
      .where(sql.raw(`template = 0 AND approvedutc IS NOT NULL AND status ${TO_APPROVE}`)),
    index('jobs_created').on(t.created, t.id).where(sql`template = 0`),
    // In words that only the list of all jobs of a board has: anything else would take it, and read all years.
    index('jobs_board_created').on(sql`${t.boardid} || ''`, t.created, t.id),
    index('jobs_client').on(t.client, t.created),
    index('jobs_location').on(t.location),
    index('jobs_assignee').on(t.assignee),
    index('jobs_estimate_mail').on(t.estimatemailid).where(sql`estimatemailid IS NOT NULL`),
    index('jobs_scheduled')
      .on(t.boardid, sql.raw(LAST_SCHEDULED_DAY))
      .where(sql.raw('template = 0 AND start IS NOT NULL')),
    index('jobs_scheduled_worker')
      .on(t.assignee, sql.raw(LAST_SCHEDULED_DAY))
      .where(sql.raw('template = 0 AND start IS NOT NULL')),
    index('jobs_template').on(t.id).where(sql`template = 1`),
  ],
)

/** Job ids as one JSON array: a move writes two rows however long the lanes are. A job not listed comes last. */
export const lanes = sqliteTable(
  'lanes',
  {
    boardid: text('boardid')
      .notNull()
      .references(() => boards.id),
    status: integer('status').notNull(),
    jobids: text('jobids').notNull().default('[]'),
    /** Counts the changes of the list. */
    changed: integer('changed').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.boardid, t.status] })],
)

export const job_categories = sqliteTable(
  'job_categories',
  {
    jobid: text('jobid')
      .notNull()
      .references(() => jobs.id),
    categoryid: text('categoryid')
      .notNull()
      .references(() => categories.id),
  },
  (t) => [
    primaryKey({ columns: [t.jobid, t.categoryid] }),
    index('job_categories_category').on(t.categoryid),
  ],
)

export const materials = sqliteTable(
  'materials',
  {
    ...record(),
    jobid: text('jobid')
      .notNull()
      .references(() => jobs.id),
    inventoryid: ref('inventoryid', () => inventory.id),
    /** 1 input material, 2 output material, 3 equipment in process, 4 other. */
    role: integer('role').notNull(),
    /** The class on the line gives the sign of its stock movement (decision D2). */
    inventoryclass: integer('inventoryclass'),
    description: textColumn('description'),
    linerate: rateColumn('linerate').notNull(),
    costrate: rateColumn('costrate')
      .notNull()
      .default(0 as never),
    discount: percentColumn('discount')
      .notNull()
      .default(0 as never),
    estimated: quantityColumn('estimated').notNull(),
    consumed: quantityColumn('consumed')
      .notNull()
      .default(0 as never),
    nonbillable: flagColumn('nonbillable'),
    /** What the quantities were entered in, with its exact ratio at that time. */
    unit: textColumn('unit'),
    unitratio: text('unitratio').notNull().default('1'),
    division: ref('division', () => divisions.id),
    storageid: ref('storageid', () => storage.id),
    rank: integer('rank').notNull().default(0),
    /** The pieces of the job's equipment that it goes out in, and came in. */
    jobequipment: ref('jobequipment', () => equipment.id),
    inputequipment: ref('inputequipment', () => equipment.id),
    /** Of an item priced with VAT: the rate with it, and the VAT that `linerate` is without. */
    inclusiverate: rateColumn('inclusiverate'),
    inclusivevat: percentColumn('inclusivevat'),
    /** The line of the product that it is made into. */
    jobproduct: text('jobproduct'),
    /** Of what is planned and not used, what the job gave up by hand: others may have it. */
    released: quantityColumn('released')
      .notNull()
      .default(0 as never),
    /** Of what the job made: what notes and invoices took out of stock, and what had gone before they did so (decision 194). */
    departed: quantityColumn('departed')
      .notNull()
      .default(0 as never),
    departedbefore: quantityColumn('departedbefore')
      .notNull()
      .default(0 as never),
    /** Of what came back into stock: in place of so much of it, others were used or made since. */
    replaced: quantityColumn('replaced')
      .notNull()
      .default(0 as never),
  },
  (t) => [
    index('materials_job').on(t.jobid, t.archived, t.role, t.rank),
    index('materials_inventory').on(t.inventoryid),
    index('materials_unbooked')
      .on(t.inventoryid)
      .where(sql`archived = 0 AND inventoryclass IS NULL AND consumed <> 0`),
    // What is still reserved, without the years of lines that have consumed all they planned.
    index('materials_reserving').on(t.inventoryid).where(sql`archived = 0 AND estimated > consumed`),
    // As much of what jobs made as no document took.
    index('materials_made')
      .on(t.inventoryid)
      .where(sql.raw(`archived = 0 AND inventoryclass ${PUTS_IN} AND consumed > departed + departedbefore`)),
    index('materials_jobequipment').on(t.jobequipment).where(sql`jobequipment IS NOT NULL`),
    index('materials_inputequipment').on(t.inputequipment).where(sql`inputequipment IS NOT NULL`),
    index('materials_jobproduct').on(t.jobproduct).where(sql`jobproduct IS NOT NULL`),
  ],
)
