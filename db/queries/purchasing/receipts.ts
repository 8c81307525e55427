import { asc, desc, eq, sql } from 'drizzle-orm'
import {
  purchase_receipt_lines,
  purchase_receipts,
  purchase_returns,
  purchaseorder_lines,
  storage,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const receipts = statement((q, p: Params<{ orderid: string }>) =>
  q
    .select()
    .from(purchase_receipts)
    .where(eq(purchase_receipts.orderid, p.orderid))
    .orderBy(desc(purchase_receipts.id)),
)
export type ReceiptRow = RowOf<typeof receipts>

/** The newest first. */
export const listReceipts = (db: TenantDb, orderid: string): ReceiptRow[] => receipts.all(db, { orderid })

const one = statement((q, p: Params<{ id: string }>) =>
  q.select().from(purchase_receipts).where(eq(purchase_receipts.id, p.id)),
)

export const receiptById = (db: TenantDb, id: string) => one.get(db, { id })

const receiptLine = {
  id: purchase_receipt_lines.id,
  receiptid: purchase_receipt_lines.receiptid,
  lineid: purchase_receipt_lines.lineid,
  quantity: purchase_receipt_lines.quantity,
  storageid: purchase_receipt_lines.storageid,
  storagename: storage.name,
  seq: purchase_receipt_lines.seq,
}

const receiptLines = statement((q, p: Params<{ orderid: string }>) =>
  q
    .select(receiptLine)
    .from(purchase_receipts)
    .innerJoin(purchase_receipt_lines, eq(purchase_receipt_lines.receiptid, purchase_receipts.id))
    .leftJoin(storage, eq(storage.id, purchase_receipt_lines.storageid))
    .where(eq(purchase_receipts.orderid, p.orderid))
    .orderBy(asc(purchase_receipt_lines.id)),
)
export type ReceiptLineRow = RowOf<typeof receiptLines>

/** Of all receipts of an order. */
export const listReceiptLines = (db: TenantDb, orderid: string): ReceiptLineRow[] =>
  receiptLines.all(db, { orderid })

const returns = statement((q, p: Params<{ orderid: string }>) =>
  q
    .select({
      id: purchase_returns.id,
      lineid: purchase_returns.lineid,
      quantity: purchase_returns.quantity,
      again: purchase_returns.again,
      storageid: purchase_returns.storageid,
      storagename: storage.name,
      reason: purchase_returns.reason,
      dateutc: purchase_returns.dateutc,
      user: purchase_returns.user,
    })
    .from(purchaseorder_lines)
    .innerJoin(purchase_returns, eq(purchase_returns.lineid, purchaseorder_lines.id))
    .leftJoin(storage, eq(storage.id, purchase_returns.storageid))
    .where(eq(purchaseorder_lines.orderid, p.orderid))
    .orderBy(sql`${purchase_returns.id} DESC`),
)
type ReturnRow = RowOf<typeof returns>

const oneReturn = statement((q, p: Params<{ id: string }>) =>
  q.select().from(purchase_returns).where(eq(purchase_returns.id, p.id)),
)

export const returnById = (db: TenantDb, id: string) => oneReturn.get(db, { id })

/** A credit note that was cancelled names it no more, and keeps what it says. */
export function deleteReturn(db: TenantDb, id: string) {
  prepared(db, 'UPDATE supplierinvoice_lines SET returnid = NULL WHERE returnid = ?').run([id])
  prepared(db, 'DELETE FROM purchase_returns WHERE id = ?').run([id])
}

/** The newest first. */
export const listReturns = (db: TenantDb, orderid: string): ReturnRow[] => returns.all(db, { orderid })

type NewReceiptLine = Pick<
  typeof purchase_receipt_lines.$inferInsert,
  'id' | 'lineid' | 'quantity' | 'storageid' | 'seq'
>

export function insertReceiptLines(db: TenantDb, receiptid: string, lines: readonly NewReceiptLine[]) {
  const cells = lines.map(({ id, lineid, quantity, storageid, seq }) => [
    id,
    lineid,
    quantity,
    storageid,
    seq,
  ])
  prepared(
    db,
    `INSERT INTO purchase_receipt_lines (id, receiptid, lineid, quantity, storageid, seq)
     SELECT value ->> 0, ?1, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?2)`,
  ).run([receiptid, JSON.stringify(cells)])
}
