import type { CrudRow } from '#db/queries/crud.ts'
import { itemNameSql } from '#db/queries/names.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

type LabourItem = Record<'id' | 'code' | 'name' | 'make' | 'model' | 'baseunit', string>

const LABOUR = `SELECT i.id, i.code, ${itemNameSql('i')} AS name, i.make, i.model, i.baseunit FROM inventory i
  WHERE i.archived = 0 AND (
    i.category IN (SELECT id FROM categories WHERE jobcategory = 0 AND archived = 0 AND nonpickable = 1)
    OR i.category IS NULL AND lower(i.baseunit) IN ('h', 'hr', 'hrs', 'hour', 'hours', 'uur', 'ure'))
  ORDER BY name COLLATE NOCASE, i.id LIMIT 20`

/** Items of work, by name: those whose category is not picked, and those that are sold by the hour and have none. */
export const listLabourItems = (db: TenantDb): CrudRow[] =>
  prepared<LabourItem>(db, LABOUR)
    .all([])
    .map(({ name, ...record }) => ({
      title: name,
      names: {},
      record: { ...record, version: 0, archived: false },
    }))
