import { type AnySQLiteColumn, integer, text } from 'drizzle-orm/sqlite-core'
import type { Cents, DecimalKind, Percent, Quantity, Rate } from '#server/money/decimal.ts'

export const record = () => ({
  id: text('id').primaryKey(),
  version: integer('version').notNull().default(1),
  archived: integer('archived', { mode: 'boolean' }).notNull().default(false),
  createdutc: text('createdutc').notNull(),
  updatedutc: text('updatedutc').notNull(),
})

/** A reference to another record, which therefore can be archived but never deleted. */
export const ref = (name: string, to: () => AnySQLiteColumn) =>
  text(name).references(to, { onDelete: 'restrict' })

/** Text that is never null: an empty string means "not given". */
export const textColumn = (name: string) => text(name).notNull().default('')

/** A postal address (spec 2, "Location"). */
export const addressColumns = () => ({
  addressline1: textColumn('addressline1'),
  addressline2: textColumn('addressline2'),
  addressline3: textColumn('addressline3'),
  addressline4: textColumn('addressline4'),
  city: textColumn('city'),
  province: textColumn('province'),
  country: textColumn('country'),
  postalcode: textColumn('postalcode'),
})

export const flagColumn = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false)

export const centsColumn = (name: string) => scaled(name, 'cents').$type<Cents>()

/** Ten-thousandths of a rand. */
export const rateColumn = (name: string) => scaled(name, 'rate').$type<Rate>()

/** Millionths of a unit. */
export const quantityColumn = (name: string) => scaled(name, 'quantity').$type<Quantity>()

/** A percentage as `server/money` scales it. */
export const percentColumn = (name: string) => scaled(name, 'percent').$type<Percent>()

const kinds = new WeakMap<object, DecimalKind>()

/** A builder and the column that it builds share their `config`. */
function scaled(name: string, kind: DecimalKind) {
  const builder = integer(name)
  kinds.set((builder as unknown as { config: object }).config, kind)
  return builder
}

/** What the whole number in a column counts; undefined of one that is not scaled. */
export const columnDecimalKind = (column: object): DecimalKind | undefined =>
  kinds.get((column as { config: object }).config)
