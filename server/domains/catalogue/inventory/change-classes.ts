import { listItemClasses } from '#db/queries/catalogue/inventory-classes.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { changeResource } from '#server/crud/save.ts'
import { checkSeen } from '#server/crud/seen-fields.ts'
import { followItems } from '#server/domains/work/materials/follow-items.ts'
import { notFound } from '#server/errors.ts'
import { getRecord } from '#server/records.ts'
import { presentClass, type ShownClass, withoutRate } from './input-classes.ts'
import { item } from './resource.ts'
import type { GivenClass } from './save-classes.ts'

export function readClasses(c: ClaimHolder, db: TenantDb, inventoryid: string): ShownClass[] {
  getRecord(db, inventory, inventoryid)
  const classes = listItemClasses(db, [inventoryid]).map(presentClass)
  return canSeeItemRates(c) ? classes : classes.map(withoutRate)
}

export const putClass = (c: ClaimHolder, tx: Tx, inventoryid: string, given: GivenClass) =>
  saveItemClasses(c, tx, inventoryid, [...others(tx, inventoryid, given.categoryid), given])

/** Changes only what is given of it. @throws 404 when the item has none for the category */
export function changeClass(
  c: ClaimHolder,
  tx: Tx,
  inventoryid: string,
  given: GivenClass & { archived?: boolean },
) {
  const { archived, ...values } = given
  getRecord(tx.db, inventory, inventoryid)
  const before = listItemClasses(tx.db, [inventoryid]).find((one) => one.categoryid === given.categoryid)
  if (!before) throw notFound('class')
  const rest = others(tx, inventoryid, given.categoryid)
  const { inventoryclass, storageid, rate } = before
  return saveItemClasses(
    c,
    tx,
    inventoryid,
    archived ? rest : [...rest, { inventoryclass, storageid, rate, ...values }],
  )
}

const others = (tx: Tx, inventoryid: string, categoryid: string | null): GivenClass[] =>
  listItemClasses(tx.db, [inventoryid]).filter((one) => one.categoryid !== categoryid)

function saveItemClasses(c: ClaimHolder, tx: Tx, inventoryid: string, classes: readonly GivenClass[]) {
  checkSeen(item, c, { classes })
  changeResource(item, tx, inventoryid, { classes }, c)
  followItems(tx, [inventoryid])
  return readClasses(c, tx.db, inventoryid)
}
