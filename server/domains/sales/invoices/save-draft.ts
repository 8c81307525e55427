import { eq } from 'drizzle-orm'
import { APPROVE, COMPLETE, INVOICED } from '#db/job-status.ts'
import { jobForPrint } from '#db/queries/documents.ts'
import { listUnsoldJobs } from '#db/queries/sales/consigned-lines.ts'
import {
  findDraftOfJob,
  findNewestIssued,
  type InvoiceRow,
  listInvoicePayments,
} from '#db/queries/sales/invoices.ts'
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
import { totals } from '#server/money/amounts.ts'
import type { Cents } from '#server/money/decimal.ts'
import { findName, insert, updateRecord } from '#server/records.ts'
import { formatPercent, formatRand } from '#views/format.ts'
import { describeInvoicePart } from '#views/sales/invoices/part-words.ts'
import { listUncharged } from './consigned.ts'
import { findInvoiceJob, visibleDraft, visibleInvoice } from './find-invoice.ts'
import { invoicedByLine } from './invoiced-lines.ts'
import { invoiceJson } from './json.ts'
import {
  type AskedPart,
  checkPart,
  mostPercent,
  quantityLeft,
  quantityOpen,
  readPart,
  storedPart,
} from './part.ts'
import { readInvoiceWithCreditable } from './present.ts'
import { draftCharges } from './snapshot.ts'

type Job = { id: string; reference: string; status: number; template: boolean }

type DraftInput = { organisation?: string | null; part?: AskedPart | null }

/**
 * Without a part it charges all that is left of the job.
 * @throws 404, 400 when the job is not far enough or has nothing to charge, 409 when it has a draft already
 */
export function addDraft(
  tx: Tx,
  viewer: Viewer,
  jobid: string,
  { organisation, part = null }: DraftInput = {},
): string {
  const job = visibleJob(tx.db, viewer, jobid)
  checkInvoiceable(tx, job, part)
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
    part: storedPart(part),
  })
  checkCharges(tx.db, visibleDraft(tx.db, viewer, id), part)
  recordInvoiceChange(tx, id, jobid, [{ field: 'invoice', oldvalue: '', newvalue: 'draft' }])
  return id
}

/** What of its job a draft charges. @throws as `addDraft`; 409 */
export function changeDraftPart(
  tx: Tx,
  viewer: Viewer,
  id: string,
  { part, version }: { part: AskedPart | null; version?: number },
) {
  const { invoice } = draftAt(tx.db, viewer, id, { version, now: new Date(tx.now) })
  if (invoice.jobid) checkFarEnough(tx, visibleJob(tx.db, viewer, invoice.jobid), part)
  updateRecord(tx, invoices, id, { part: storedPart(part) }, (_, value) =>
    describeInvoicePart(readPart(value as string | null)),
  )
  checkCharges(tx.db, visibleDraft(tx.db, viewer, id), part)
  recordInvoiceChange(tx, id, invoice.jobid, [])
}

/** What a draft charges of its job. @throws 400 as `checkFarEnough` and `checkCharges` */
export function checkJobCharges(db: TenantDb, row: InvoiceRow) {
  const { job } = findInvoiceJob(db, row)
  const part = readPart(row.invoice.part)
  checkFarEnough({ db }, job, part)
  return checkCharges(db, row, part)
}

/** @throws 400 when nothing is charged, more than is left, less than nothing, or all of a job that is still worked on */
function checkCharges(db: TenantDb, row: InvoiceRow, asked: AskedPart | null) {
  const drafted = draftCharges(db, row)
  const { job } = drafted.print
  checkPart(drafted.lines, asked)
  const isUnsold = listUnsoldJobs(db, [job.id]).length > 0
  if (drafted.charges.length === 0) throw isUnsold ? nothingSold(job) : nothingToCharge(db, job)
  const { total } = totals(drafted.charges.map(({ amounts }) => amounts))
  if (total < 0) throw belowZero(db, job, total)
  const charged = new Map(drafted.charges.map(({ line, quantity }) => [line.id, quantity]))
  const leaves = isUnsold || drafted.lines.some((line) => quantityOpen(line) !== (charged.get(line.id) ?? 0))
  const takesrest = drafted.lines.every((line) => quantityLeft(line) === (charged.get(line.id) ?? 0))
  if (job.status !== COMPLETE && !leaves) {
    const why = `${job.reference} is not in ${statusName(db, COMPLETE)} yet: until then a part of it is left for the last invoice`
    if (asked && 'percent' in asked) {
      const percent = `${why}, so the percentage must be below ${formatPercent(mostPercent(drafted.lines))}.`
      throw new Problem(400, percent, { code: 'status', fields: { percent } })
    }
    throw new Problem(400, `${why}.`, { code: 'status' })
  }
  return { ...drafted, leaves, takesrest }
}

function checkInvoiceable(tx: Tx, job: Job, part: AskedPart | null) {
  const draft = findDraftOfJob(tx.db, job.id)
  if (draft)
    throw new Problem(409, `Job ${job.reference} has a draft invoice already.`, { code: 'open', data: draft })
  const issued = job.status === INVOICED && findNewestIssued(tx.db, job.id)
  if (issued)
    throw new Problem(409, `Job ${job.reference} is invoiced by ${issued.number} already.`, {
      code: 'open',
      data: issued,
    })
  if (job.template) throw new Problem(400, 'This is a template: only jobs can be invoiced.')
  checkFarEnough(tx, job, part)
}

/** @throws 400 when the job is in another lane, or nowhere on the board */
function checkFarEnough(
  { db }: Pick<Tx, 'db'>,
  { reference, status }: Omit<Job, 'id' | 'template'>,
  part: AskedPart | null,
) {
  if (status === COMPLETE || (part && status === APPROVE)) return
  if (status === INVOICED)
    throw new Problem(400, `Nothing of ${reference} is left to charge: a draft of it can only be deleted.`, {
      code: 'status',
    })
  const [whole, approved, now] = [COMPLETE, APPROVE, status].map((one) => statusName(db, one))
  throw new Problem(
    400,
    part
      ? `A part of a job can be invoiced in ${approved} and ${whole}; ${reference} is in ${now}.`
      : `Only a job in ${whole} can be invoiced; ${reference} is in ${now}.`,
    { code: 'status' },
  )
}

const nothingSold = ({ reference }: Pick<Job, 'reference'>) =>
  new Problem(
    400,
    `What is left to charge on ${reference} lies at the client’s on consignment: it is charged once it is sold.`,
    { code: 'consigned' },
  )

/** Money goes back to a client by a credit note alone (VAT Act s21). */
const belowZero = (db: TenantDb, { id, reference }: Pick<Job, 'id' | 'reference'>, total: Cents) =>
  new Problem(
    400,
    `What is left to charge on ${reference} comes to ${formatRand(total)}, and no invoice is below zero: ${
      invoicedByLine(db, [id]).size > 0
        ? 'credit what was invoiced too much by a credit note, as money off its price.'
        : 'correct the rates of its lines.'
    }`,
    { code: 'belowzero' },
  )

/** An invoice charges what was consumed, and what was planned only at a fixed price. */
const nothingToCharge = (db: TenantDb, { id, reference }: Pick<Job, 'id' | 'reference'>) =>
  invoicedByLine(db, [id]).size > 0
    ? new Problem(400, `All that ${reference} charges is invoiced.`, { code: 'allinvoiced' })
    : hasFixedPrice(db, id)
      ? new Problem(
          400,
          `The price of ${reference} is fixed, and nothing is estimated that can be charged: enter it on its lines, then invoice it.`,
          { code: 'nothingestimated' },
        )
      : listUncharged(db, [id]).some(({ ours }) => ours > 0)
        ? new Problem(
            400,
            `Nothing that ${reference} made is sold: it came back and is in stock. Deliver it to the client by a delivery note, then invoice it.`,
            { code: 'unsold' },
          )
        : new Problem(
            400,
            `Nothing that can be charged has been used on ${reference}: enter what was used on its lines, then invoice it.`,
            { code: 'nothingconsumed' },
          )

export type DraftValues = { reference?: string; organisation?: string | null; version?: number }

/** @throws 404, 400 for an issued one, 409 */
export function changeDraft(tx: Tx, viewer: Viewer, id: string, { organisation, ...values }: DraftValues) {
  const { invoice } = draftAt(tx.db, viewer, id, {
    version: values.version,
    now: new Date(tx.now),
  })
  updateRecord(tx, invoices, id, { ...values, ...askedOrganisation(tx.db, organisation) }, (field, value) =>
    field === 'organisation' ? findName(tx.db, organisations, value) : formatPlainValue(field, value),
  )
  recordInvoiceChange(tx, id, invoice.jobid, [])
}

/** Who saw another version is told so first, even where it is issued by now. @throws 409, 404, 400 for an issued one */
export function draftAt(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  { version: seen, now }: { version: number | undefined; now: Date },
): InvoiceRow {
  const { invoice } = visibleInvoice(db, viewer, id)
  if (seen !== undefined && seen !== invoice.version)
    throw conflict(invoiceJson(readInvoiceWithCreditable(db, viewer, id, now)))
  return visibleDraft(db, viewer, id)
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
