import { and, asc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import {
  categories,
  inventory,
  purchase_receipt_lines,
  purchase_receipts,
  purchase_returns,
  purchaseorder_lines,
  purchaseorders,
  supplierinvoice_lines,
  supplierinvoices,
} from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const ofInvoice = statement((q, p: Params<{ invoiceid: string }>) =>
  q
    .select({
      ...getTableColumns(supplierinvoice_lines),
      orderid: purchaseorder_lines.orderid,
      ordernumber: purchaseorders.number,
    })
    .from(supplierinvoice_lines)
    .leftJoin(purchaseorder_lines, eq(purchaseorder_lines.id, supplierinvoice_lines.orderlineid))
    .leftJoin(purchaseorders, eq(purchaseorders.id, purchaseorder_lines.orderid))
    .where(eq(supplierinvoice_lines.invoiceid, p.invoiceid))
    .orderBy(asc(supplierinvoice_lines.rank)),
)
export type SupplierInvoiceLineRow = RowOf<typeof ofInvoice>

export const listSupplierInvoiceLines = (db: TenantDb, invoiceid: string): SupplierInvoiceLineRow[] =>
  ofInvoice.all(db, { invoiceid })

/** Of all invoices but one that are not cancelled, drafts among them: what one takes up no other can. */
const takenUp = (column: SQL, except: SQL) => sql<number>`coalesce((SELECT sum(l.quantity)
  FROM ${supplierinvoice_lines} AS l JOIN ${supplierinvoices} AS i ON i.id = l.invoiceid
  WHERE ${column} AND i.cancelledutc IS NULL AND i.id <> ${except}), 0)`

const orderFacts = {
  orderlineid: purchaseorder_lines.id,
  orderid: purchaseorders.id,
  ordernumber: purchaseorders.number,
  supplier: purchaseorders.supplier,
  inventoryid: purchaseorder_lines.inventoryid,
  description: purchaseorder_lines.description,
  suppliercode: purchaseorder_lines.suppliercode,
  unit: purchaseorder_lines.unit,
  unitratio: purchaseorder_lines.unitratio,
  rate: purchaseorder_lines.rate,
  discount: purchaseorder_lines.discount,
  ordered: purchaseorder_lines.quantity,
  received: purchaseorder_lines.received,
  returned: purchaseorder_lines.returned,
  unitmass: inventory.unitmass,
  vatexempt: categories.vatexempt,
}

/** Of the line of the order: charged, less credited. */
const chargedOfLine = (
  except: SQL,
) => sql<number>`coalesce((SELECT sum(iif(l.returnid IS NULL, l.quantity, -l.quantity))
  FROM ${supplierinvoice_lines} AS l JOIN ${supplierinvoices} AS i ON i.id = l.invoiceid
  WHERE l.orderlineid = ${purchaseorder_lines.id} AND i.cancelledutc IS NULL AND i.id <> ${except}), 0)`

type Asked = { supplier: string; except: string }

const fromReceipts = (q: QueryBuilder, except: SQL) =>
  q
    .select({
      ...orderFacts,
      id: purchase_receipt_lines.id,
      quantity: purchase_receipt_lines.quantity,
      seq: purchase_receipt_lines.seq,
      reference: purchase_receipts.reference,
      dateutc: purchase_receipts.dateutc,
      taken: takenUp(sql`l.receiptlineid = ${purchase_receipt_lines.id}`, except),
      charged: chargedOfLine(except),
    })
    .from(purchaseorders)
    .innerJoin(purchaseorder_lines, eq(purchaseorder_lines.orderid, purchaseorders.id))
    .innerJoin(purchase_receipt_lines, eq(purchase_receipt_lines.lineid, purchaseorder_lines.id))
    .innerJoin(purchase_receipts, eq(purchase_receipts.id, purchase_receipt_lines.receiptid))
    .leftJoin(inventory, eq(inventory.id, purchaseorder_lines.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))

const receivedOf = statement((q, p: Params<Asked>) =>
  fromReceipts(q, sql`${p.except}`)
    .where(and(eq(purchaseorders.supplier, p.supplier), isNull(purchase_receipts.undoneutc)))
    .orderBy(asc(purchase_receipt_lines.id)),
)
export type ReceivedGoodsRow = RowOf<typeof receivedOf>

/** What came of the orders of a supplier; `taken` and `charged` leave out the invoice `except`. */
export const listReceivedGoods = (db: TenantDb, asked: Asked): ReceivedGoodsRow[] => receivedOf.all(db, asked)

const returnedOf = statement((q, p: Params<Asked>) =>
  q
    .select({
      ...orderFacts,
      id: purchase_returns.id,
      quantity: purchase_returns.quantity,
      reason: purchase_returns.reason,
      dateutc: purchase_returns.dateutc,
      taken: takenUp(sql`l.returnid = ${purchase_returns.id}`, sql`${p.except}`),
      charged: chargedOfLine(sql`${p.except}`),
    })
    .from(purchaseorders)
    .innerJoin(purchaseorder_lines, eq(purchaseorder_lines.orderid, purchaseorders.id))
    .innerJoin(purchase_returns, eq(purchase_returns.lineid, purchaseorder_lines.id))
    .leftJoin(inventory, eq(inventory.id, purchaseorder_lines.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .where(and(eq(purchaseorders.supplier, p.supplier), eq(purchase_returns.again, false)))
    .orderBy(asc(purchase_returns.id)),
)
export type ReturnedGoodsRow = RowOf<typeof returnedOf>

/** What went back to a supplier for a credit. */
export const listReturnedGoods = (db: TenantDb, asked: Asked): ReturnedGoodsRow[] => returnedOf.all(db, asked)

const approvedOf = statement((q, p: Params<{ receiptlineid: string }>) =>
  q
    .select({ quantity: sql<number>`coalesce(sum(${supplierinvoice_lines.quantity}), 0)` })
    .from(supplierinvoice_lines)
    .innerJoin(supplierinvoices, eq(supplierinvoices.id, supplierinvoice_lines.invoiceid))
    .where(
      and(
        eq(supplierinvoice_lines.receiptlineid, p.receiptlineid),
        isNotNull(supplierinvoices.approvedutc),
        isNull(supplierinvoices.cancelledutc),
      ),
    ),
)

/** What of a received line stands on approved invoices. */
export const readApprovedQuantity = (db: TenantDb, receiptlineid: string): number =>
  approvedOf.get(db, { receiptlineid })?.quantity ?? 0

const ofReceipt = statement((q, p: Params<{ receiptid: string }>) =>
  q
    .select({ number: supplierinvoices.number })
    .from(purchase_receipt_lines)
    .innerJoin(supplierinvoice_lines, eq(supplierinvoice_lines.receiptlineid, purchase_receipt_lines.id))
    .innerJoin(supplierinvoices, eq(supplierinvoices.id, supplierinvoice_lines.invoiceid))
    .where(and(eq(purchase_receipt_lines.receiptid, p.receiptid), isNull(supplierinvoices.cancelledutc)))
    .limit(1),
)

/** The number of an invoice that charges goods of a receipt. */
export const findInvoiceOfReceipt = (db: TenantDb, receiptid: string) =>
  ofReceipt.get(db, { receiptid })?.number
