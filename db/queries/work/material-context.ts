import { and, count, desc, eq, max, sql } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import {
  accountcodes,
  categories,
  divisions,
  equipment,
  inventory,
  inventory_classes,
  job_categories,
  jobs,
  materials,
  storage,
  units,
} from '#db/schema/tenant/index.ts'
import {
  inList,
  isTrue,
  listItem,
  listItems,
  type Params,
  pairFirst,
  pairSecond,
  type RowOf,
  statement,
} from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const items = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      id: inventory.id,
      code: inventory.code,
      name: nameIn(inventory),
      archived: inventory.archived,
      baseunit: inventory.baseunit,
      maxperjob: inventory.maxperjob,
      unitseconds: inventory.unitseconds,
      rate: inventory.rate,
      mupercent: inventory.mupercent,
      muamount: inventory.muamount,
      exclusive: inventory.exclusive,
      nonbillable: inventory.nonbillable,
      inventoryclass: sql<
        number | null
      >`nullif(coalesce(${inventory.inventoryclass}, ${categories.inventoryclass}), 0)`,
      storageid: inventory.defaultstorageid,
      vatexempt: isTrue(sql`coalesce(${categories.vatexempt}, 0)`),
      override: accountcodes.vat,
      overridechanges: accountcodes.vatchanges,
    })
    .from(listItems(p.ids))
    .innerJoin(inventory, eq(inventory.id, listItem))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(accountcodes, eq(accountcodes.id, categories.accountcode)),
)
export type ItemContext = RowOf<typeof items>

export const listItemContexts = (db: TenantDb, ids: readonly string[]) => items.all(db, { ids })

const unitsInUse = statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
  q
    .select({ inventoryid: units.inventoryid, name: units.name, ratiotobase: units.ratiotobase })
    .from(listItems(p.inventoryids))
    .innerJoin(units, and(eq(units.inventoryid, listItem), eq(units.archived, false))),
)
export type UnitContext = RowOf<typeof unitsInUse>

export const listUnitContexts = (db: TenantDb, inventoryids: readonly string[]) =>
  unitsInUse.all(db, { inventoryids })

const classes = statement((q, p: Params<{ pairs: readonly string[] }>) =>
  q
    .select({
      jobid: job_categories.jobid,
      inventoryid: inventory_classes.inventoryid,
      inventoryclass: inventory_classes.inventoryclass,
      storageid: inventory_classes.storageid,
      rate: inventory_classes.rate,
    })
    .from(listItems(p.pairs))
    .innerJoin(job_categories, eq(job_categories.jobid, pairFirst))
    .innerJoin(
      inventory_classes,
      and(
        eq(inventory_classes.inventoryid, pairSecond),
        eq(inventory_classes.categoryid, job_categories.categoryid),
      ),
    )
    .orderBy(desc(job_categories.categoryid)),
)

const quantities = statement((q, p: Params<{ jobids: readonly string[]; inventoryids: readonly string[] }>) =>
  q
    .select({
      jobid: materials.jobid,
      inventoryid: sql<string>`${materials.inventoryid}`,
      estimated: materials.estimated,
      consumed: materials.consumed,
      unitratio: materials.unitratio,
    })
    .from(listItems(p.jobids))
    // A job has fewer lines than an item: the plus keeps SQLite from the item's index.
    .innerJoin(materials, and(eq(materials.jobid, listItem), eq(materials.archived, false)))
    .where(inList(sql`+${materials.inventoryid}`, p.inventoryids)),
)

/** Of the lines that these jobs have of these items. */
export const listJobQuantities = (
  db: TenantDb,
  values: { jobids: readonly string[]; inventoryids: readonly string[] },
) => quantities.all(db, values)

/** Spec 2, "classes per job category". */
export const listClassContexts = (db: TenantDb, pairs: readonly string[]) => classes.all(db, { pairs })

const jobsById = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      id: jobs.id,
      reference: jobs.reference,
      status: jobs.status,
      template: jobs.template,
      approvedutc: jobs.approvedutc,
      estimatesentutc: jobs.estimatesentutc,
    })
    .from(listItems(p.ids))
    .innerJoin(jobs, eq(jobs.id, listItem)),
)
export type LineJob = RowOf<typeof jobsById>

export const listJobContexts = (db: TenantDb, ids: readonly string[]) => jobsById.all(db, { ids })

const ranks = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({ jobid: materials.jobid, role: materials.role, rank: sql<number>`${max(materials.rank)}` })
    .from(listItems(p.jobids))
    .innerJoin(materials, and(eq(materials.jobid, listItem), eq(materials.archived, false)))
    .groupBy(materials.jobid, materials.role),
)

export const lastRanks = (db: TenantDb, jobids: readonly string[]) => ranks.all(db, { jobids })

const lines = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({ jobid: materials.jobid, count: count() })
    .from(listItems(p.jobids))
    .innerJoin(materials, and(eq(materials.jobid, listItem), eq(materials.archived, false)))
    .groupBy(materials.jobid),
)

export const lineCounts = (db: TenantDb, jobids: readonly string[]) => lines.all(db, { jobids })

type Kind = 'division' | 'storageid' | 'inventoryid' | 'equipment'
const kind = (of: Kind) => sql<Kind>`${sql.raw(`'${of}'`)}`

const named = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({ id: divisions.id, kind: kind('division'), name: sql<string>`${divisions.name}` })
    .from(listItems(p.ids))
    .innerJoin(divisions, eq(divisions.id, listItem))
    .unionAll(
      q
        .select({ id: storage.id, kind: kind('storageid'), name: sql<string>`${storage.name}` })
        .from(listItems(p.ids))
        .innerJoin(storage, eq(storage.id, listItem)),
    )
    .unionAll(
      q
        .select({ id: equipment.id, kind: kind('equipment'), name: sql<string>`${equipment.name}` })
        .from(listItems(p.ids))
        .innerJoin(equipment, eq(equipment.id, listItem)),
    )
    .unionAll(
      q
        .select({
          id: inventory.id,
          kind: kind('inventoryid'),
          name: sql<string>`'[' || ${inventory.code} || '] ' || ${nameIn(inventory)}`,
        })
        .from(listItems(p.ids))
        .innerJoin(inventory, eq(inventory.id, listItem)),
    ),
)

export const listReferences = (db: TenantDb, ids: readonly string[]) => named.all(db, { ids })
