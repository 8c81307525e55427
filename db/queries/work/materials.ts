import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { nameIn } from '#db/queries/names.ts'
import { isLabour, isRated, movedWorth, standsForTime } from '#db/queries/work/line-cost.ts'
import { lineProductSql } from '#db/queries/work/line-product.ts'
import {
  accountcodes,
  boards,
  categories,
  divisions,
  inventory,
  jobs,
  materials,
  organisations,
  purchaseorder_lines,
  purchaseorders,
  storage,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { inList, isTrue, listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const shown = {
  ...getTableColumns(materials),
  code: inventory.code,
  itemname: nameIn(inventory) as SQL<string | null>,
  vatexempt: categories.vatexempt,
  override: accountcodes.vat,
  overridechanges: accountcodes.vatchanges,
  divisionname: divisions.name,
  storagename: storage.name,
  jobequipmentname: sql<string | null>`(SELECT name FROM equipment WHERE id = ${materials.jobequipment})`,
  inputequipmentname: sql<string | null>`(SELECT name FROM equipment WHERE id = ${materials.inputequipment})`,
  // Decision 173: named by the line, or found by what its item is in.
  product: sql<string | null>`(SELECT json_array(made.id, made.description) FROM materials made
    WHERE made.id = ${sql.raw(lineProductSql('materials'))})`,
  made: isTrue(sql`${materials.role} = 2 AND EXISTS(
    SELECT 1 FROM item_inputs i WHERE i.productid = ${materials.inventoryid})`),
  onnote: sql<string | null>`(SELECT json_array(d.id, d.number) FROM delivery_lines l
    JOIN deliveries d ON d.id = l.deliveryid WHERE l.materialid = ${materials.id} ORDER BY l.id DESC LIMIT 1)`,
  delivered: sql<number | null>`(SELECT sum(l.quantity - l.returned) FROM delivery_lines l
    JOIN deliveries d ON d.id = l.deliveryid WHERE l.materialid = ${materials.id} AND d.state <> 'draft')`,
  workedseconds: sql<
    number | null
  >`(SELECT sum(seconds) FROM time_entries t WHERE t.materialid = ${materials.id} AND t.archived = 0 AND t.billable = 1)`,
  rated: isRated,
  labour: isLabour,
  standsfortime: standsForTime,
  worth: movedWorth,
}

const selectMaterials = (q: QueryBuilder) =>
  q
    .select(shown)
    .from(materials)
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(accountcodes, eq(accountcodes.id, categories.accountcode))
    .leftJoin(divisions, eq(divisions.id, materials.division))
    .leftJoin(storage, eq(storage.id, materials.storageid))

export type MaterialRow = typeof materials.$inferSelect
export type LineRow = ReturnType<typeof toLineRow>

const linesOfJob = statement((q, p: Params<{ jobid: string }>) =>
  selectMaterials(q)
    .where(and(eq(materials.jobid, p.jobid), eq(materials.archived, false)))
    .orderBy(asc(materials.role), asc(materials.rank), asc(materials.id)),
)

const oneLine = statement((q, p: Params<{ id: string }>) =>
  selectMaterials(q).where(and(eq(materials.id, p.id), eq(materials.archived, false))),
)

const someLines = statement((q, p: Params<{ ids: readonly string[] }>) =>
  selectMaterials(q)
    .where(and(inList(materials.id, p.ids), eq(materials.archived, false)))
    .orderBy(asc(materials.role), asc(materials.rank), asc(materials.id)),
)

const orders = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({
      jobid: sql<string>`${purchaseorder_lines.jobid}`,
      inventoryid: purchaseorder_lines.inventoryid,
      id: purchaseorders.id,
      number: purchaseorders.number,
      // The other columns are those of this row.
      newest: max(purchaseorder_lines.id),
    })
    .from(listItems(p.jobids))
    .innerJoin(purchaseorder_lines, eq(purchaseorder_lines.jobid, listItem))
    .innerJoin(purchaseorders, eq(purchaseorders.id, purchaseorder_lines.orderid))
    .where(and(isNotNull(purchaseorder_lines.inventoryid), isNull(purchaseorders.cancelledutc)))
    .groupBy(purchaseorder_lines.jobid, purchaseorder_lines.inventoryid),
)

/** By one query: many lines of a job may have the same item, of which there may be many orders. */
function toLineRows(db: TenantDb, rows: RowOf<typeof oneLine>[]) {
  const jobids = [...new Set(rows.map(({ jobid }) => jobid))]
  const known = new Map(
    orders.all(db, { jobids }).map(({ id, number, ...of }) => [orderedKey(of), { id, number }]),
  )
  return rows.map((row) => toLineRow(row, known.get(orderedKey(row)) ?? null))
}

const orderedKey = ({ jobid, inventoryid }: { jobid: string; inventoryid: string | null }) =>
  `${jobid} ${inventoryid}`

type Paper = { id: string; number: string | null } | null

function readProduct(product: string | null) {
  if (!product) return null
  const [id, name] = JSON.parse(product) as [string, string]
  return { id, name }
}

function toLineRow(row: RowOf<typeof oneLine>, purchaseorder: Paper) {
  // Taken apart in one go, since each rest is a copy and a job may have a thousand lines.
  const {
    code,
    itemname,
    vatexempt,
    override,
    overridechanges,
    divisionname,
    storagename,
    jobequipmentname,
    inputequipmentname,
    product,
    made,
    workedseconds,
    rated,
    labour,
    standsfortime,
    worth,
    onnote,
    delivered,
    ...line
  } = row
  const papers = { delivery: readPaper(onnote), purchaseorder, product: readProduct(product) }
  const names = { divisionname, storagename, jobequipmentname, inputequipmentname, made }
  const sums = {
    workedseconds: workedseconds ?? 0,
    rated,
    labour,
    standsfortime,
    worth,
    delivered: delivered ?? 0,
  }
  const tax = { vatexempt, override, overridechanges }
  return { line, code, itemname, ...tax, ...papers, ...sums, ...names }
}

/** The newest paper on which a line stands; a draft has no number. */
function readPaper(stored: string | null): Paper {
  const [id, number] = stored ? (JSON.parse(stored) as (string | null)[]) : []
  return id ? { id, number: number ?? null } : null
}

export const listJobLines = (db: TenantDb, jobid: string) => toLineRows(db, linesOfJob.all(db, { jobid }))

/** In the order in which a job has them. */
export const listLines = (db: TenantDb, ids: readonly string[]) => toLineRows(db, someLines.all(db, { ids }))

export function lineById(db: TenantDb, id: string): LineRow | undefined {
  const row = oneLine.get(db, { id })
  return row ? toLineRows(db, [row])[0] : undefined
}

const named = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select(getTableColumns(materials))
    .from(listItems(p.ids))
    .crossJoin(materials)
    .where(and(eq(materials.id, listItem), eq(materials.archived, false))),
)

/** Those that are not removed, without what they refer to. */
export const linesByIds = (db: TenantDb, ids: readonly string[]): MaterialRow[] => named.all(db, { ids })

const linePlace = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ jobid: materials.jobid, consumed: materials.consumed })
    .from(materials)
    .where(and(eq(materials.id, p.id), eq(materials.archived, false))),
)

export const findLinePlace = (db: TenantDb, id: string) => linePlace.get(db, { id })

const jobVats = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({
      jobid: jobs.id,
      vatnumber: organisations.vatnumber,
      vat: organisations.vat,
      vatchanges: organisations.vatchanges,
      completed: jobs.completed,
    })
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
    .where(inList(jobs.id, p.jobids)),
)

/** Who charges the VAT of a job: its organisation, its board's, the default one, the oldest; and when it was done. */
export const listJobVats = (db: TenantDb, jobids: readonly string[]) => jobVats.all(db, { jobids })

export const linesByJob = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({
      jobid: materials.jobid,
      role: materials.role,
      linerate: materials.linerate,
      inclusiverate: materials.inclusiverate,
      inclusivevat: materials.inclusivevat,
      discount: materials.discount,
      estimated: materials.estimated,
      consumed: materials.consumed,
      nonbillable: materials.nonbillable,
      unitratio: materials.unitratio,
      inventoryid: materials.inventoryid,
      unitseconds: inventory.unitseconds,
    })
    .from(listItems(p.jobids))
    .innerJoin(materials, and(eq(materials.jobid, listItem), eq(materials.archived, false)))
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid)),
)

export const cardLines = (db: TenantDb, jobids: readonly string[]) => linesByJob.all(db, { jobids })

const timedByJob = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({
      jobid: materials.jobid,
      estimated: materials.estimated,
      unitratio: materials.unitratio,
      unitseconds: sql<number>`${inventory.unitseconds}`,
    })
    .from(listItems(p.jobids))
    .crossJoin(materials)
    .innerJoin(inventory, eq(inventory.id, materials.inventoryid))
    .where(
      and(
        eq(materials.jobid, listItem),
        eq(materials.archived, false),
        eq(materials.role, 2),
        sql`${inventory.unitseconds} > 0`,
      ),
    ),
)

/** What jobs put out of items that have a standard time. */
export const timedLines = (db: TenantDb, jobids: readonly string[]) => timedByJob.all(db, { jobids })

export const rankLines = (db: TenantDb, now: string, ids: readonly string[]) =>
  prepared(
    db,
    `UPDATE materials SET rank = places.key, updatedutc = ?
     FROM json_each(?) AS places WHERE materials.id = places.value AND materials.rank <> places.key`,
  ).run([now, JSON.stringify(ids)])
