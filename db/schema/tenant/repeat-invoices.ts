import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { textColumn } from '#db/columns.ts'
import { categories } from './catalogue.ts'
import { invoices } from './invoices.ts'
import { jobs } from './jobs.ts'
import { users } from './tenant.ts'

/** What a repeat does besides making its job; none says that it does nothing more. */
export const repeatInvoiceKinds = ['draft', 'issue', 'send'] as const
export type RepeatInvoiceKind = (typeof repeatInvoiceKinds)[number]

export const repeat_invoicing = sqliteTable(
  'repeat_invoicing',
  {
    template: text('template')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    category: text('category')
      .notNull()
      .references(() => categories.id),
    invoice: text('invoice').$type<RepeatInvoiceKind>().notNull(),
    /** By whose rights it is done. */
    ownerid: text('ownerid')
      .notNull()
      .references(() => users.id),
    version: integer('version').notNull().default(1),
    updatedutc: text('updatedutc').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.template, t.category] }),
    index('repeat_invoicing_category').on(t.category),
  ],
)

/** `due`: nothing is done yet; `draft`: to be issued; `issued`: to be mailed; the others are over. */
export type RepeatInvoiceState = 'due' | 'draft' | 'issued' | 'done' | 'refused'

/** One row for each job that a repeat made and is to invoice. */
export const repeat_invoices = sqliteTable(
  'repeat_invoices',
  {
    jobid: text('jobid')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    template: text('template')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    category: text('category')
      .notNull()
      .references(() => categories.id),
    /** `YYYY-MM-DD`: not before it. */
    date: text('date').notNull(),
    state: text('state').$type<RepeatInvoiceState>().notNull().default('due'),
    invoiceid: text('invoiceid').references(() => invoices.id, { onDelete: 'set null' }),
    /** Why it was refused, or waits. */
    message: textColumn('message'),
  },
  (t) => [
    index('repeat_invoices_template').on(t.template, t.category, t.date),
    index('repeat_invoices_category').on(t.category),
    index('repeat_invoices_invoice').on(t.invoiceid),
    index('repeat_invoices_open').on(t.date).where(sql.raw(`state IN ('due', 'draft', 'issued')`)),
  ],
)
