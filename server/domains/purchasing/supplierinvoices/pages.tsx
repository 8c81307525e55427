import { orderRow } from '#db/queries/purchasing/orders.ts'
import { listOpenSupplierInvoices, supplierPaymentRow } from '#db/queries/purchasing/supplier-invoices.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dialogReply, fragment, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { isVendor } from '#server/money/vat.ts'
import { findName, getRecord } from '#server/records.ts'
import { pageTitle } from '#server/resources.ts'
import { readToday } from '#server/zone.ts'
import { CreditorsPage } from '#views/purchasing/supplierinvoices/creditors.tsx'
import { FoundGoods } from '#views/purchasing/supplierinvoices/goods.tsx'
import { SupplierInvoicesPage } from '#views/purchasing/supplierinvoices/list.tsx'
import { NewSupplierInvoiceDialog } from '#views/purchasing/supplierinvoices/new.tsx'
import { PaySupplierDialog, ReversePaymentDialog } from '#views/purchasing/supplierinvoices/pay.tsx'
import { methodOptions } from '#views/sales/invoices/payment-methods.ts'
import { chooseAgedDay } from './choose-day.ts'
import { ageCreditors } from './creditors.ts'
import { supplierInvoiceDialog } from './dialog.tsx'
import { getDraftInvoice } from './find-invoice.ts'
import { findSupplierInvoices, type SupplierInvoiceQuery } from './find-invoices.ts'
import {
  GoodsSearch,
  OfSupplier,
  OfSupplierPayment,
  OnAgedDay,
  SupplierInvoiceList,
  SupplierInvoiceQueryNew,
  SupplierInvoiceTab,
} from './input.ts'
import { offerGoods } from './offer-goods.ts'

const claim = 'supplierinvoices.read'
const approves = 'supplierinvoices.approve'
const PATH = '/supplierinvoices'

function listView(c: Context, db: TenantDb, query: SupplierInvoiceQuery = {}) {
  const url = c.url.pathname === PATH ? PATH + c.url.search : PATH
  const title = pageTitle(db, 'pages.supplierinvoices')
  return view(
    <SupplierInvoicesPage
      title={title}
      {...findSupplierInvoices(db, query)}
      query={query}
      url={url}
      suppliername={findName(db, suppliers, query.supplier)}
      canwrite={c.can('supplierinvoices.write')}
      canexport={c.can('records.export')}
    />,
    { title, page: 'pages.supplierinvoices' },
  )
}

export const supplierInvoicesPages: Route[] = [
  page(
    'GET /supplierinvoices',
    { claim, query: SupplierInvoiceList, summary: 'What suppliers charge and credit.' },
    (c) => c.read((db) => listView(c, db, c.query)),
  ),

  page(
    'GET /supplierinvoices/new',
    {
      claim: 'supplierinvoices.write',
      query: SupplierInvoiceQueryNew,
      summary: 'The dialog that enters an invoice or a credit note of a supplier.',
    },
    (c) =>
      c.read((db) => {
        const row = c.query.order ? orderRow(db, c.query.order) : undefined
        const supplierid = row?.order.supplier ?? c.query.supplier
        const supplier = supplierid ? getRecord(db, suppliers, supplierid) : undefined
        return dialogReply(
          c,
          <NewSupplierInvoiceDialog
            supplier={supplier}
            asksvat={Boolean(supplier && !isVendor(supplier) && c.can('suppliers.write'))}
            kind={c.query.kind || 'invoice'}
            order={row ? { id: row.order.id, number: row.order.number ?? '' } : undefined}
            today={readToday(db)}
          />,
          () => listView(c, db),
        )
      }),
  ),

  page(
    'GET /supplierinvoices/pay',
    { claim: approves, query: OfSupplier, summary: 'The dialog that books money paid to a supplier.' },
    (c) =>
      c.read((db) => {
        const { id, name } = getRecord(db, suppliers, c.query.supplier)
        return dialogReply(
          c,
          <PaySupplierDialog
            supplier={{ id, name }}
            open={listOpenSupplierInvoices(db, id)}
            methods={methodOptions}
            today={readToday(db)}
          />,
          () => listView(c, db),
        )
      }),
  ),

  page(
    'GET /supplierinvoices/payments/:supplierpaymentid/reverse',
    {
      claim: approves,
      params: OfSupplierPayment,
      summary: 'The dialog that takes a payment to a supplier back.',
    },
    (c) =>
      c.read((db) => {
        const payment = supplierPaymentRow(db, c.params.supplierpaymentid)
        if (!payment) throw notFound('payment')
        return dialogReply(c, <ReversePaymentDialog {...payment} />, () => listView(c, db))
      }),
  ),

  page(
    'GET /supplierinvoices/creditors',
    { claim, query: OnAgedDay, summary: 'What is owed to each supplier, by how long it is due.' },
    (c) =>
      c.read((db) => {
        const { on, chosen } = chooseAgedDay(db, c.query)
        const title = 'Aged creditors'
        return view(
          <CreditorsPage
            title={title}
            {...ageCreditors(db, on)}
            date={on}
            chosen={chosen}
            canpay={c.can(approves)}
            url={c.url.pathname + c.url.search}
          />,
          { title, page: 'pages.supplierinvoices' },
        )
      }),
  ),

  page(
    'GET /supplierinvoices/:id',
    { claim, params: ById, query: SupplierInvoiceTab, summary: 'The dialog of an invoice of a supplier.' },
    (c) =>
      c.read((db) =>
        dialogReply(c, supplierInvoiceDialog(c, db, c.params.id, { tab: c.query.tab }), () =>
          listView(c, db),
        ),
      ),
  ),

  page(
    'GET /supplierinvoices/:id/goods',
    {
      claim: 'supplierinvoices.write',
      params: ById,
      query: GoodsSearch,
      summary: 'Goods to add to a draft, found among all that it may still charge or credit.',
    },
    (c) =>
      c.read((db) => {
        const { id } = c.params
        return fragment(
          <FoundGoods id={id} goods={offerGoods(db, getDraftInvoice(db, id), c.query.search)} />,
        )
      }),
  ),
]
