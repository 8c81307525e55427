import { eq } from 'drizzle-orm'
import { COMPLETE } from '#db/job-status.ts'
import { jobForPrint } from '#db/queries/documents.ts'
import { findOpenInvoice, type InvoiceRow, listInvoicePayments } from '#db/queries/sales/invoices.ts'
import { hasFixedPrice } from '#db/queries/work/jobs.ts'
import { invoices, organisations } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { conflict, notFound, Problem } from '#server/errors.ts'
import { formatPlainValue, recordHistory } from '#server/history.ts'
import { findName, insert, updateRecord } from '#server/records.ts'
import { visibleDraft } from './find-invoice.ts'
import { invoiceJson } from './json.ts'
import { readInvoice } from './present.ts'
import { draftSnapshot } from './snapshot.ts'

type Job = { id: string; reference: string; status: number; template: boolean }

/** @throws 404, 400 when the job is not complete or has nothing to charge, 409 when it has an invoice already */
export function addDraft(tx: Tx, viewer: Viewer, jobid: string, organisation?: string | null): string {
  const job = visibleJob(tx.db, viewer, jobid)
  checkInvoiceable(tx, job)
  const print = jobForPrint(tx.db, jobid)
  if (!print) throw notFound('job')
  const { id } = insert(tx, invoices, {
    organisation: resolveOrganisation(tx.db, {
      asked: organisation,
      named: [print.job.organisation, print.boardorganisation],
    }).id,
    client: print.job.client,
    jobid,
    reference: print.job.customerreference,
    preparedby: tx.by.userid,
  })
  const { lines } = draftSnapshot(tx.db, visibleDraft(tx.db, viewer, id), new Date(tx.now))
  if (lines.length === 0) throw nothingToCharge(tx.db, job)
  recordInvoiceChange(tx, id, jobid, [{ field: 'invoice', oldvalue: '', newvalue: 'draft' }])
  return id
}

function checkInvoiceable(tx: Tx, job: Job) {
  const open = findOpenInvoice(tx.db, job.id)
  if (open)
    throw new Problem(
      409,
      open.number
        ? `Job ${job.reference} is invoiced by ${open.number} already.`
        : `Job ${job.reference} has a draft invoice already.`,
      { code: 'open', data: open },
    )
  if (job.template) throw new Problem(400, 'This is a template: only jobs can be invoiced.')
  checkComplete(tx, job)
}

/** @throws 400 when the job is in another lane, or nowhere on the board */
export function checkComplete({ db }: Pick<Tx, 'db'>, { reference, status }: Omit<Job, 'id' | 'template'>) {
  if (status === COMPLETE) return
  throw new Problem(
    400,
    `Only a job in ${statusName(db, COMPLETE)} can be invoiced; ${reference} is in ${statusName(db, status)}.`,
    { code: 'status' },
  )
}

/** An invoice charges what was consumed, and what was planned only at a fixed price. */
export const nothingToCharge = (db: TenantDb, { id, reference }: Pick<Job, 'id' | 'reference'>) =>
  hasFixedPrice(db, id)
    ? new Problem(
        400,
        `The price of ${reference} is fixed, and nothing is estimated that can be charged: enter it on its lines, then invoice it.`,
        { code: 'nothingestimated' },
      )
    : new Problem(
        400,
        `Nothing that can be charged has been used on ${reference}: enter what was used on its lines, then invoice it.`,
        { code: 'nothingconsumed' },
      )

export type DraftValues = { reference?: string; organisation?: string | null; version?: number }

/** @throws 404, 400 for an issued one, 409 */
export function changeDraft(tx: Tx, viewer: Viewer, id: string, { organisation, ...values }: DraftValues) {
  const { invoice } = visibleDraft(tx.db, viewer, id)
  if (values.version !== undefined && values.version !== invoice.version)
    throw conflict(invoiceJson(readInvoice(tx.db, viewer, id, new Date(tx.now))))
  updateRecord(tx, invoices, id, { ...values, ...askedOrganisation(tx.db, organisation) }, (field, value) =>
    field === 'organisation' ? findName(tx.db, organisations, value) : formatPlainValue(field, value),
  )
  recordInvoiceChange(tx, id, invoice.jobid, [])
}

const askedOrganisation = (db: TenantDb, asked?: string | null) =>
  asked ? { organisation: resolveOrganisation(db, { asked }).id } : {}

export function draftWith(db: TenantDb, row: InvoiceRow, given: DraftValues): InvoiceRow {
  const reference = given.reference ?? row.invoice.reference
  return { ...row, invoice: { ...row.invoice, reference, ...askedOrganisation(db, given.organisation) } }
}

/** It never had a number, so none is lost. @throws 404, 400 for an issued one, and for one that was paid */
export function deleteDraft(tx: Tx, viewer: Viewer, id: string) {
  const { invoice } = visibleDraft(tx.db, viewer, id)
  if (listInvoicePayments(tx.db, id).length > 0)
    throw new Problem(400, 'This draft has payments, so it cannot be deleted. Issue it instead.', {
      code: 'paid',
    })
  tx.db.delete(invoices).where(eq(invoices.id, id)).run()
  recordHistory(tx, 'invoices', id, [{ field: 'deleted', oldvalue: 'draft', newvalue: '' }])
  recordInvoiceChange(tx, id, invoice.jobid, [{ field: 'invoice', oldvalue: 'draft', newvalue: '' }])
}

export function recordInvoiceChange(
  tx: Tx,
  id: string,
  jobid: string | null,
  changes: Parameters<typeof recordHistory>[3],
) {
  tx.publish('RecordChanged', [{ table: 'invoices', id }])
  if (!jobid || changes.length === 0) return
  recordHistory(tx, 'jobs', jobid, changes)
  touchJob(tx, jobid)
}
