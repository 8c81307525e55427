import { and, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { inventory } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const lowerCase = (text: SQLWrapper) => sql<string>`lower(${text})`

const taken = statement((q, p: Params<{ words: readonly string[] }>) => {
  const words = sql`(SELECT lower(value) FROM json_each(${p.words}))`
  return q
    .select({ word: lowerCase(inventory.code) })
    .from(inventory)
    .where(sql`${lowerCase(inventory.code)} IN ${words}`)
    .union(
      q
        .select({ word: lowerCase(inventory.barcode) })
        .from(inventory)
        .where(and(ne(inventory.barcode, ''), sql`${lowerCase(inventory.barcode)} IN ${words}`)),
    )
})

/** Lower case. */
export const findTakenCodes = (db: TenantDb, words: readonly string[]): Set<string> =>
  new Set(taken.all(db, { words }).map(({ word }) => word.toLowerCase()))
