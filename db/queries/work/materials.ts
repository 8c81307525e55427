import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import {
  accountcodes,
  boards,
  categories,
  divisions,
  inventory,
  jobs,
  materials,
  organisations,
  storage,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const shown = {
  line: materials,
  code: inventory.code,
  itemname: nameIn(inventory) as SQL<string | null>,
  vatexempt: categories.vatexempt,
  override: accountcodes.vat,
  divisionname: divisions.name,
  storagename: storage.name,
}

const selectMaterials = (db: TenantDb) =>
  db
    .select(shown)
    .from(materials)
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(accountcodes, eq(accountcodes.id, categories.accountcode))
    .leftJoin(divisions, eq(divisions.id, materials.division))
    .leftJoin(storage, eq(storage.id, materials.storageid))

export type MaterialRow = typeof materials.$inferSelect
export type LineRow = ReturnType<typeof listJobLines>[number]

export const listJobLines = (db: TenantDb, jobid: string) =>
  selectMaterials(db)
    .where(and(eq(materials.jobid, jobid), eq(materials.archived, false)))
    .orderBy(asc(materials.role), asc(materials.rank), asc(materials.id))
    .all()

export const lineById = (db: TenantDb, id: string) =>
  selectMaterials(db)
    .where(and(eq(materials.id, id), eq(materials.archived, false)))
    .get()

const jobVat = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ vatnumber: organisations.vatnumber, vat: organisations.vat, completed: jobs.completed })
    .from(jobs)
    .innerJoin(boards, eq(boards.id, jobs.boardid))
    .leftJoin(
      organisations,
      sql`${organisations.id} = coalesce(${jobs.organisation}, ${boards.organisation}, ${q
        .select({ id: organisations.id })
        .from(organisations)
        .where(eq(organisations.archived, false))
        .orderBy(desc(organisations.flagdefault), asc(organisations.id))
        .limit(1)})`,
    )
    .where(eq(jobs.id, p.jobid)),
)
export type VatRow = RowOf<typeof jobVat>

/** Who charges the VAT of a job: its organisation, its board's, the default one, the oldest; and when it was done. */
export const findJobVat = (db: TenantDb, jobid: string) => jobVat.get(db, { jobid })

export const linesByJob = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({
      jobid: materials.jobid,
      role: materials.role,
      linerate: materials.linerate,
      discount: materials.discount,
      estimated: materials.estimated,
      consumed: materials.consumed,
      nonbillable: materials.nonbillable,
      unitratio: materials.unitratio,
      unitseconds: inventory.unitseconds,
    })
    .from(listItems(p.jobids))
    .innerJoin(materials, and(eq(materials.jobid, listItem), eq(materials.archived, false)))
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid)),
)
export type CardLine = RowOf<typeof linesByJob>

export const cardLines = (db: TenantDb, jobids: readonly string[]) => linesByJob.all(db, { jobids })

export const rankLines = (db: TenantDb, now: string, ids: readonly string[]) =>
  prepared(
    db,
    `UPDATE materials SET rank = places.key, updatedutc = ?
     FROM json_each(?) AS places WHERE materials.id = places.value AND materials.rank <> places.key`,
  ).run([now, JSON.stringify(ids)])
