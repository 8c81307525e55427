import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { addInvoiceLines } from '#db/queries/sales/invoice-lines.ts'
import type { InvoiceRow } from '#db/queries/sales/invoices.ts'
import { invoices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { type PlannedDocument, planNumber } from '#server/documents/issue-document.ts'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { totals } from '#server/money/amounts.ts'
import { asCents, asQuantity } from '#server/money/decimal.ts'
import { queueForXero } from '#server/xero/queue.ts'
import { readZone, todayIn } from '#server/zone.ts'
import type { DocumentLine } from '#views/documents/types.ts'
import { formatRand } from '#views/format.ts'
import { releaseExcess } from './allocate.ts'
import { type AskedCredit, type CreditedLine, chooseCredit, creditableLines } from './credit-lines.ts'
import { visibleInvoice } from './find-invoice.ts'
import { type CreditReason, creditReasons } from './kinds.ts'
import { recordInvoiceChange } from './save-draft.ts'
import { settleJob } from './settle-job.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'
import { storePdf } from './store-pdf.ts'

type PlannedCredit = PlannedDocument<Snapshot> & {
  invoice: InvoiceRow['invoice']
  code: CreditReason
  again: boolean
  lines: CreditedLine[]
  /** Nothing of the invoice stands after it. */
  all: boolean
}

/** `again`: what is credited may be invoiced once more; as long as nobody says, only where no lines are chosen. */
export type CreditInput = { reason: CreditReason; lines?: readonly AskedCredit[]; again?: boolean }

/**
 * VAT Act s21; without lines it takes all back that is left.
 * @throws 404, 400 for a draft or a credit note, 409 for an invoice that is credited already, 400 by line
 */
export function planCredit(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  { reason, lines: asked, again }: CreditInput,
  now: Date,
): PlannedCredit {
  const { invoice } = visibleInvoice(db, viewer, id)
  const { number, date } = creditable(invoice)
  const next = planNumber(db, 'creditnote', invoice.organisation)
  const creditables = creditableLines(db, invoice)
  const lines = chooseCredit(creditables, asked)
  const all = creditables.every(
    ({ line, left }) =>
      left.quantity === (lines.find((one) => one.line === line)?.credit.quantity ?? asQuantity(0)),
  )
  const {
    terms: _terms,
    intro: _intro,
    notes: _notes,
    duedate: _duedate,
    deposits: _deposits,
    ...before
  } = readSnapshot(invoice.snapshot)
  const whole = all && invoice.settledcents === 0
  return {
    ...next,
    invoice,
    code: reason,
    again: again ?? !asked,
    lines,
    all,
    snapshot: {
      ...before,
      ...(whole
        ? {}
        : { lines: lines.map(printedCredit), totals: totals(lines.map(({ credit }) => credit.amounts)) }),
      number: next.number,
      date: todayIn(readZone(db), now),
      original: { id, number, date },
      reason: creditReasons[reason],
    },
  }
}

function printedCredit({ printed, credit: { quantity, amounts } }: CreditedLine): DocumentLine {
  const { net, vat, total } = amounts
  return { ...printed, quantity, net, vat, total }
}

function creditable({ kind, state, number, date }: InvoiceRow['invoice']) {
  if (kind === 'deposit')
    throw new Problem(400, `${number} is a deposit request: it is given back, kept or withdrawn.`)
  if (kind === 'creditnote') throw new Problem(400, `${number} is a credit note itself.`)
  if (state === 'draft' || number === null || date === null)
    throw new Problem(400, 'A draft needs no credit note: change it or delete it.', { code: 'draft' })
  if (state === 'credited') throw new Problem(409, `${number} is credited already.`, { code: 'credited' })
  return { number, date }
}

export function storeCredit(tx: Tx, planned: PlannedCredit, bytes: Uint8Array): string {
  const { invoice, code, number, series, snapshot, all } = planned
  const { net, vat, total } = snapshot.totals
  const id = randomUUIDv7()
  const instants = { issuedutc: tx.now, createdutc: tx.now, updatedutc: tx.now }
  tx.db
    .insert(invoices)
    .values({
      id,
      kind: 'creditnote',
      state: 'issued',
      number,
      series,
      date: snapshot.date,
      ...instants,
      organisation: invoice.organisation,
      client: invoice.client,
      jobid: invoice.jobid,
      reference: invoice.reference,
      credits: invoice.id,
      reason: code,
      netcents: asCents(-net),
      vatcents: asCents(-vat),
      totalcents: asCents(-total),
      snapshot: JSON.stringify(snapshot),
    })
    .run()
  storePdf(tx, id, bytes)
  queueForXero(tx, 'creditnote', id)
  queueForXero(tx, 'allocation', id, invoice.id)
  addInvoiceLines(tx.db, noteLines(id, planned))
  tx.db
    .update(invoices)
    .set({
      state: all ? 'credited' : 'issued',
      settledcents: asCents(invoice.settledcents + total),
      version: invoice.version + 1,
      updatedutc: tx.now,
    })
    .where(eq(invoices.id, invoice.id))
    .run()
  const newvalue = `${all ? 'credited' : `${formatRand(total)} credited`} by ${number}: ${creditReasons[code]}`
  recordHistory(tx, 'invoices', id, [{ field: 'created', oldvalue: '', newvalue: number }])
  recordHistory(tx, 'invoices', invoice.id, [{ field: 'state', oldvalue: 'issued', newvalue }])
  recordInvoiceChange(tx, id, null, [])
  recordInvoiceChange(tx, invoice.id, invoice.jobid, [
    { field: 'invoice', oldvalue: invoice.number ?? '', newvalue },
  ])
  releaseExcess(tx, invoice.id, snapshot.date, `credited by ${number}`)
  if (invoice.jobid) settleJob(tx, invoice.jobid)
  return id
}

const noteLines = (invoiceid: string, { lines, again }: PlannedCredit) =>
  lines.map(({ line, materialid, vatrate, exempt, credit: { quantity, amounts } }, position) => ({
    ...{ invoiceid, position, materialid, creditline: line, again, vatrate, exempt },
    quantity: asQuantity(-quantity),
    netcents: asCents(-amounts.net),
    vatcents: asCents(-amounts.vat),
    totalcents: asCents(-amounts.total),
  }))
