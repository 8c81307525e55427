import { and, asc, eq, type SQL } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import { categories, inventory, inventory_classes, job_categories, storage } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'

export type CategoryItem = ReturnType<typeof listCategoryItems>[number]

export const listCategoryItems = (db: TenantDb, categoryid: string) =>
  db
    .select({
      inventoryid: inventory_classes.inventoryid,
      code: inventory.code,
      name: nameIn(inventory),
      archived: inventory.archived,
      inventoryclass: inventory_classes.inventoryclass,
      storageid: inventory_classes.storageid,
      storagename: storage.name,
      rate: inventory_classes.rate,
    })
    .from(inventory_classes)
    .innerJoin(inventory, eq(inventory.id, inventory_classes.inventoryid))
    .leftJoin(storage, eq(storage.id, inventory_classes.storageid))
    .where(eq(inventory_classes.categoryid, categoryid))
    .orderBy(asc(inventory.code))
    .all()

type Values = Partial<Pick<typeof inventory_classes.$inferInsert, 'inventoryclass' | 'storageid' | 'rate'>>

export const saveCategoryItem = (db: TenantDb, categoryid: string, inventoryid: string, values: Values) =>
  db
    .insert(inventory_classes)
    .values({ inventoryid, categoryid, ...values })
    .onConflictDoUpdate({
      target: [inventory_classes.inventoryid, inventory_classes.categoryid],
      set: { categoryid, ...values },
    })
    .run()

export function deleteCategoryItems(db: TenantDb, categoryid: string, inventoryid?: string) {
  const one: SQL | undefined = inventoryid ? eq(inventory_classes.inventoryid, inventoryid) : undefined
  db.delete(inventory_classes)
    .where(and(eq(inventory_classes.categoryid, categoryid), one))
    .run()
}

export const listJobCategories = (db: TenantDb, jobid: string) =>
  db
    .select({ category: categories })
    .from(job_categories)
    .innerJoin(categories, eq(categories.id, job_categories.categoryid))
    .where(eq(job_categories.jobid, jobid))
    .orderBy(asc(categories.name))
    .all()
    .map(({ category }) => category)

/** In use still, in the order of their codes. */
export const listDefaultProducts = (db: TenantDb, jobid: string) =>
  db
    .selectDistinct({ inventoryid: inventory.id, code: inventory.code })
    .from(job_categories)
    .innerJoin(categories, eq(categories.id, job_categories.categoryid))
    .innerJoin(inventory, eq(inventory.id, categories.defaultproduct))
    .where(and(eq(job_categories.jobid, jobid), eq(inventory.archived, false)))
    .orderBy(asc(inventory.code))
    .all()
