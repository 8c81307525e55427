import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  centsColumn,
  flagColumn,
  percentColumn,
  quantityColumn,
  rateColumn,
  record,
  ref,
  textColumn,
} from '#db/columns.ts'
import { inventory, organisations, suppliers } from './catalogue.ts'
import { purchase_receipt_lines, purchase_returns, purchaseorder_lines } from './purchasing.ts'

export const supplierInvoiceKinds = ['invoice', 'creditnote'] as const
export type SupplierInvoiceKind = (typeof supplierInvoiceKinds)[number]

/** Derived of approval and payments, stored nowhere. */
export const supplierInvoiceStates = ['draft', 'approved', 'part', 'paid', 'cancelled'] as const
export type SupplierInvoiceState = (typeof supplierInvoiceStates)[number]

/** By what carriage is spread over the goods of its invoice. */
export const freightBases = ['value', 'quantity', 'weight', 'hand'] as const
export type FreightBasis = (typeof freightBases)[number]

/** What of the VAT of a line is claimed: in field 15 of the VAT201, in field 14, or not at all. */
export const inputTaxes = ['other', 'capital', 'none'] as const
export type InputTax = (typeof inputTaxes)[number]

/** What a supplier charges, or credits: its amounts are then below zero. */
export const supplierinvoices = sqliteTable(
  'supplierinvoices',
  {
    ...record(),
    kind: text('kind').$type<SupplierInvoiceKind>().notNull(),
    supplier: text('supplier')
      .notNull()
      .references(() => suppliers.id),
    organisation: text('organisation')
      .notNull()
      .references(() => organisations.id),
    /** The supplier's own. */
    number: text('number').notNull(),
    date: text('date').notNull(),
    duedate: text('duedate'),
    /** In whose VAT period its tax is claimed: its own date, or a later one. */
    vatdate: text('vatdate').notNull(),
    note: textColumn('note'),
    spread: text('spread').$type<FreightBasis>().notNull().default('value'),
    netcents: centsColumn('netcents').notNull(),
    vatcents: centsColumn('vatcents').notNull(),
    totalcents: centsColumn('totalcents').notNull(),
    /** Sum of the payments that stand. */
    paidcents: centsColumn('paidcents')
      .notNull()
      .default(0 as never),
    /** The supplier's, as it stood at approval. */
    vatnumber: textColumn('vatnumber'),
    approvedutc: text('approvedutc'),
    approvedby: textColumn('approvedby'),
    /** Why it was approved although it differs from the order. */
    reason: textColumn('reason'),
    cancelledutc: text('cancelledutc'),
  },
  (t) => [
    uniqueIndex('supplierinvoices_number')
      .on(t.supplier, sql`number COLLATE NOCASE`)
      .where(sql`cancelledutc IS NULL`),
    index('supplierinvoices_date').on(t.date, t.id),
    index('supplierinvoices_supplier').on(t.supplier, t.date, t.id),
    index('supplierinvoices_vat').on(t.organisation, t.vatdate),
    index('supplierinvoices_open')
      .on(t.totalcents, t.paidcents)
      .where(sql`approvedutc IS NOT NULL AND cancelledutc IS NULL AND totalcents <> paidcents`),
  ],
)

export const supplierinvoice_lines = sqliteTable(
  'supplierinvoice_lines',
  {
    id: text('id').primaryKey(),
    invoiceid: text('invoiceid')
      .notNull()
      .references(() => supplierinvoices.id, { onDelete: 'cascade' }),
    rank: integer('rank').notNull(),
    /** The goods that are charged. */
    receiptlineid: text('receiptlineid').references(() => purchase_receipt_lines.id, { onDelete: 'cascade' }),
    /** The goods that are credited. */
    returnid: text('returnid').references(() => purchase_returns.id, { onDelete: 'cascade' }),
    /** The line of the order of either. */
    orderlineid: text('orderlineid').references(() => purchaseorder_lines.id, { onDelete: 'cascade' }),
    inventoryid: ref('inventoryid', () => inventory.id),
    description: textColumn('description'),
    unit: textColumn('unit'),
    quantity: quantityColumn('quantity').notNull(),
    rate: rateColumn('rate').notNull(),
    discount: percentColumn('discount')
      .notNull()
      .default(0 as never),
    vatrate: percentColumn('vatrate').notNull(),
    inputtax: text('inputtax').$type<InputTax>().notNull().default('other'),
    /** Carriage, which is part of what the goods of the invoice cost. */
    freight: flagColumn('freight'),
    netcents: centsColumn('netcents').notNull(),
    vatcents: centsColumn('vatcents').notNull(),
    totalcents: centsColumn('totalcents').notNull(),
    /** Of the carriage. */
    sharecents: centsColumn('sharecents')
      .notNull()
      .default(0 as never),
    /** What the goods cost more than they were received at: booked at approval. */
    latecents: centsColumn('latecents')
      .notNull()
      .default(0 as never),
  },
  (t) => [
    index('supplierinvoice_lines_invoice').on(t.invoiceid, t.rank),
    index('supplierinvoice_lines_order').on(t.orderlineid).where(sql`orderlineid IS NOT NULL`),
    index('supplierinvoice_lines_receipt').on(t.receiptlineid).where(sql`receiptlineid IS NOT NULL`),
    index('supplierinvoice_lines_item').on(t.inventoryid),
    index('supplierinvoice_lines_return').on(t.returnid).where(sql`returnid IS NOT NULL`),
  ],
)

/** Money to a supplier; taken back with a reason, never deleted. */
export const supplier_payments = sqliteTable(
  'supplier_payments',
  {
    id: text('id').primaryKey(),
    supplier: text('supplier')
      .notNull()
      .references(() => suppliers.id),
    date: text('date').notNull(),
    method: text('method').notNull(),
    amountcents: centsColumn('amountcents').notNull(),
    reference: textColumn('reference'),
    user: textColumn('user'),
    createdutc: text('createdutc').notNull(),
    reversedutc: text('reversedutc'),
    reversedreason: textColumn('reversedreason'),
  },
  (t) => [index('supplier_payments_supplier').on(t.supplier, t.date, t.id)],
)

/** What of a payment is for an invoice; what a credit note takes off it is below zero. */
export const supplier_payment_parts = sqliteTable(
  'supplier_payment_parts',
  {
    id: text('id').primaryKey(),
    paymentid: text('paymentid')
      .notNull()
      .references(() => supplier_payments.id, { onDelete: 'cascade' }),
    invoiceid: text('invoiceid')
      .notNull()
      .references(() => supplierinvoices.id, { onDelete: 'cascade' }),
    cents: centsColumn('cents').notNull(),
  },
  (t) => [
    index('supplier_payment_parts_payment').on(t.paymentid),
    index('supplier_payment_parts_invoice').on(t.invoiceid),
  ],
)
