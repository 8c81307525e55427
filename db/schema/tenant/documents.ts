import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { record, ref, textColumn } from '#db/columns.ts'
import { users } from './tenant.ts'

export const attachmentOwners = [
  'jobs',
  'locations',
  'clients',
  'inventory',
  'suppliers',
  'equipment',
  'deliveries',
] as const
export type AttachmentOwner = (typeof attachmentOwners)[number]

/** The bytes lie in the file store under the same id (decision D6). */
export const documents = sqliteTable(
  'documents',
  {
    ...record(),
    /** The table of the record that it hangs on, such as `jobs`. */
    entity: text('entity').$type<AttachmentOwner>().notNull(),
    referenceid: text('referenceid').notNull(),
    filename: text('filename').notNull(),
    original: textColumn('original'),
    filetype: textColumn('filetype'),
    media: text('media').notNull(),
    group: textColumn('group'),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** Pixels. */
    width: integer('width'),
    height: integer('height'),
    userid: ref('userid', () => users.id),
  },
  (t) => [index('documents_reference').on(t.referenceid, t.archived, t.id)],
)
