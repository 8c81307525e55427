import { ITEM_NAME } from '#db/queries/names.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type ItemFacts = {
  id: string
  code: string
  name: string
  archived: number
  baseunit: string
  rate: number
  mupercent: number
  muamount: number
  exclusive: number
  nonbillable: number
  inventoryclass: number | null
  storageid: string | null
  vatexempt: number
  override: number | null
}

/** What a new line takes from its item; the class is the item's own, else its category's. */
export const itemFacts = (db: TenantDb, ids: readonly string[]) =>
  prepared<ItemFacts>(
    db,
    `SELECT i.id, i.code, ${ITEM_NAME} AS name, i.archived, i.baseunit, i.rate, i.mupercent, i.muamount, i.exclusive,
       i.nonbillable, coalesce(i.inventoryclass, c.inventoryclass) AS inventoryclass, i.defaultstorageid AS storageid,
       coalesce(c.vatexempt, 0) AS vatexempt, a.vat AS override
     FROM json_each(?) AS wanted JOIN inventory AS i ON i.id = wanted.value
     LEFT JOIN categories AS c ON c.id = i.category
     LEFT JOIN accountcodes AS a ON a.id = c.accountcode`,
  ).all([JSON.stringify(ids)])

export type UnitFacts = { inventoryid: string; name: string; ratiotobase: string }

export const unitFacts = (db: TenantDb, inventoryids: readonly string[]) =>
  prepared<UnitFacts>(
    db,
    `SELECT u.inventoryid, u.name, u.ratiotobase FROM json_each(?) AS wanted
     JOIN units AS u ON u.inventoryid = wanted.value AND u.archived = 0`,
  ).all([JSON.stringify(inventoryids)])

export type ClassFacts = {
  jobid: string
  inventoryid: string
  inventoryclass: number | null
  storageid: string | null
  rate: number | null
}

/** Where the categories of a job give an item another class, place or base price (spec 2, "classes per job category"). */
export const classFacts = (db: TenantDb, jobids: readonly string[], inventoryids: readonly string[]) =>
  prepared<ClassFacts>(
    db,
    `SELECT jc.jobid, ic.inventoryid, ic.inventoryclass, ic.storageid, ic.rate
     FROM json_each(?) AS job JOIN job_categories AS jc ON jc.jobid = job.value
     JOIN json_each(?) AS item
     JOIN inventory_classes AS ic ON ic.inventoryid = item.value AND ic.categoryid = jc.categoryid
     ORDER BY jc.categoryid DESC`,
  ).all([JSON.stringify(jobids), JSON.stringify(inventoryids)])

export type JobFacts = { id: string; reference: string; status: number; template: number }

export const jobFacts = (db: TenantDb, ids: readonly string[]) =>
  prepared<JobFacts>(
    db,
    `SELECT j.id, j.reference, j.status, j.template FROM json_each(?) AS wanted JOIN jobs AS j ON j.id = wanted.value`,
  ).all([JSON.stringify(ids)])

/** The next free place under each role of some jobs. */
export const lastRanks = (db: TenantDb, jobids: readonly string[]) =>
  prepared<{ jobid: string; role: number; rank: number }>(
    db,
    `SELECT m.jobid, m.role, max(m.rank) AS rank FROM json_each(?) AS wanted
     JOIN materials AS m ON m.jobid = wanted.value AND m.archived = 0 GROUP BY 1, 2`,
  ).all([JSON.stringify(jobids)])

/** How many lines some jobs have. */
export const lineCounts = (db: TenantDb, jobids: readonly string[]) =>
  prepared<{ jobid: string; count: number }>(
    db,
    `SELECT m.jobid, count(*) AS count FROM json_each(?) AS wanted
     JOIN materials AS m ON m.jobid = wanted.value AND m.archived = 0 GROUP BY 1`,
  ).all([JSON.stringify(jobids)])

export type Referred = { id: string; kind: 'division' | 'storageid' | 'inventoryid'; name: string }

/** Divisions, storage places and items by their ids, with the words that history calls them by. */
export const referred = (db: TenantDb, ids: readonly string[]) =>
  prepared<Referred>(
    db,
    `SELECT d.id, 'division' AS kind, d.name FROM json_each(?1) AS wanted JOIN divisions AS d ON d.id = wanted.value
     UNION ALL
     SELECT s.id, 'storageid', s.name FROM json_each(?1) AS wanted JOIN storage AS s ON s.id = wanted.value
     UNION ALL
     SELECT i.id, 'inventoryid', '[' || i.code || '] ' || ${ITEM_NAME}
     FROM json_each(?1) AS wanted JOIN inventory AS i ON i.id = wanted.value`,
  ).all([JSON.stringify(ids)])
