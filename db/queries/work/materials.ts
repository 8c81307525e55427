import { and, asc, eq, sql } from 'drizzle-orm'
import {
  accountcodes,
  categories,
  divisions,
  inventory,
  materials,
  storage,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

const shown = {
  line: materials,
  code: inventory.code,
  itemname: sql<
    string | null
  >`coalesce(nullif(trim(${inventory.materialname}), ''), nullif(trim(${inventory.make} || ' ' || ${inventory.model}), ''), ${inventory.code})`,
  vatexempt: categories.vatexempt,
  override: accountcodes.vat,
  divisionname: divisions.name,
  storagename: storage.name,
}

const joined = (db: TenantDb) =>
  db
    .select(shown)
    .from(materials)
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(accountcodes, eq(accountcodes.id, categories.accountcode))
    .leftJoin(divisions, eq(divisions.id, materials.division))
    .leftJoin(storage, eq(storage.id, materials.storageid))

export type Line = typeof materials.$inferSelect
export type LineRow = ReturnType<typeof listJobLines>[number]

/** The lines of a job in the order of its tabs. */
export const listJobLines = (db: TenantDb, jobid: string) =>
  joined(db)
    .where(and(eq(materials.jobid, jobid), eq(materials.archived, false)))
    .orderBy(asc(materials.role), asc(materials.rank), asc(materials.id))
    .all()

/** A line that has not been removed. */
export const lineById = (db: TenantDb, id: string) =>
  joined(db)
    .where(and(eq(materials.id, id), eq(materials.archived, false)))
    .get()

export type VatRow = { vatnumber: string | null; vat: number | null; completed: string | null }

/** Who charges the VAT of a job: its organisation, its board's, the default one, the oldest; and when it was done. */
export const findJobVat = (db: TenantDb, jobid: string) =>
  prepared<VatRow>(
    db,
    `SELECT o.vatnumber, o.vat, j.completed FROM jobs AS j
     JOIN boards AS b ON b.id = j.boardid
     LEFT JOIN organisations AS o ON o.id = coalesce(j.organisation, b.organisation,
       (SELECT d.id FROM organisations AS d WHERE d.archived = 0 ORDER BY d.flagdefault DESC, d.id LIMIT 1))
     WHERE j.id = ?`,
  ).get([jobid])

export type CardLine = {
  jobid: string
  role: number
  linerate: number
  discount: number
  estimated: number
  consumed: number
  nonbillable: number
  unitratio: string
  unitseconds: number | null
}

export const CARD_LINES = `
  SELECT m.jobid, m.role, m.linerate, m.discount, m.estimated, m.consumed, m.nonbillable, m.unitratio, i.unitseconds
  FROM json_each(?) AS wanted
  JOIN materials AS m ON m.jobid = wanted.value AND m.archived = 0
  LEFT JOIN inventory AS i ON i.id = m.inventoryid`

/** The lines of many jobs in one query, with what their cards are made of. */
export const cardLines = (db: TenantDb, jobids: readonly string[]) =>
  prepared<CardLine>(db, CARD_LINES).all([JSON.stringify(jobids)])

/** Gives lines their places: the position of each id in the list. */
export const rankLines = (db: TenantDb, now: string, ids: readonly string[]) =>
  prepared(
    db,
    `UPDATE materials SET rank = places.key, updatedutc = ?
     FROM json_each(?) AS places WHERE materials.id = places.value AND materials.rank <> places.key`,
  ).run([now, JSON.stringify(ids)])
