import { type JobForPrint, jobForPrint } from '#db/queries/documents.ts'
import { type Invoice, type InvoiceRow, invoiceRow } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { isLongJob } from '#server/domains/work/materials/long-job.ts'
import { notFound, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'

/** @throws 404, for a hidden one as for none */
export function visibleInvoice(db: TenantDb, viewer: Viewer, id: string): InvoiceRow {
  const row = invoiceRow(db, id)
  if (!row || !canSeeJobAt(viewer, row.boardid, row.location)) throw notFound('invoice')
  return row
}

export function visibleDraft(db: TenantDb, viewer: Viewer, id: string): InvoiceRow {
  const row = visibleInvoice(db, viewer, id)
  if (row.invoice.state === 'draft') return row
  throw new Problem(400, `${row.invoice.number} is issued and changes no more: a credit note corrects it.`, {
    code: 'issued',
  })
}

/** @throws 404, 400 for a draft */
export function visibleIssued(db: TenantDb, viewer: Viewer, id: string): InvoiceRow {
  const row = visibleInvoice(db, viewer, id)
  if (row.invoice.state !== 'draft') return row
  throw new Problem(400, 'A draft has no number yet: issue it before you send it.', { code: 'draft' })
}

export function findInvoiceJob(db: TenantDb, { invoice }: InvoiceRow): JobForPrint {
  const print = invoice.jobid ? jobForPrint(db, invoice.jobid) : undefined
  if (!print) throw notFound('job')
  return print
}

/** Whether an invoice that is changed is of a job with so many lines that the change is made in a thread. */
export const changesLongInvoice = ({ read, params }: Context) =>
  read((db) => {
    const jobid = invoiceRow(db, (params as { id: string }).id)?.invoice.jobid
    return jobid ? isLongJob(db, jobid) : false
  })

/** What is still owed of an invoice, or asked for by a deposit request. */
export const readOpen = ({ totalcents, paidcents, settledcents }: Invoice): Cents =>
  asCents(totalcents - paidcents - settledcents)
