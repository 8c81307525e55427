import { invoiceRow } from '#db/queries/sales/invoices.ts'
import { listXeroEntriesAbout, type XeroEntry } from '#db/queries/settings/xero.ts'
import { asCents, type Cents, toRand } from '#server/money/decimal.ts'
import { readBillShares, shareKey } from '#server/xero/bill-shares.ts'
import { validationErrors, type XeroJson } from '#server/xero/client.ts'
import { XeroRefused } from '#server/xero/problems.ts'
import { findXeroFaults, XeroAllocation } from '#server/xero/schemas.ts'
import {
  adoptLost,
  fetchXeroOne,
  idempotencyKey,
  isAskedOtherwise,
  isLeaving,
  keepAsked,
  notTaken,
  readRows,
  readThere,
  readXeroCents,
  refusedBy,
  type SendContext,
  type SendOutcome,
  withoutKnown,
} from './send-context.ts'

/** What a credit note takes off its invoice, once payments that it frees have left that. */
export async function sendAllocation(context: SendContext, entry: XeroEntry): Promise<SendOutcome> {
  const { read, tenantid } = context
  const isBill = entry.kind === 'billallocation'
  const { cents, date } = readCredited(context, entry)
  if (entry.xeroid && (!isBill || cents === entry.sentcents))
    return { state: 'sent', xeroid: entry.xeroid, sentcents: entry.sentcents }
  const note = readThere(context, isBill ? 'billcredit' : 'creditnote', entry.recordid)
  if (entry.xeroid && typeof note === 'string') return deleteAllocation(context, entry, note, cents > 0)
  const invoice = readThere(context, isBill ? 'bill' : 'invoice', entry.invoiceid)
  if (typeof note === 'string' && typeof invoice === 'string' && isAskedOtherwise(entry, cents)) {
    const lost = await findAllocation(context, note, { invoice, cents: entry.sentcents })
    return adoptLost(entry, lost?.AllocationID)
  }
  if (cents <= 0) return { state: 'withdrawn' }
  if (typeof invoice !== 'string') return invoice
  if (typeof note !== 'string') return note
  const leaving = read((db) => listXeroEntriesAbout(db, entry.invoiceid, tenantid)).some(
    (one) => (one.kind === 'payment' || one.kind === 'billpayment') && isLeaving(one),
  )
  if (leaving) return { state: 'wait', reason: 'Payments that it frees leave the invoice first.' }
  const body = { Invoice: { InvoiceID: invoice }, Amount: toRand(cents), Date: date }
  const faults = findXeroFaults(XeroAllocation, body)
  if (faults.length > 0) return refusedBy(faults)
  const found = await findAllocation(context, note, { invoice, cents })
  if (!found) await keepAsked(context, entry, cents)
  const made = found ?? (await createAllocation(context, entry, note, body))
  const errors = validationErrors(made)
  if (errors.length > 0) return notTaken(refusedBy(errors))
  return {
    state: 'sent',
    xeroid: String(made.AllocationID ?? note),
    sentcents: readXeroCents(made.Amount) || cents,
  }
}

const NOTHING = { cents: asCents(0), date: '' }

function readCredited({ read }: SendContext, { kind, recordid, invoiceid }: XeroEntry) {
  return read((db) => {
    if (kind === 'billallocation')
      return readBillShares(db, [invoiceid]).get(shareKey({ recordid, invoiceid })) ?? NOTHING
    const row = invoiceRow(db, recordid)?.invoice
    return { cents: asCents(-(row?.totalcents ?? 0)), date: row?.date ?? '' }
  })
}

async function createAllocation({ call }: SendContext, entry: XeroEntry, note: string, body: object) {
  const json = await call({
    ...{ method: 'PUT', path: `/CreditNotes/${note}/Allocations`, query: { summarizeErrors: 'false' } },
    ...{ body: { Allocations: [body] }, key: idempotencyKey(entry, 'create') },
  })
  return readRows(json, 'Allocations')[0] ?? {}
}

/** As a payment, it is never changed: it leaves, and is made anew where anything is put to the bill still. */
async function deleteAllocation(
  context: SendContext,
  entry: XeroEntry,
  note: string,
  again: boolean,
): Promise<SendOutcome> {
  const path = `/CreditNotes/${note}/Allocations/${entry.xeroid}`
  try {
    await context.call({ method: 'DELETE', path, key: idempotencyKey(entry, 'delete') })
  } catch (error) {
    if (!(error instanceof XeroRefused)) throw error
    const there = await fetchXeroOne(context, 'CreditNotes', note)
    const allocations = readRows(there, 'Allocations')
    if (allocations.some(({ AllocationID }) => AllocationID === entry.xeroid))
      return refusedBy(error.sentences, error.why)
  }
  return again ? { state: 'again', xeroid: '', sentcents: asCents(0) } : { state: 'withdrawn' }
}

type Allocated = { invoice: string; cents: Cents }

/** One of the same amount that stands there already: never sent twice. */
async function findAllocation(context: SendContext, note: string, { invoice, cents }: Allocated) {
  const found = await fetchXeroOne(context, 'CreditNotes', note)
  return withoutKnown(context, readRows(found, 'Allocations'), 'AllocationID').find(
    ({ Invoice, Amount }) =>
      (Invoice as XeroJson | undefined)?.InvoiceID === invoice && readXeroCents(Amount) === cents,
  )
}
