import { suppliers } from '#db/schema/tenant/index.ts'
import { HistoryQuery, historyReply } from '#server/history-call.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { toRand } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import type { Ageing } from '#views/sales/debtors/types.ts'
import { chooseAgedDay } from './choose-day.ts'
import { ageCreditors } from './creditors.ts'
import { getSupplierInvoice } from './find-invoice.ts'
import { findSupplierInvoices } from './find-invoices.ts'
import { GoodsOfSupplier, OfSupplierPayment, OnAgedDay, SupplierInvoiceList } from './input.ts'
import { presentSupplierPayment } from './payment.ts'
import { goodsJson, invoiceSummaryJson, presentSupplierInvoice, readOpenGoods } from './present.ts'

const claim = 'supplierinvoices.read'

const GOODS_AT_ONCE = 100

const agesJson = (ages: Ageing) =>
  Object.fromEntries(Object.entries(ages).map(([name, cents]) => [name, toRand(cents)])) as {
    [Name in keyof Ageing]: number
  }

export const supplierInvoicesApi: Route[] = [
  api(
    'GET /api/supplierinvoices',
    { claim, query: SupplierInvoiceList, summary: 'What suppliers charge and credit, the newest first.' },
    (c) =>
      c.read((db) => {
        const { rows, total } = findSupplierInvoices(db, c.query)
        return dataReply(rows.map(invoiceSummaryJson), { total })
      }),
  ),

  api(
    'GET /api/supplierinvoices/goods',
    {
      claim,
      query: GoodsOfSupplier,
      summary: 'What came from a supplier, or went back, and stands on no invoice or credit note yet.',
    },
    (c) =>
      c.read((db) => {
        const { supplier, skip = 0, take = GOODS_AT_ONCE } = c.query
        const { id } = getRecord(db, suppliers, supplier, 'supplier')
        const goods = readOpenGoods(db, id)
        return dataReply(goods.slice(skip, skip + take).map(goodsJson), { total: goods.length })
      }),
  ),

  api(
    'GET /api/supplierinvoices/creditors',
    { claim, query: OnAgedDay, summary: 'What is owed to each supplier, by days past due.' },
    (c) =>
      c.read((db) => {
        const { rows, ages } = ageCreditors(db, chooseAgedDay(db, c.query).on)
        const data = rows.map(({ id, name, ages }) => ({ supplier: { id, name }, ...agesJson(ages) }))
        return dataReply({ suppliers: data, sums: agesJson(ages) }, { total: data.length })
      }),
  ),

  api(
    'GET /api/supplierinvoices/:id',
    { claim, params: ById, summary: 'An invoice of a supplier, beside what was ordered and came.' },
    (c) => c.read((db) => presentSupplierInvoice(db, c.params.id)),
  ),

  api(
    'GET /api/supplierinvoices/:id/history',
    { claim, params: ById, query: HistoryQuery, summary: 'The changes of one invoice of a supplier.' },
    (c) =>
      c.read((db) => {
        getSupplierInvoice(db, c.params.id)
        return historyReply(c, db, 'supplierinvoices', c.params.id)
      }),
  ),

  api(
    'GET /api/supplierpayments/:supplierpaymentid',
    { claim, params: OfSupplierPayment, summary: 'A payment to a supplier, and what it is for.' },
    (c) => c.read((db) => presentSupplierPayment(db, c.params.supplierpaymentid)),
  ),
]
