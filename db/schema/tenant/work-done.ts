import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flagColumn, quantityColumn, rateColumn, record, ref, textColumn } from '#db/columns.ts'
import { inventory, workers } from './catalogue.ts'
import { jobs, materials } from './jobs.ts'
import { steps } from './steps.ts'

export const stepActions = ['start', 'pause', 'finish', 'skip', 'reopen'] as const

/** A step as its category had it when the iteration was made (decision F7). */
export const job_steps = sqliteTable(
  'job_steps',
  {
    ...record(),
    jobid: text('jobid')
      .notNull()
      .references(() => jobs.id),
    iteration: integer('iteration').notNull(),
    /** Why the work is done once more; of the first iteration nothing. */
    reason: textColumn('reason'),
    /** Null: added to this job alone. */
    stepid: ref('stepid', () => steps.id),
    name: text('name').notNull(),
    instruction: textColumn('instruction'),
    lane: integer('lane'),
    order: integer('order').notNull(),
    workerid: ref('workerid', () => workers.id),
    datestartedutc: text('datestartedutc'),
    datecompletedutc: text('datecompletedutc'),
    completed: flagColumn('completed'),
    skipped: flagColumn('skipped'),
    skipreason: textColumn('skipreason'),
    /** How many were made, said once, however many people worked on it. */
    quantity: quantityColumn('quantity'),
    lastaction: text('lastaction', { enum: stepActions }),
    lastnote: textColumn('lastnote'),
    lastuserid: text('lastuserid'),
    lastuser: textColumn('lastuser'),
  },
  (t) => [
    index('job_steps_job').on(t.jobid, t.iteration, t.order),
    index('job_steps_step').on(t.stepid),
    index('job_steps_given').on(t.workerid).where(sql`workerid IS NOT NULL`),
    index('job_steps_open')
      .on(t.workerid, t.jobid)
      .where(sql`completed = 0 AND skipped = 0 AND archived = 0`),
  ],
)

/** Worked time (decision F8). A running timer has a start and no end; what was written by hand has neither. */
export const time_entries = sqliteTable(
  'time_entries',
  {
    ...record(),
    jobid: text('jobid')
      .notNull()
      .references(() => jobs.id),
    jobstepid: ref('jobstepid', () => job_steps.id),
    workerid: text('workerid')
      .notNull()
      .references(() => workers.id),
    date: text('date').notNull(),
    startutc: text('startutc'),
    endutc: text('endutc'),
    seconds: integer('seconds').notNull().default(0),
    /** What of it costs: where two timers of one person run side by side, each has half of that time. */
    costseconds: integer('costseconds').notNull().default(0),
    /** The worker's rate an hour when the entry was closed. */
    costrate: rateColumn('costrate')
      .notNull()
      .default(0 as never),
    detail: textColumn('detail'),
    /** The labour item whose rate prices it. */
    inventoryid: ref('inventoryid', () => inventory.id),
    billable: integer('billable', { mode: 'boolean' }).notNull().default(true),
    /** Ran for so long that a person must say how much of it was work; charged only after that. */
    unconfirmed: flagColumn('unconfirmed'),
    /** The line of the job that charges it. */
    materialid: ref('materialid', () => materials.id),
  },
  (t) => [
    index('time_entries_job').on(t.jobid, t.date),
    index('time_entries_step').on(t.jobstepid),
    index('time_entries_date').on(t.workerid, t.date),
    index('time_entries_day').on(t.date, t.id),
    index('time_entries_end').on(t.workerid, t.endutc),
    index('time_entries_inventory').on(t.inventoryid),
    index('time_entries_material').on(t.materialid),
    uniqueIndex('time_entries_running')
      .on(t.workerid, t.jobstepid)
      .where(sql`endutc IS NULL AND startutc IS NOT NULL AND archived = 0`),
  ],
)

/** What a worker costs an hour from a day on; `startdate` '' is the beginning. */
export const worker_rates = sqliteTable(
  'worker_rates',
  {
    workerid: text('workerid')
      .notNull()
      .references(() => workers.id),
    startdate: text('startdate').notNull(),
    rate: rateColumn('rate').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workerid, t.startdate] })],
)

/** A week of a worker that was submitted at least once. Until then it is open, and has no row. */
export const time_weeks = sqliteTable(
  'time_weeks',
  {
    ...record(),
    workerid: text('workerid')
      .notNull()
      .references(() => workers.id),
    /** The first day of the week. */
    monday: text('monday').notNull(),
    state: text('state', { enum: ['open', 'submitted', 'approved'] }).notNull(),
    submittedutc: text('submittedutc').notNull(),
    submittedby: textColumn('submittedby'),
    decidedutc: text('decidedutc'),
    decidedby: textColumn('decidedby'),
    /** Why it was sent back or reopened. */
    reason: textColumn('reason'),
  },
  (t) => [
    uniqueIndex('time_weeks_worker').on(t.workerid, t.monday),
    index('time_weeks_submitted').on(t.monday, t.workerid).where(sql`state = 'submitted'`),
  ],
)

/** What one person changed on many jobs at once, or chose about worked time, with what stood there before: for its undo. */
export const job_batches = sqliteTable('job_batches', {
  id: text('id').primaryKey(),
  userid: text('userid').notNull(),
  createdutc: text('createdutc').notNull(),
  change: text('change').notNull(),
  /** JSON: of each job, or line and time entry, its version after the change, and what was there before. */
  rows: text('rows').notNull(),
  undoneutc: text('undoneutc'),
})
