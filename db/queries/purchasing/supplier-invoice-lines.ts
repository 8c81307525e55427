import {
  and,
  asc,
  eq,
  getTableColumns,
  gte,
  isNotNull,
  isNull,
  lt,
  ne,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
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
import { inList, listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
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

export const orderFacts = {
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

type OfSupplier = { supplier: string }
type OfIds = { ids: readonly string[] }

const receiptFacts = {
  ...orderFacts,
  id: purchase_receipt_lines.id,
  quantity: purchase_receipt_lines.quantity,
  seq: purchase_receipt_lines.seq,
  reference: purchase_receipts.reference,
  dateutc: purchase_receipts.dateutc,
}

const fromReceipts = (q: QueryBuilder) =>
  q
    .select(receiptFacts)
    .from(purchaseorders)
    .innerJoin(purchaseorder_lines, eq(purchaseorder_lines.orderid, purchaseorders.id))
    .innerJoin(purchase_receipt_lines, eq(purchase_receipt_lines.lineid, purchaseorder_lines.id))
    .innerJoin(purchase_receipts, eq(purchase_receipts.id, purchase_receipt_lines.receiptid))
    .leftJoin(inventory, eq(inventory.id, purchaseorder_lines.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .orderBy(asc(purchase_receipt_lines.id))

const isReceivedFrom = (supplier: SQLWrapper) =>
  and(eq(purchaseorders.supplier, supplier), isNull(purchase_receipts.undoneutc))

const receivedOf = statement((q, p: Params<OfSupplier>) => fromReceipts(q).where(isReceivedFrom(p.supplier)))
const receivedSome = statement((q, p: Params<OfSupplier & OfIds>) =>
  fromReceipts(q).where(and(isReceivedFrom(p.supplier), inList(purchase_receipt_lines.id, p.ids))),
)
const receivedByOrder = statement((q, p: Params<OfSupplier & { orderid: string }>) =>
  fromReceipts(q).where(and(isReceivedFrom(p.supplier), eq(purchaseorders.id, p.orderid))),
)
/** By the day of receipt: SQLite would begin with all orders of the organisation, of all years. */
const receivedBetween = statement((q, p: Params<{ organisation: string; start: string; end: string }>) =>
  q
    .select(receiptFacts)
    .from(purchase_receipts)
    .crossJoin(purchase_receipt_lines)
    .crossJoin(purchaseorder_lines)
    .crossJoin(purchaseorders)
    .leftJoin(inventory, eq(inventory.id, purchaseorder_lines.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .where(
      and(
        gte(purchase_receipts.dateutc, p.start),
        lt(purchase_receipts.dateutc, p.end),
        isNull(purchase_receipts.undoneutc),
        eq(purchase_receipt_lines.receiptid, purchase_receipts.id),
        eq(purchaseorder_lines.id, purchase_receipt_lines.lineid),
        eq(purchaseorders.id, purchaseorder_lines.orderid),
        eq(purchaseorders.organisation, p.organisation),
      ),
    )
    .orderBy(asc(purchase_receipt_lines.id)),
)
export type ReceivedGoodsRow = RowOf<typeof receivedOf> & TakenUp

const fromReturns = (q: QueryBuilder) =>
  q
    .select({
      ...orderFacts,
      id: purchase_returns.id,
      quantity: purchase_returns.quantity,
      reason: purchase_returns.reason,
      dateutc: purchase_returns.dateutc,
    })
    .from(purchaseorders)
    .innerJoin(purchaseorder_lines, eq(purchaseorder_lines.orderid, purchaseorders.id))
    .innerJoin(purchase_returns, eq(purchase_returns.lineid, purchaseorder_lines.id))
    .leftJoin(inventory, eq(inventory.id, purchaseorder_lines.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .orderBy(asc(purchase_returns.id))

const isReturnedTo = (supplier: SQLWrapper) =>
  and(eq(purchaseorders.supplier, supplier), eq(purchase_returns.again, false))

const returnedOf = statement((q, p: Params<OfSupplier>) => fromReturns(q).where(isReturnedTo(p.supplier)))
const returnedSome = statement((q, p: Params<OfSupplier & OfIds>) =>
  fromReturns(q).where(and(isReturnedTo(p.supplier), inList(purchase_returns.id, p.ids))),
)
export type ReturnedGoodsRow = RowOf<typeof returnedOf> & TakenUp

type Asked = OfSupplier & {
  /** The invoice that `taken` and `charged` leave out. */
  except: string
  /** These alone; without it all that ever came or went. */
  ids?: readonly string[]
  /** What came of this order alone. */
  orderid?: string
}

/** What came of the orders of a supplier. */
export const listReceivedGoods = (db: TenantDb, asked: Asked): ReceivedGoodsRow[] =>
  withTakenUp(db, receivedRows(db, asked), takenOfReceipts, asked.except)

function receivedRows(db: TenantDb, { supplier, ids, orderid }: Asked) {
  if (ids) return receivedSome.all(db, { supplier, ids })
  return orderid ? receivedByOrder.all(db, { supplier, orderid }) : receivedOf.all(db, { supplier })
}

/** What came for an organisation from an instant on, before another. */
export const listReceivedBetween = (
  db: TenantDb,
  asked: { organisation: string; start: string; end: string },
): ReceivedGoodsRow[] => withTakenUp(db, receivedBetween.all(db, asked), takenOfReceipts, '')

/** What went back to a supplier for a credit. */
export const listReturnedGoods = (db: TenantDb, { supplier, except, ids }: Asked): ReturnedGoodsRow[] =>
  withTakenUp(
    db,
    ids ? returnedSome.all(db, { supplier, ids }) : returnedOf.all(db, { supplier }),
    takenOfReturns,
    except,
  )

/** Over all invoices but one that are not cancelled, drafts among them: what one takes up no other can. */
const sumsBy = (column: SQLWrapper, quantity: SQLWrapper) =>
  statement((q, p: Params<OfIds & { except: string }>) =>
    q
      .select({ id: sql<string>`${listItem}`, sum: sql<number>`sum(${quantity})` })
      .from(listItems(p.ids))
      .innerJoin(supplierinvoice_lines, sql`${column} = ${listItem}`)
      .innerJoin(supplierinvoices, eq(supplierinvoices.id, supplierinvoice_lines.invoiceid))
      .where(and(isNull(supplierinvoices.cancelledutc), ne(supplierinvoices.id, p.except)))
      .groupBy(listItem),
  )

const takenOfReceipts = sumsBy(supplierinvoice_lines.receiptlineid, supplierinvoice_lines.quantity)
const takenOfReturns = sumsBy(supplierinvoice_lines.returnid, supplierinvoice_lines.quantity)
export const chargedOfLines = sumsBy(
  supplierinvoice_lines.orderlineid,
  sql`iif(${supplierinvoices.kind} = 'invoice', 1, -1) * ${supplierinvoice_lines.quantity}`,
)

export type TakenUp = {
  taken: number
  /** Of the line of the order: charged, less credited. */
  charged: number
}

/** By one query for all rows: a line of an order may stand on many receipts and invoices. */
export function withTakenUp<Row extends { id: string; orderlineid: string }>(
  db: TenantDb,
  rows: readonly Row[],
  sums: typeof takenOfReceipts,
  except: string,
): (Row & TakenUp)[] {
  const sumOf = (of: typeof sums, ids: readonly string[]) =>
    new Map(of.all(db, { ids: [...new Set(ids)], except }).map(({ id, sum }) => [id, sum]))
  const taken = sumOf(
    sums,
    rows.map(({ id }) => id),
  )
  const charged = sumOf(
    chargedOfLines,
    rows.map(({ orderlineid }) => orderlineid),
  )
  return rows.map((row) => ({
    ...row,
    taken: taken.get(row.id) ?? 0,
    charged: charged.get(row.orderlineid) ?? 0,
  }))
}

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

const ofReturn = statement((q, p: Params<{ returnid: string }>) =>
  q
    .select({ number: supplierinvoices.number })
    .from(supplierinvoice_lines)
    .innerJoin(supplierinvoices, eq(supplierinvoices.id, supplierinvoice_lines.invoiceid))
    .where(and(eq(supplierinvoice_lines.returnid, p.returnid), isNull(supplierinvoices.cancelledutc)))
    .limit(1),
)

/** The number of a credit note for goods that went back. */
export const findCreditOfReturn = (db: TenantDb, returnid: string) => ofReturn.get(db, { returnid })?.number

const chargedLater = statement(
  (q, p: Params<{ ids: readonly string[]; date: string; approvedutc: string }>) =>
    q
      .select({ inventoryid: listItem })
      .from(listItems(p.ids))
      .crossJoin(supplierinvoice_lines)
      .crossJoin(supplierinvoices)
      .where(
        and(
          eq(supplierinvoice_lines.inventoryid, listItem),
          eq(supplierinvoices.id, supplierinvoice_lines.invoiceid),
          eq(supplierinvoices.kind, 'invoice'),
          isNull(supplierinvoices.cancelledutc),
          sql`(${supplierinvoices.date}, ${supplierinvoices.approvedutc}) > (${p.date}, ${p.approvedutc})`,
        ),
      )
      .groupBy(listItem),
)

/** Of some items, those that an invoice charges which is dated, or approved, after that. */
export const listChargedLater = (
  db: TenantDb,
  asked: { ids: readonly string[]; date: string; approvedutc: string },
): string[] => chargedLater.all(db, asked).map(({ inventoryid }) => inventoryid)
