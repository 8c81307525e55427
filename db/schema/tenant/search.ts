import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Written by triggers, indexed by the virtual table `search_index`. The kind is `id >> 40`. */
export const search_words = sqliteTable(
  'search_words',
  {
    id: integer('id').primaryKey(),
    recordid: text('recordid').notNull(),
    title: text('title').notNull(),
    words: text('words').notNull(),
  },
  (t) => [
    uniqueIndex('search_words_record').on(t.recordid, sql`${t.id} >> 40`),
    index('search_words_title').on(sql`${t.id} >> 40`, sql`${t.title} COLLATE NOCASE`),
  ],
)

/** Records from before the index, newest first: those below `before` are still to come. */
export const search_unindexed = sqliteTable('search_unindexed', {
  kind: integer('kind').primaryKey(),
  before: text('before').notNull(),
})
