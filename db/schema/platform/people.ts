import { blob, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { platformUsers } from './platform.ts'

export const pictures = sqliteTable('pictures', {
  userid: text('userid')
    .primaryKey()
    .references(() => platformUsers.id),
  media: text('media').notNull(),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  updatedutc: text('updatedutc').notNull(),
})
