import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { HistoryQuery, historyReply } from '#server/history-call.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { visibleInvoice } from './find-invoice.ts'
import { findInvoices } from './find-invoices.ts'
import { InvoiceList } from './input.ts'
import { invoiceJson, lineJson } from './json.ts'
import { readInvoiceWithCreditable } from './present.ts'

const read = (c: Context, db: TenantDb, viewer: Viewer, id: string) =>
  invoiceJson(readInvoiceWithCreditable(db, viewer, id, c.now()))

export const invoicesApi: Route[] = [
  api(
    'GET /api/invoices',
    { claim: 'invoices.read', query: InvoiceList, summary: 'Invoices and credit notes, drafts first.' },
    (c) =>
      c.read((db, viewer) => {
        const { rows, total, more } = findInvoices(db, viewer, c.query)
        return dataReply(rows.map(lineJson), { total, more })
      }),
  ),

  api(
    'GET /api/invoices/:id',
    { claim: 'invoices.read', params: ById, summary: 'An invoice with its lines.' },
    (c) => c.read((db, viewer) => read(c, db, viewer, c.params.id)),
  ),

  api(
    'GET /api/invoices/:id/history',
    { claim: 'invoices.read', params: ById, query: HistoryQuery, summary: 'The changes of one invoice.' },
    (c) =>
      c.read((db, viewer) => {
        visibleInvoice(db, viewer, c.params.id)
        return historyReply(c, db, 'invoices', c.params.id)
      }),
  ),
]
