import { eq } from 'drizzle-orm'
import { findOrderItems } from '#db/queries/purchasing/order-items.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { daysAfter } from '#server/dates.ts'
import { saveInputs } from '#server/domains/catalogue/inputs/save-inputs.ts'
import { approveSupplierInvoice } from '#server/domains/purchasing/supplierinvoices/approve-invoice.ts'
import { getSupplierInvoice } from '#server/domains/purchasing/supplierinvoices/find-invoice.ts'
import { paySupplier } from '#server/domains/purchasing/supplierinvoices/pay-supplier.ts'
import { nameOpenGoods, readOpenGoods } from '#server/domains/purchasing/supplierinvoices/present.ts'
import { addSupplierInvoice } from '#server/domains/purchasing/supplierinvoices/save-invoice.ts'
import { savePrice } from '#server/domains/purchasing/supplieritems/save-price.ts'
import { saveSupplierItem } from '#server/domains/purchasing/supplieritems/save-supplier-item.ts'
import { asRate, parsePercent, parseQuantity, type Rate } from '#server/money/decimal.ts'
import { markupPrice } from '#server/money/price.ts'
import { readToday } from '#server/zone.ts'
import { findId } from './find.ts'

/** By item: each input with its quantity, and what is lost of it in percent. */
const bills: Record<string, [code: string, quantity: string, scrap?: string][]> = {
  'P-TROL': [
    ['R-TUB25', '5.6', '5'],
    ['R-SHT16', '0.54', '10'],
    ['R-CAST', '4'],
    ['C-PRIM', '0.3'],
  ],
  'P-RACK': [
    ['R-ANG40', '14.4', '5'],
    ['C-ROD25', '0.2'],
    ['C-PRIM', '0.4'],
  ],
  'P-CURT': [['R-TUB25', '3.2', '5']],
}

export function fillBills(tx: Tx) {
  const idOf = (code: string) => findId(tx.db, 'SELECT id FROM inventory WHERE code = ?', code)
  for (const [code, inputs] of Object.entries(bills))
    saveInputs(
      tx,
      idOf(code),
      inputs.map(([input, quantity, scrap = '0']) => ({
        inventoryid: idOf(input),
        quantity: parseQuantity(quantity),
        scrap: parsePercent(scrap),
      })),
    )
}

/** What two suppliers ask: cheaper by the dozen, and dearer from a day to come. */
export function fillPriceLists(tx: Tx) {
  const dearer = daysAfter(readToday(tx.db), 30)
  for (const [at, { id, supplier }] of boughtItems(tx).slice(0, 5).entries()) {
    const rate = findOrderItems(tx.db, [id])[0]?.rate ?? asRate(0)
    const percent = (of: number) => changed(rate, of - 100)
    saveSupplierItem(tx, id, {
      supplier,
      code: `EX-${1001 + at * 7}`,
      price: percent(75),
      leadtime: 5,
      breaks: [{ quantity: parseQuantity(24), price: percent(70) }],
    })
    savePrice(tx, id, supplier, { validfrom: dearer, price: percent(79) })
  }
}

const changed = (rate: Rate, percent: number): Rate => markupPrice(rate, parsePercent(percent), asRate(0))

const boughtItems = (tx: Tx) =>
  prepared<{ id: string; supplier: string }>(
    tx.db,
    `SELECT i.id, i.supplier FROM inventory i JOIN suppliers s ON s.id = i.supplier
     WHERE i.archived = 0 ORDER BY s.name, i.code`,
  ).all([])

/** Of what came: one paid, one to pay and late, one that differs from its order and waits for somebody. */
const charged = ['paid', 'late', 'differs'] as const

export function fillSupplierInvoices(tx: Tx) {
  const today = readToday(tx.db)
  const from = prepared<{ id: string }>(
    tx.db,
    `SELECT DISTINCT o.supplier AS id FROM purchase_receipts r JOIN purchaseorders o ON o.id = r.orderid ORDER BY r.id`,
  ).all([])
  for (const [at, { id: supplier }] of from.slice(0, charged.length).entries()) {
    const kind = charged[at]
    tx.db
      .update(suppliers)
      .set({ vatnumber: `49876543${20 + at}`, paymentdays: 30 })
      .where(eq(suppliers.id, supplier))
      .run()
    const date = daysAfter(today, kind === 'late' ? -40 : -2)
    const id = addSupplierInvoice(tx, {
      ...{ kind: 'invoice', supplier, number: `INV ${7301 + at * 118}`, date },
      lines: readOpenGoods(tx.db, supplier).map((one) => ({
        ...nameOpenGoods(one),
        ...(kind === 'differs' && { rate: changed(asRate(one.rate), 8) }),
      })),
    })
    if (kind === 'differs') continue
    approveSupplierInvoice(tx, id, {})
    const amount = getSupplierInvoice(tx.db, id).invoice.totalcents
    if (kind === 'paid') paySupplier(tx, { supplier, parts: [{ invoiceid: id, amount }] })
  }
}
