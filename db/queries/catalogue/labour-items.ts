import { hourWords } from '#db/hour-words.ts'
import type { CrudRow } from '#db/queries/crud.ts'
import { itemNameSql } from '#db/queries/names.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

type LabourItem = Record<'id' | 'code' | 'name' | 'make' | 'model' | 'baseunit', string>

const HOURS = hourWords.map((word) => `'${word}'`).join(', ')

/** As `isHour` of the views. */
export const isHourSql = (unit: string) => `lower(trim(${unit})) IN (${HOURS})`

/** Whether an item is work, as SQL of an alias of `inventory`: its category is not picked or it is sold by the hour, and no stock is kept of it. */
export const isLabourItemSql = (item: string) => `
  (SELECT coalesce(${item}.inventoryclass, own.inventoryclass, 0) = 0
     AND (coalesce(own.nonpickable AND NOT own.jobcategory, 0) OR ${isHourSql(`${item}.baseunit`)})
   FROM (SELECT 1) LEFT JOIN categories own ON own.id = ${item}.category)`

const LABOUR = `SELECT i.id, i.code, ${itemNameSql('i')} AS name, i.make, i.model, i.baseunit FROM inventory i
  WHERE i.archived = 0 AND ${isLabourItemSql('i')} ORDER BY name COLLATE NOCASE, i.id LIMIT 20`

export const listLabourItems = (db: TenantDb): CrudRow[] =>
  prepared<LabourItem>(db, LABOUR)
    .all([])
    .map(({ name, ...record }) => ({
      title: name,
      names: {},
      record: { ...record, version: 0, archived: false },
    }))

export const listLabourIds = (db: TenantDb, ids: readonly string[]): string[] =>
  prepared<{ id: string }>(
    db,
    `SELECT i.id FROM json_each(?) listed CROSS JOIN inventory i ON i.id = listed.value WHERE ${isLabourItemSql('i')}`,
  )
    .all([JSON.stringify(ids)])
    .map(({ id }) => id)
