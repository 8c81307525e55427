import { type ClassRow, listItemClasses } from '#db/queries/catalogue/inventory-classes.ts'
import type { Options, ResourceField } from '#server/crud/field.ts'
import { Named, orNull } from '#server/crud/reply-schema.ts'
import { integer, object, rate, reference, t } from '#server/http/fields.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { type GivenClass, saveClasses } from './save-classes.ts'
import type { ItemClass } from './types.ts'

const inventoryclass = () =>
  t.Union([t.Null(), integer(1, 5)], {
    error: 'must be a class from 1 to 5, or null',
  })

export const classValues = {
  inventoryclass: t.Optional(inventoryclass()),
  storageid: t.Optional(reference()),
  rate: t.Optional(rate()),
}

export const classesField = (options: Options): ResourceField => ({
  ...options,
  schema: t.Array(object({ categoryid: reference(), ...classValues }), {
    maxItems: 200,
    error: 'must be a list of { categoryid, inventoryclass, storageid, rate }',
  }),
  reply: t.Array(
    t.Object({
      inventoryid: t.String(),
      categoryid: t.String(),
      category: Named,
      inventoryclass: orNull(t.Number()),
      storageid: orNull(t.String()),
      storage: orNull(Named),
      rate: t.Optional(orNull(t.Number())),
    }),
  ),
  json: ({ value }) => ((value ?? []) as ClassRow[]).map(presentClass),
  format: () => '',
  input: () => null,
  cell: ({ value }) => ((value ?? []) as ClassRow[]).map(({ categoryname }) => categoryname).join(', '),
  linked: {
    read: (db, ids) => Map.groupBy(listItemClasses(db, ids), (row) => row.inventoryid),
    save: (tx, inventoryid, given) => saveClasses(tx, inventoryid, given as GivenClass[]),
  },
})

/** With its rate for who may see what an item costs. */
export type ShownClass = Omit<ItemClass, 'rate'> & Partial<Pick<ItemClass, 'rate'>>

export const withoutRate = ({ rate: _, ...rest }: ItemClass): ShownClass => rest

export const presentClass = (row: ClassRow): ItemClass => ({
  inventoryid: row.inventoryid,
  categoryid: row.categoryid,
  category: { id: row.categoryid, name: row.categoryname },
  inventoryclass: row.inventoryclass,
  storageid: row.storageid,
  storage: row.storageid ? { id: row.storageid, name: row.storagename ?? '(unknown)' } : null,
  rate: row.rate === null ? null : toDecimal(row.rate, 'rate'),
})
