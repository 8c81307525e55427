import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { Context } from '#server/http/context.ts'
import { invoiceJson } from './json.ts'
import { readInvoiceWithCreditable } from './present.ts'

/** What a call answers after a change: an invoice of hundreds of lines takes long to add up, and a form shows none of it. */
export const answerInvoice = (_: unknown, c: Context<{ id: string }>, db: TenantDb, viewer: Viewer) =>
  invoiceJson(readInvoiceWithCreditable(db, viewer, c.params.id, c.now()))
