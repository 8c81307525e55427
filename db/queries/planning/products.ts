import { itemNameSql } from '#db/queries/names.ts'
import { SOLD } from '#db/queries/planning/needs.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity } from '#server/money/decimal.ts'

export type Product = {
  id: string
  code: string
  name: string
  unit: string
  category: string | null
  /** 0: it holds no stock. */
  inventoryclass: number
  archived: number
  /** Whether a supplier is known for it. */
  sold: number
  unitseconds: Quantity | null
  maxperjob: Quantity | null
  /** Working days, in millionths. */
  leadtime: Quantity | null
  packagingquantity: Quantity | null
  minimumproductionvolume: Quantity | null
  /** What is always to be there. */
  minimum: Quantity | null
}

/** With those that are archived, which jobs may still need. */
export const listProducts = (db: TenantDb, ids: readonly string[]) =>
  prepared<Product>(
    db,
    `SELECT i.id, i.code, ${itemNameSql('i')} AS name, i.baseunit AS unit, i.category,
       coalesce(i.inventoryclass, g.inventoryclass, 0) AS inventoryclass, i.archived, ${SOLD} AS sold, i.unitseconds, i.maxperjob, i.leadtime,
       i.packagingquantity, i.minimumproductionvolume, i.minimumfinishedgoodsvolume AS minimum
     FROM json_each(?) listed CROSS JOIN inventory i ON i.id = listed.value
     LEFT JOIN categories g ON g.id = i.category
     ORDER BY i.code`,
  ).all([JSON.stringify(ids)])

type MadeBy = { product: string; category: string }

/** The first category of jobs, by name, that makes each product. */
export const listMakingCategories = (db: TenantDb) =>
  prepared<MadeBy>(
    db,
    `SELECT defaultproduct AS product, id AS category FROM categories
     WHERE jobcategory = 1 AND archived = 0 AND defaultproduct IS NOT NULL ORDER BY name DESC`,
  ).all()

/** In use still, by name. */
export const listCategoryOptions = (db: TenantDb) =>
  prepared<{ value: string; label: string; isofjobs: 0 | 1 }>(
    db,
    `SELECT id AS value, name AS label, jobcategory AS isofjobs FROM categories WHERE archived = 0
     ORDER BY name COLLATE NOCASE`,
  ).all()
