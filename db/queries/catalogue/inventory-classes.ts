import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { categories, inventory, inventory_classes, storage } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { inList, listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const shown = {
  inventoryid: inventory_classes.inventoryid,
  categoryid: inventory_classes.categoryid,
  categoryname: categories.name,
  inventoryclass: inventory_classes.inventoryclass,
  storageid: inventory_classes.storageid,
  storagename: storage.name,
  rate: inventory_classes.rate,
}

const classesOfItems = statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
  q
    .select(shown)
    .from(inventory_classes)
    .innerJoin(categories, eq(categories.id, inventory_classes.categoryid))
    .leftJoin(storage, eq(storage.id, inventory_classes.storageid))
    .where(inList(inventory_classes.inventoryid, p.inventoryids))
    .orderBy(
      asc(inventory_classes.inventoryid),
      asc(sql`${categories.name} COLLATE NOCASE`),
      asc(categories.id),
    ),
)
export type ClassRow = RowOf<typeof classesOfItems>

export const listItemClasses = (db: TenantDb, inventoryids: readonly string[]) =>
  classesOfItems.all(db, { inventoryids })

const page = statement((q, p: Params<{ take: number; skip: number }>) =>
  q
    .select(shown)
    .from(inventory_classes)
    .innerJoin(categories, eq(categories.id, inventory_classes.categoryid))
    .leftJoin(storage, eq(storage.id, inventory_classes.storageid))
    .orderBy(asc(inventory_classes.inventoryid), asc(inventory_classes.categoryid))
    .limit(p.take)
    .offset(p.skip),
)
const classTotal = statement((q) => q.select({ n: count() }).from(inventory_classes))

export const classesPage = (db: TenantDb, { skip = 0, take = 50 }: { skip?: number; take?: number }) => ({
  rows: page.all(db, { take, skip }),
  total: classTotal.get(db)?.n ?? 0,
})

type Written = Pick<ClassRow, 'categoryid' | 'inventoryclass' | 'storageid'> & { rate: number | null }

export function replaceClasses(db: TenantDb, inventoryid: string, classes: readonly Written[]) {
  prepared(db, 'DELETE FROM inventory_classes WHERE inventoryid = ?').run([inventoryid])
  prepared(
    db,
    `INSERT INTO inventory_classes (inventoryid, categoryid, inventoryclass, storageid, rate)
     SELECT ?, value ->> 'categoryid', value ->> 'inventoryclass', value ->> 'storageid', value ->> 'rate'
     FROM json_each(?)`,
  ).run([inventoryid, JSON.stringify(classes)])
}

const effective = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      id: inventory.id,
      ofcategory: categories.inventoryclass,
      effective: sql<
        number | null
      >`nullif(coalesce(${inventory.inventoryclass}, ${categories.inventoryclass}), 0)`,
    })
    .from(listItems(p.ids))
    .innerJoin(inventory, eq(inventory.id, listItem))
    .leftJoin(categories, eq(categories.id, inventory.category)),
)

/** Of the item itself, else of its category; null where it is not kept in stock. */
export const listEffectiveClasses = (db: TenantDb, ids: readonly string[]) => effective.all(db, { ids })

const byCategory = statement((q, p: Params<{ category: string }>) =>
  q
    .select({ id: inventory.id })
    .from(inventory)
    .where(and(eq(inventory.category, p.category), isNull(inventory.inventoryclass))),
)

/** The ids of the items that are what their category says. */
export const listItemsByCategoryClass = (db: TenantDb, category: string): string[] =>
  byCategory.all(db, { category }).map(({ id }) => id)

export const storeItemClass = (db: TenantDb, id: string, inventoryclass: number | null) =>
  prepared(db, 'UPDATE inventory SET inventoryclass = ? WHERE id = ?').run([inventoryclass, id])

/** By its own class or its category’s, or by one of its classes per job category. */
export const isKeptInStock = (db: TenantDb, id: string) =>
  listEffectiveClasses(db, [id])[0]?.effective != null ||
  listItemClasses(db, [id]).some(({ inventoryclass }) => inventoryclass !== null)
