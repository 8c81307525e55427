import { addInvoiceLines } from '#db/queries/sales/invoice-lines.ts'
import type { invoice_lines } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { type PlannedDocument, planNumber } from '#server/documents/issue-document.ts'
import { applyDeposits, closeDeposits } from '#server/domains/sales/deposits/apply-deposits.ts'
import { bookDelivered, listUnbooked } from '#server/domains/work/deliveries/book-delivered.ts'
import { recordHistory } from '#server/history.ts'
import { asCents } from '#server/money/decimal.ts'
import { settleDeparted } from '#server/stock/departed.ts'
import { queueForXero } from '#server/xero/queue.ts'
import { isWhollyInvoiced } from './billable-lines.ts'
import { findInvoiceJob } from './find-invoice.ts'
import { checkReviewed } from './review.ts'
import { checkJobCharges, type DraftValues, draftAt, draftWith, recordInvoiceChange } from './save-draft.ts'
import { settleJob } from './settle-job.ts'
import { buildSnapshot, type Snapshot } from './snapshot.ts'
import { storePdf } from './store-pdf.ts'
import { checkVatInvoiceRequirements } from './vat-invoice-requirements.ts'

export type PlannedInvoice = PlannedDocument<Snapshot> & {
  id: string
  jobid: string
  client: string | null
  /** Nothing of the job is left to invoice, but for what was delivered and nobody booked. */
  whole: boolean
  unbooked: ReturnType<typeof listUnbooked>
  /** Nothing of it may be invoiced before goods on consignment are sold. */
  takesrest: boolean
  lines: PlannedLine[]
}
type PlannedLine = Omit<typeof invoice_lines.$inferInsert, 'invoiceid'>

/**
 * `given`: what is saved of the draft along with its number.
 * @throws 404, 400 when issued already, the job is incomplete, nothing is to be charged or a VAT requirement is missing
 */
export function planInvoice(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  now: Date,
  given: DraftValues = {},
): PlannedInvoice {
  const row = draftWith(db, draftAt(db, viewer, id, { version: given.version, now }), given)
  const { job, client } = findInvoiceJob(db, row)
  const drafted = checkJobCharges(db, row)
  const draft = buildSnapshot(db, row, now, drafted)
  checkReviewed(db, row, draft.totals.total)
  checkVatInvoiceRequirements(draft, client !== null)
  const next = planNumber(db, 'invoice', row.invoice.organisation)
  return {
    ...next,
    id,
    jobid: job.id,
    client: job.client,
    whole: !drafted.leaves,
    unbooked: drafted.leaves ? [] : listUnbooked(db, job.id),
    takesrest: drafted.takesrest,
    snapshot: { ...draft, number: next.number },
    lines: drafted.charges.map(({ line, quantity, amounts }, position) => ({
      ...{ position, materialid: line.id, quantity },
      ...{ netcents: amounts.net, vatcents: amounts.vat, totalcents: amounts.total },
      vatrate: draft.organisation.vatnumber ? amounts.vatrate : null,
      exempt: amounts.exempt ?? false,
    })),
  }
}

const ISSUE = `UPDATE invoices SET state = 'issued', client = $client, number = $number, series = $series,
  date = $date, duedate = $duedate, issuedutc = $now, updatedutc = $now, netcents = $netcents, vatcents = $vatcents,
  totalcents = $totalcents, snapshot = $snapshot, chargesrest = $chargesrest, version = version + 1 WHERE id = $id`

/** Gives what to say of stock that it took below zero, which its history keeps (decision 195). */
export function storeInvoice(tx: Tx, planned: PlannedInvoice, bytes: Uint8Array): string[] {
  const { id, jobid, client, number, series, snapshot } = planned
  const { net, vat, total } = snapshot.totals
  prepared(tx.db, ISSUE).run({
    ...{ id, client, number, series, now: tx.now },
    ...{ date: snapshot.date, duedate: snapshot.duedate ?? null },
    ...{ netcents: asCents(net), vatcents: asCents(vat), totalcents: asCents(total) },
    snapshot: JSON.stringify(snapshot),
    chargesrest: Number(planned.takesrest),
  })
  storePdf(tx, id, bytes)
  addInvoiceLines(
    tx.db,
    planned.lines.map((line) => ({ ...line, invoiceid: id })),
  )
  queueForXero(tx, [{ kind: 'invoice', recordid: id }])
  recordHistory(tx, 'invoices', id, [{ field: 'state', oldvalue: 'draft', newvalue: `issued as ${number}` }])
  recordInvoiceChange(tx, id, jobid, [{ field: 'invoice', oldvalue: 'draft', newvalue: number }])
  applyDeposits(tx, { id, number }, snapshot.deposits ?? [])
  const isBooked = planned.unbooked.length > 0
  const booked = isBooked
    ? bookDelivered(tx, planned.unbooked, { note: `Delivered before ${number}`, isgone: true })
    : []
  const whole = planned.whole && (!isBooked || isWhollyInvoiced(tx.db, jobid))
  settleJob(tx, jobid, whole)
  const warnings = [...booked, ...settleDeparted(tx, [jobid], { kind: 'sale', document: number })]
  recordHistory(
    tx,
    'invoices',
    id,
    warnings.map((newvalue) => ({ field: 'stock', oldvalue: '', newvalue })),
  )
  if (whole) closeDeposits(tx, jobid, { id, number })
  return warnings
}
