import { listHistory } from '#db/queries/history.ts'
import { listOptions } from '#db/queries/options.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { viewerFor } from '#server/access/viewer.ts'
import { fileStore } from '#server/files.ts'
import type { Context } from '#server/http/context.ts'
import { id, t } from '#server/http/fields.ts'
import { dialogOver, fragment, saved, trigger, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { jobsSegment, labelsOf } from '#server/resources.ts'
import type { Services } from '#server/services.ts'
import { todayIn, zoneOf } from '#server/zone.ts'
import { InvoiceDialog } from '#views/sales/invoices/dialog.tsx'
import { InvoicesPage } from '#views/sales/invoices/list.tsx'
import { invoicesExport } from './api-export.ts'
import { findInvoices, type InvoiceQuery } from './find-invoices.ts'
import { Credit, DraftChange, InvoiceList, NewPayment } from './input.ts'
import { creditInvoice, issueInvoice } from './issue-by.ts'
import { type Reason, reasons } from './kinds.ts'
import { amountOf, payInvoice, takeBackPayment } from './pay-invoice.ts'
import { readInvoice } from './present.ts'
import { changeDraft, deleteDraft } from './save-draft.ts'

const ById = t.Object({ id: id() })
const ByPayment = t.Object({ id: id(), paymentid: id() })
const key = 'pages.invoices'
const path = '/invoices'

const listPage = (c: Context, query: InvoiceQuery = {}) =>
  c.read((db) => {
    const title = labelsOf(db)[key] ?? 'Invoices'
    const { rows, total, sum, due, counts } = findInvoices(db, viewerFor(db, c.person), query)
    const url = c.url.pathname === path ? path + c.url.search : path
    return view(
      <InvoicesPage
        {...{ title, rows, total, sum, due, query, url, counts }}
        canexport={c.can('records.export')}
      />,
      { title, page: key },
    )
  })

const reasonOptions = Object.entries(reasons).map(([value, label]) => ({ value, label }))

const dialogOf = (c: Context, db: TenantDb, invoiceid: string, tab?: string) => {
  const zone = zoneOf(db)
  return (
    <InvoiceDialog
      invoice={readInvoice(db, viewerFor(db, c.person), invoiceid, c.now())}
      organisations={listOptions(db, organisations)}
      reasons={reasonOptions}
      history={c.can('history.read') ? listHistory(db, 'invoices', invoiceid) : []}
      {...{ zone, today: todayIn(zone, c.now()), tab }}
      jobs={jobsSegment(labelsOf(db))}
      canwrite={c.can('invoices.write')}
      canissue={c.can('invoices.issue')}
    />
  )
}

/** After a step the dialog stays, as it now is; the list behind it follows. */
const stepped = (c: Context, invoiceid: string, message: string, tab?: string) =>
  fragment(
    c.read((db) => dialogOf(c, db, invoiceid, tab)),
    {
      headers: {
        'HX-Retarget': '#dialog',
        'HX-Reswap': 'innerHTML',
        'HX-Trigger': trigger({
          refresh: { table: 'invoices' },
          snackbar: { level: 'success', message },
        }),
      },
    },
  )

export const invoicesPages = ({ config }: Pick<Services, 'config'>): Route[] => {
  const files = fileStore(config.data)
  const saveDraft = (c: Context<{ id: string }, unknown, typeof DraftChange.static>) =>
    c.write((tx) => changeDraft(tx, viewerFor(tx.db, c.person), c.params.id, c.body))

  return [
    page('GET /invoices', { claim: 'invoices.read', query: InvoiceList }, (c) => listPage(c, c.query)),

    invoicesExport,

    page('GET /invoices/:id', { claim: 'invoices.read', params: ById }, (c) =>
      dialogOver(
        c,
        c.read((db) => dialogOf(c, db, c.params.id)),
        () => listPage(c),
      ),
    ),

    page('PATCH /invoices/:id', { claim: 'invoices.write', params: ById, body: DraftChange }, async (c) => {
      await saveDraft(c)
      return saved('Draft saved', 'invoices')
    }),

    page('DELETE /invoices/:id', { claim: 'invoices.write', params: ById }, async (c) => {
      await c.write((tx) => deleteDraft(tx, viewerFor(tx.db, c.person), c.params.id))
      return saved('Draft deleted', 'invoices')
    }),

    page(
      'POST /invoices/:id/issue',
      { claim: 'invoices.issue', params: ById, body: DraftChange },
      async (c) => {
        if (c.can('invoices.write')) await saveDraft(c)
        const number = await issueInvoice(c, files, c.params.id, (invoice) => invoice.number)
        return stepped(c, c.params.id, `Invoice ${number} issued`)
      },
    ),

    page('POST /invoices/:id/credit', { claim: 'invoices.issue', params: ById, body: Credit }, async (c) => {
      const wish = { id: c.params.id, reason: c.body.reason as Reason }
      const number = await creditInvoice(c, files, wish, (note) => note.number)
      return stepped(c, c.params.id, `Credit note ${number} issued`)
    }),

    page(
      'POST /invoices/:id/payments',
      { claim: 'invoices.write', params: ById, body: NewPayment },
      async (c) => {
        await c.write((tx) => {
          const payment = { ...c.body, amount: amountOf(c.body.amount) }
          payInvoice(tx, viewerFor(tx.db, c.person), c.params.id, payment)
        })
        return stepped(c, c.params.id, 'Payment recorded', 'payments')
      },
    ),

    page(
      'DELETE /invoices/:id/payments/:paymentid',
      { claim: 'invoices.write', params: ByPayment },
      async (c) => {
        const { id, paymentid } = c.params
        await c.write((tx) => takeBackPayment(tx, viewerFor(tx.db, c.person), id, paymentid))
        return stepped(c, id, 'Payment taken back', 'payments')
      },
    ),
  ]
}
