import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import type { InvoiceRow } from '#db/queries/sales/invoices.ts'
import { invoices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { type PlannedDocument, planNumber } from '#server/documents/issue-document.ts'
import { markCredited } from '#server/domains/work/jobs/change-status.ts'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asCents } from '#server/money/decimal.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { visibleInvoice } from './find-invoice.ts'
import { type CreditReason, creditReasons } from './kinds.ts'
import { setPaid } from './pay-invoice.ts'
import { recordInvoiceChange } from './save-draft.ts'
import type { Snapshot } from './snapshot.ts'
import { readSnapshot } from './snapshot.ts'
import { storePdf } from './store-pdf.ts'

type PlannedCredit = PlannedDocument<Snapshot> & { invoice: InvoiceRow['invoice']; code: CreditReason }

/** VAT Act s21. @throws 404, 400 for a draft or a credit note, 409 for an invoice that is credited already */
export function planCredit(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  code: CreditReason,
  now: Date,
): PlannedCredit {
  const { invoice } = visibleInvoice(db, viewer, id)
  const { number, date } = creditable(invoice)
  const next = planNumber(db, 'creditnote', invoice.organisation)
  const { terms: _terms, intro: _intro, duedate: _duedate, ...before } = readSnapshot(invoice.snapshot)
  return {
    ...next,
    invoice,
    code,
    snapshot: {
      ...before,
      number: next.number,
      date: todayIn(readZone(db), now),
      original: { id, number, date },
      reason: creditReasons[code],
    },
  }
}

function creditable({ kind, state, number, date }: InvoiceRow['invoice']) {
  if (kind === 'creditnote') throw new Problem(400, `${number} is a credit note itself.`)
  if (state === 'draft' || number === null || date === null)
    throw new Problem(400, 'A draft needs no credit note: change it or delete it.', { code: 'draft' })
  if (state === 'credited') throw new Problem(409, `${number} is credited already.`, { code: 'credited' })
  return { number, date }
}

export function storeCredit(tx: Tx, planned: PlannedCredit, bytes: Uint8Array): string {
  const { invoice, code, number, series, snapshot } = planned
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
      netcents: asCents(-invoice.netcents),
      vatcents: asCents(-invoice.vatcents),
      totalcents: asCents(-invoice.totalcents),
      snapshot: JSON.stringify(snapshot),
    })
    .run()
  storePdf(tx, id, bytes)
  tx.db
    .update(invoices)
    .set({ state: 'credited', version: invoice.version + 1, updatedutc: tx.now })
    .where(eq(invoices.id, invoice.id))
    .run()
  const newvalue = `credited by ${number}: ${creditReasons[code]}`
  recordHistory(tx, 'invoices', id, [{ field: 'created', oldvalue: '', newvalue: number }])
  recordHistory(tx, 'invoices', invoice.id, [{ field: 'state', oldvalue: 'issued', newvalue }])
  recordInvoiceChange(tx, id, null, [])
  recordInvoiceChange(tx, invoice.id, invoice.jobid, [
    { field: 'invoice', oldvalue: invoice.number ?? '', newvalue },
  ])
  if (invoice.jobid) reopen(tx, invoice.jobid)
  return id
}

function reopen(tx: Tx, jobid: string) {
  setPaid(tx, jobid, false)
  markCredited(tx, jobid)
}
