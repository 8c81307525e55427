import { listItemClasses } from '#db/queries/catalogue/inventory-classes.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { changeResource } from '#server/crud/save.ts'
import { notFound } from '#server/errors.ts'
import { find } from '#server/records.ts'
import { presentClass } from './input-classes.ts'
import { item } from './resource.ts'
import type { GivenClass } from './save-classes.ts'
import type { ItemClass } from './types.ts'

/** @throws 404 for the item */
export function readClasses(db: TenantDb, inventoryid: string): ItemClass[] {
  find(db, inventory, inventoryid)
  return listItemClasses(db, [inventoryid]).map(presentClass)
}

/** @throws as `saveClasses` */
export const putClass = (tx: Tx, inventoryid: string, given: GivenClass) =>
  saveItemClasses(tx, inventoryid, [...others(tx, inventoryid, given.categoryid), given])

/** Changes only what is given of it. @throws 404 when the item has none for the category */
export function changeClass(tx: Tx, inventoryid: string, given: GivenClass & { archived?: boolean }) {
  const { archived, ...values } = given
  find(tx.db, inventory, inventoryid)
  const before = listItemClasses(tx.db, [inventoryid]).find((one) => one.categoryid === given.categoryid)
  if (!before) throw notFound('class')
  const rest = others(tx, inventoryid, given.categoryid)
  const { inventoryclass, storageid, rate } = before
  return saveItemClasses(
    tx,
    inventoryid,
    archived ? rest : [...rest, { inventoryclass, storageid, rate, ...values }],
  )
}

const others = (tx: Tx, inventoryid: string, categoryid: string | null): GivenClass[] =>
  listItemClasses(tx.db, [inventoryid]).filter((one) => one.categoryid !== categoryid)

function saveItemClasses(tx: Tx, inventoryid: string, classes: readonly GivenClass[]): ItemClass[] {
  changeResource(item, tx, inventoryid, { classes })
  return readClasses(tx.db, inventoryid)
}
