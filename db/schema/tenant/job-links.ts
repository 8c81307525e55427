import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { centsColumn, ref, textColumn } from '#db/columns.ts'
import { organisations } from './catalogue.ts'
import { jobs } from './jobs.ts'
import { users } from './tenant.ts'

export type LinkPurpose = 'approve' | 'accept'
export type ClientAnswer = 'approve' | 'change' | 'refuse'

/** A link by which a client answers without signing in, and what it shows (decisions C7 and F13). */
export const job_links = sqliteTable(
  'job_links',
  {
    id: text('id').primaryKey(),
    jobid: text('jobid')
      .notNull()
      .references(() => jobs.id),
    purpose: text('purpose').$type<LinkPurpose>().notNull(),
    codehash: text('codehash').notNull(),
    organisation: text('organisation')
      .notNull()
      .references(() => organisations.id),
    /** The version of the job that is shown. */
    jobversion: integer('jobversion').notNull(),
    /** JSON: what the PDF was made of. */
    shown: text('shown').notNull(),
    paper: text('paper').notNull(),
    sha256: text('sha256').notNull(),
    /** With VAT; null where no price is shown. */
    totalcents: centsColumn('totalcents'),
    /** The address that it was mailed to. */
    sentto: textColumn('sentto'),
    userid: ref('userid', () => users.id),
    createdby: text('createdby').notNull(),
    createdutc: text('createdutc').notNull(),
    expiresutc: text('expiresutc').notNull(),
    openedutc: text('openedutc'),
    endedutc: text('endedutc'),
    ended: text('ended').$type<'answered' | 'withdrawn' | 'replaced'>(),
  },
  (t) => [
    uniqueIndex('job_links_code').on(t.codehash),
    index('job_links_job').on(t.jobid, t.id),
    uniqueIndex('job_links_live').on(t.jobid, t.purpose).where(sql`endedutc IS NULL`),
  ],
)

export const job_link_pdfs = sqliteTable('job_link_pdfs', {
  linkid: text('linkid')
    .primaryKey()
    .references(() => job_links.id),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
})

/** What was shown and answered (decision F10). */
export const job_sets = sqliteTable(
  'job_sets',
  {
    id: text('id').primaryKey(),
    jobid: text('jobid')
      .notNull()
      .references(() => jobs.id),
    linkid: text('linkid')
      .notNull()
      .references(() => job_links.id),
    answer: text('answer').$type<ClientAnswer>().notNull(),
    name: text('name').notNull(),
    comment: textColumn('comment'),
    createdutc: text('createdutc').notNull(),
    address: text('address').notNull(),
    agent: textColumn('agent'),
    /** Of the form: sent twice, it is one answer. */
    once: textColumn('once'),
  },
  (t) => [uniqueIndex('job_sets_link').on(t.linkid), index('job_sets_job').on(t.jobid, t.createdutc)],
)

export const job_signatures = sqliteTable(
  'job_signatures',
  {
    id: text('id').primaryKey(),
    setid: text('setid')
      .notNull()
      .references(() => job_sets.id),
    /** JSON: the size of the box, and the strokes as `[x, y, ms]`, in CSS pixels. */
    strokes: text('strokes').notNull(),
    png: blob('png', { mode: 'buffer' }).notNull(),
  },
  (t) => [index('job_signatures_set').on(t.setid)],
)

/** What a client signed on the device of whoever did the work. */
export const job_signoffs = sqliteTable(
  'job_signoffs',
  {
    id: text('id').primaryKey(),
    jobid: text('jobid')
      .notNull()
      .references(() => jobs.id),
    name: text('name').notNull(),
    /** JSON, as in `job_signatures`. */
    strokes: text('strokes').notNull(),
    signedutc: text('signedutc').notNull(),
    /** Whose device it was. */
    byname: text('byname').notNull(),
    /** When it was taken back, by whom and why. */
    removedutc: text('removedutc'),
    removedby: textColumn('removedby'),
    removedreason: textColumn('removedreason'),
  },
  (t) => [index('job_signoffs_job').on(t.jobid, t.signedutc)],
)
