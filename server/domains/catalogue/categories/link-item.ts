import {
  deleteCategoryItems,
  listCategoryItems,
  saveCategoryItem,
} from '#db/queries/catalogue/category-inventory.ts'
import { nameById } from '#db/queries/crud.ts'
import { categories, inventory, type inventory_classes, storage } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { followItems } from '#server/domains/work/materials/follow-items.ts'
import { notFound } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { getRecord } from '#server/records.ts'

type Values = Partial<Pick<typeof inventory_classes.$inferInsert, 'inventoryclass' | 'storageid' | 'rate'>>

/** Once linked, only what is given changes. */
export function linkItem(tx: Tx, categoryid: string, inventoryid: string, values: Values = {}) {
  getRecord(tx.db, categories, categoryid)
  getRecord(tx.db, inventory, inventoryid)
  if (values.storageid) getRecord(tx.db, storage, values.storageid, 'storageid')
  const isNew = !listCategoryItems(tx.db, categoryid).some((one) => one.inventoryid === inventoryid)
  saveCategoryItem(tx.db, categoryid, inventoryid, values)
  followItems(tx, [inventoryid])
  if (isNew)
    recordItems(tx, categoryid, [{ oldvalue: '', newvalue: nameById(tx.db, inventory, inventoryid) }])
}

export function unlinkItems(tx: Tx, categoryid: string, inventoryid?: string) {
  getRecord(tx.db, categories, categoryid)
  const gone = listCategoryItems(tx.db, categoryid).filter(
    (one) => inventoryid === undefined || one.inventoryid === inventoryid,
  )
  if (inventoryid !== undefined && gone.length === 0) throw notFound('item')
  deleteCategoryItems(tx.db, categoryid, inventoryid)
  followItems(
    tx,
    gone.map((one) => one.inventoryid),
  )
  recordItems(
    tx,
    categoryid,
    gone.map(({ name }) => ({ oldvalue: name, newvalue: '' })),
  )
}

function recordItems(tx: Tx, categoryid: string, changes: { oldvalue: string; newvalue: string }[]) {
  recordHistory(
    tx,
    'categories',
    categoryid,
    changes.map((change) => ({ field: 'inventory', ...change })),
  )
  tx.invalidateCaches()
  tx.publish('RecordChanged', [{ table: 'categories', id: categoryid }])
}
