import { and, asc, eq, getTableColumns, isNotNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { nameIn } from '#db/queries/names.ts'
import { categories, inventory, materials, stock_ledger, storage } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const INPUT = 1
const OUTPUT = 2

const pickable = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      line: getTableColumns(materials),
      code: inventory.code,
      itemname: nameIn(inventory),
      barcode: inventory.barcode,
      baseunit: inventory.baseunit,
      storagename: storage.name,
    })
    .from(materials)
    .innerJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(storage, eq(storage.id, materials.storageid))
    .where(
      and(
        eq(materials.jobid, p.jobid),
        or(
          eq(materials.role, INPUT),
          and(
            eq(materials.role, OUTPUT),
            sql`NOT EXISTS (SELECT 1 FROM ${materials} AS used WHERE used.jobid = ${p.jobid}
              AND used.role = ${sql.raw(String(INPUT))} AND used.archived = 0
              AND used.inventoryid = ${materials.inventoryid})`,
          ),
        ),
        eq(materials.archived, false),
        or(sql`${categories.nonpickable} IS NULL`, eq(categories.nonpickable, false)),
      ),
    )
    .orderBy(asc(materials.rank), asc(materials.id)),
)
export type PickableRow = RowOf<typeof pickable>

/**
 * Input lines of items whose category is on picking lists (decision F9), and output lines of items that are no input
 * of the job as well, in the order of the job.
 */
export const listPickableLines = (db: TenantDb, jobid: string) => pickable.all(db, { jobid })

const reversals = alias(stock_ledger, 'reversals')

const moved = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      seq: stock_ledger.seq,
      materialid: sql<string>`${stock_ledger.materialid}`,
      storageid: stock_ledger.storageid,
      storagename: storage.name,
      quantity: stock_ledger.quantity,
      enteredquantity: stock_ledger.enteredquantity,
      enteredunit: stock_ledger.enteredunit,
      item: nameIn(inventory),
      userid: stock_ledger.userid,
      user: stock_ledger.user,
      note: stock_ledger.note,
      createdutc: stock_ledger.createdutc,
      reverses: stock_ledger.reverses,
      reversedby: reversals.seq,
    })
    .from(stock_ledger)
    .innerJoin(inventory, eq(inventory.id, stock_ledger.inventoryid))
    .leftJoin(storage, eq(storage.id, stock_ledger.storageid))
    .leftJoin(reversals, eq(reversals.reverses, stock_ledger.seq))
    .where(and(eq(stock_ledger.jobid, p.jobid), isNotNull(stock_ledger.materialid)))
    .orderBy(asc(stock_ledger.seq)),
)
export type JobMovement = RowOf<typeof moved>

/** What the lines of a job have moved, oldest first. */
export const listJobMovements = (db: TenantDb, jobid: string) => moved.all(db, { jobid })
