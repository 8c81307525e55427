import { listItemsByCategoryClass } from '#db/queries/catalogue/inventory-classes.ts'
import type { Tx } from '#db/tenants.ts'
import { followClass } from '#server/domains/catalogue/follow-class.ts'

const classFields: Readonly<Record<string, readonly string[]>> = {
  inventory: ['category', 'inventoryclass'],
  categories: ['inventoryclass'],
}

/** Whether lines of jobs follow what an import or its undo changes of a record of that table. */
export const setsClasses = (table: string, fields: readonly string[]): boolean =>
  classFields[table]?.some((field) => fields.includes(field)) ?? false

export const followClasses = (tx: Tx, table: string, id: string) =>
  followClass(tx, table === 'categories' ? listItemsByCategoryClass(tx.db, id) : [id])
