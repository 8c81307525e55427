import { type AnySQLiteColumn, integer, text } from 'drizzle-orm/sqlite-core'
import type { Cents, Percent, Quantity, Rate } from '#server/money/decimal.ts'

/** What every record a person can change carries: UUIDv7 id, optimistic `version`, archive mark, instants. */
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
export const words = (name: string) => text(name).notNull().default('')

/** A postal address (spec 2, "Location"). */
export const address = () => ({
  addressline1: words('addressline1'),
  addressline2: words('addressline2'),
  addressline3: words('addressline3'),
  addressline4: words('addressline4'),
  city: words('city'),
  province: words('province'),
  country: words('country'),
  postalcode: words('postalcode'),
})

export const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false)

/** An amount in integer cents. */
export const cents = (name: string) => integer(name).$type<Cents>()

/** A rate in ten-thousandths of a rand. */
export const rate = (name: string) => integer(name).$type<Rate>()

/** A quantity in millionths of a unit. */
export const quantity = (name: string) => integer(name).$type<Quantity>()

/** A percentage as `server/money` scales it. */
export const percent = (name: string) => integer(name).$type<Percent>()
