import { and, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { inventory } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const lowerCase = (text: SQLWrapper) => sql<string>`lower(${text})`

const taken = statement((q, p: Params<{ words: readonly string[] }>) => {
  const words = sql`(SELECT lower(value) FROM json_each(${p.words}))`
  return q
    .select({ word: lowerCase(inventory.code), field: sql<'code' | 'barcode'>`'code'`, code: inventory.code })
    .from(inventory)
    .where(sql`${lowerCase(inventory.code)} IN ${words}`)
    .union(
      q
        .select({
          word: lowerCase(inventory.barcode),
          field: sql<'code' | 'barcode'>`'barcode'`,
          code: inventory.code,
        })
        .from(inventory)
        .where(and(ne(inventory.barcode, ''), sql`${lowerCase(inventory.barcode)} IN ${words}`)),
    )
})

/** By them in lower case: the code of the item that has each. */
export function findTakenCodes(db: TenantDb, words: readonly string[]) {
  const rows = taken.all(db, { words })
  const of = (wanted: 'code' | 'barcode') =>
    new Map(rows.filter(({ field }) => field === wanted).map(({ word, code }) => [word.toLowerCase(), code]))
  return { codes: of('code'), barcodes: of('barcode') }
}
