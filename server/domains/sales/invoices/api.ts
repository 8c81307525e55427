import type { TenantDb } from '#db/types.ts'
import { viewerFor } from '#server/access/viewer.ts'
import { fileStore } from '#server/files.ts'
import { HistoryQuery, historyReply } from '#server/history-call.ts'
import type { Context } from '#server/http/context.ts'
import { id, t } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { visibleInvoice } from './find-invoice.ts'
import { findInvoices } from './find-invoices.ts'
import { Credit, DraftChange, InvoiceList, NewInvoice, NewPayment, Nothing } from './input.ts'
import { creditInvoice, issueInvoice } from './issue-by.ts'
import { invoiceJson, lineJson } from './json.ts'
import type { Reason } from './kinds.ts'
import { amountOf, payInvoice, takeBackPayment } from './pay-invoice.ts'
import { readInvoice } from './present.ts'
import { addDraft, changeDraft, deleteDraft } from './save-draft.ts'

const ById = t.Object({ id: id() })
const ByPayment = t.Object({ id: id(), paymentid: id() })

export const invoicesApi = ({ config }: Pick<Services, 'config'>): Route[] => {
  const files = fileStore(config.data)
  const read = (c: Context, db: TenantDb, id: string) =>
    invoiceJson(readInvoice(db, viewerFor(db, c.person), id, c.now()))

  return [
    api(
      'GET /api/invoices',
      { claim: 'invoices.read', query: InvoiceList, summary: 'Invoices and credit notes, drafts first.' },
      (c) =>
        c.read((db) => {
          const { rows, total } = findInvoices(db, viewerFor(db, c.person), c.query)
          return data(rows.map(lineJson), { total })
        }),
    ),

    api(
      'POST /api/invoices',
      {
        claim: 'invoices.write',
        body: NewInvoice,
        summary: 'A draft of what was consumed on a complete job. A job has one open invoice at most.',
      },
      (c) =>
        c.write((tx) => {
          const viewer = viewerFor(tx.db, c.person)
          return read(c, tx.db, addDraft(tx, viewer, c.body.jobid, c.body.organisation))
        }),
    ),

    api('GET /api/invoices/:id', { claim: 'invoices.read', params: ById }, (c) =>
      c.read((db) => read(c, db, c.params.id)),
    ),

    api('PATCH /api/invoices/:id', { claim: 'invoices.write', params: ById, body: DraftChange }, (c) =>
      c.write((tx) => {
        changeDraft(tx, viewerFor(tx.db, c.person), c.params.id, c.body)
        return read(c, tx.db, c.params.id)
      }),
    ),

    api('DELETE /api/invoices/:id', { claim: 'invoices.write', params: ById }, (c) =>
      c.write((tx) => {
        deleteDraft(tx, viewerFor(tx.db, c.person), c.params.id)
        return data(null, { message: 'Draft deleted' })
      }),
    ),

    api(
      'POST /api/invoices/:id/issue',
      {
        claim: 'invoices.issue',
        params: ById,
        body: Nothing,
        summary: 'Gives a draft its number and stores its PDF; the job becomes Invoiced.',
      },
      (c) => issueInvoice(c, files, c.params.id, invoiceJson),
    ),

    api(
      'POST /api/invoices/:id/credit',
      {
        claim: 'invoices.issue',
        params: ById,
        body: Credit,
        summary: 'Takes a whole invoice back by a credit note, which is answered; the job is Complete again.',
      },
      (c) => creditInvoice(c, files, { id: c.params.id, reason: c.body.reason as Reason }, invoiceJson),
    ),

    api(
      'POST /api/invoices/:id/payments',
      { claim: 'invoices.write', params: ById, body: NewPayment, summary: 'Books money that was received.' },
      (c) =>
        c.write((tx) => {
          const payment = { ...c.body, amount: amountOf(c.body.amount) }
          payInvoice(tx, viewerFor(tx.db, c.person), c.params.id, payment)
          return read(c, tx.db, c.params.id)
        }),
    ),

    api(
      'DELETE /api/invoices/:id/payments/:paymentid',
      {
        claim: 'invoices.write',
        params: ByPayment,
        summary: 'Takes a payment back that was booked by mistake.',
      },
      (c) =>
        c.write((tx) => {
          takeBackPayment(tx, viewerFor(tx.db, c.person), c.params.id, c.params.paymentid)
          return read(c, tx.db, c.params.id)
        }),
    ),

    api(
      'GET /api/invoices/:id/history',
      { claim: 'invoices.read', params: ById, query: HistoryQuery, summary: 'The changes of one invoice.' },
      (c) =>
        c.read((db) => {
          visibleInvoice(db, viewerFor(db, c.person), c.params.id)
          return historyReply(c, db, 'invoices', c.params.id)
        }),
    ),
  ]
}
