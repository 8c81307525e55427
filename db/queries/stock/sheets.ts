import { and, asc, desc, eq, max, sql } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import { inventory, stock_sheet_lines, stock_sheets, storage } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const counts = {
  lines: sql<number>`(SELECT count(*) FROM ${stock_sheet_lines} WHERE ${stock_sheet_lines.sheetid} = ${stock_sheets.id})`,
  counted: sql<number>`(SELECT count(${stock_sheet_lines.counted}) FROM ${stock_sheet_lines} WHERE ${stock_sheet_lines.sheetid} = ${stock_sheets.id})`,
}

const sheets = statement((q, p: Params<{ take: number; skip: number }>) =>
  q
    .select({
      id: stock_sheets.id,
      number: stock_sheets.number,
      name: stock_sheets.name,
      state: stock_sheets.state,
      blind: stock_sheets.blind,
      place: storage.name,
      user: stock_sheets.user,
      createdutc: stock_sheets.createdutc,
      ...counts,
    })
    .from(stock_sheets)
    .leftJoin(storage, eq(storage.id, stock_sheets.storageid))
    .orderBy(desc(stock_sheets.number))
    .limit(p.take)
    .offset(p.skip),
)
export type CountSheetRow = RowOf<typeof sheets>

/** The newest first. */
export const listSheets = (db: TenantDb, page: { take: number; skip: number }) => sheets.all(db, page)

const figures = statement((q) =>
  q.select({ sheets: sql<number>`count(*)`, last: max(stock_sheets.number) }).from(stock_sheets),
)

export const sheetFigures = (db: TenantDb) => figures.get(db) ?? { sheets: 0, last: null }

const lines = statement((q, p: Params<{ sheetid: string }>) =>
  q
    .select({
      id: stock_sheet_lines.id,
      inventoryid: stock_sheet_lines.inventoryid,
      storageid: stock_sheet_lines.storageid,
      code: inventory.code,
      barcode: inventory.barcode,
      name: nameIn(inventory),
      unit: inventory.baseunit,
      inventoryclass: inventory.inventoryclass,
      place: storage.name,
      counted: stock_sheet_lines.counted,
      expected: stock_sheet_lines.expected,
      countedutc: stock_sheet_lines.countedutc,
      userid: stock_sheet_lines.userid,
      user: stock_sheet_lines.user,
      firstcounted: stock_sheet_lines.firstcounted,
      firstuserid: stock_sheet_lines.firstuserid,
      firstuser: stock_sheet_lines.firstuser,
      seq: stock_sheet_lines.seq,
    })
    .from(stock_sheet_lines)
    .innerJoin(inventory, eq(inventory.id, stock_sheet_lines.inventoryid))
    .leftJoin(storage, eq(storage.id, stock_sheet_lines.storageid))
    .where(eq(stock_sheet_lines.sheetid, p.sheetid))
    .orderBy(asc(stock_sheet_lines.position)),
)
export type SheetLineRow = RowOf<typeof lines>

export const listSheetLines = (db: TenantDb, sheetid: string) => lines.all(db, { sheetid })

type ToCount = { inventoryid: string; storageid: string | null }
type Chosen = { place: string; category: string; codes: readonly string[] }

/**
 * What a sheet is made of: each item kept in stock at each place where it lies or belongs. An empty choice is all of them.
 */
export const listToCount = (db: TenantDb, { place, category, codes }: Chosen, most: number) =>
  prepared<ToCount>(
    db,
    `WITH chosen AS (
       SELECT i.id, i.code, i.defaultstorageid FROM inventory i LEFT JOIN categories g ON g.id = i.category
       WHERE i.archived = 0 AND coalesce(i.inventoryclass, g.inventoryclass, 0) <> 0
         AND (?2 = '' OR i.category = ?2)
         AND (?3 = '[]' OR i.code COLLATE NOCASE IN (SELECT value FROM json_each(?3))
           OR nullif(i.barcode, '') IN (SELECT value FROM json_each(?3)))),
     at AS (
       SELECT c.id, c.code, nullif(o.storageid, '') AS storageid FROM chosen c
       JOIN stock_onhand o ON o.inventoryid = c.id AND o.quantity <> 0
       UNION SELECT c.id, c.code, c.defaultstorageid FROM chosen c
       WHERE c.defaultstorageid IS NOT NULL
         OR NOT EXISTS (SELECT 1 FROM stock_onhand o WHERE o.inventoryid = c.id AND o.quantity <> 0))
     SELECT at.id AS inventoryid, at.storageid FROM at LEFT JOIN storage s ON s.id = at.storageid
     WHERE ?1 = '' OR at.storageid = ?1
     ORDER BY coalesce(s.name, ''), at.code LIMIT ?4`,
  ).all([place, category, JSON.stringify(codes), most])

type SheetLineChange = Partial<typeof stock_sheet_lines.$inferInsert>

export const changeSheetLine = (db: TenantDb, sheetid: string, id: string, values: SheetLineChange) =>
  db
    .update(stock_sheet_lines)
    .set(values)
    .where(and(eq(stock_sheet_lines.sheetid, sheetid), eq(stock_sheet_lines.id, id)))
    .run()

export const touchSheet = (db: TenantDb, { id, version }: { id: string; version: number }) =>
  db
    .update(stock_sheets)
    .set({ version: version + 1 })
    .where(eq(stock_sheets.id, id))
    .run()
