import { clientPaymentById } from '#db/queries/sales/client-payments.ts'
import { invoiceRow } from '#db/queries/sales/invoices.ts'
import {
  listXeroEntriesAbout,
  readAllocated,
  type XeroEntry,
  xeroDocument,
} from '#db/queries/settings/xero.ts'
import { asCents, toRand } from '#server/money/decimal.ts'
import { validationErrors, type XeroJson } from '#server/xero/client.ts'
import { XeroRefused } from '#server/xero/problems.ts'
import { findXeroFaults, XeroAllocation, XeroPayment } from '#server/xero/schemas.ts'
import { type PaymentMethod, paymentMethods } from '#views/sales/invoices/payment-methods.ts'
import {
  idempotencyKey,
  readRows,
  readXeroCents,
  refusedBy,
  type SendContext,
  type SendOutcome,
} from './send-context.ts'

/** The document that comes first: its id there, or what is waited for. */
function readThere(
  { read, tenantid }: SendContext,
  kind: 'invoice' | 'creditnote',
  id: string,
): string | SendOutcome {
  const entry = read((db) => xeroDocument(db, kind, id, tenantid))
  const what = kind === 'invoice' ? 'invoice' : 'credit note'
  if (entry?.xeroid && entry.state !== 'refused') return entry.xeroid
  if (entry?.state === 'refused')
    return { state: 'wait', reason: `Its ${what} was refused: that comes first.` }
  return { state: 'wait', reason: `Its ${what} goes first.` }
}

/** A payment of Xero is never changed: where what is put to the invoice has changed, it is deleted and made anew. */
export async function sendPayment(context: SendContext, entry: XeroEntry): Promise<SendOutcome> {
  const { read } = context
  const { cents, date } = read((db) => readAllocated(db, entry.recordid, entry.invoiceid))
  if (entry.xeroid && cents === entry.sentcents)
    return { state: 'sent', xeroid: entry.xeroid, sentcents: entry.sentcents }
  if (entry.xeroid) return deletePayment(context, entry, cents > 0)
  if (cents <= 0) return { state: 'withdrawn' }
  const invoice = readThere(context, 'invoice', entry.invoiceid)
  if (typeof invoice !== 'string') return invoice
  const found = read((db) => clientPaymentById(db, entry.recordid))
  if (!found) return { state: 'withdrawn' }
  const { method, reference } = found.payment
  const account = context.mapping.payments[method as PaymentMethod]
  if (!account)
    return refusedBy(
      [
        `Choose the account in Xero that payments by ${paymentMethods[method as PaymentMethod].toLowerCase()} go to.`,
      ],
      'mapping',
    )
  const body = {
    ...{ Invoice: { InvoiceID: invoice }, Account: { AccountID: account } },
    ...{ Date: date ?? found.payment.date, Amount: toRand(cents) },
    ...(reference ? { Reference: reference } : {}),
  }
  const faults = findXeroFaults(XeroPayment, body)
  if (faults.length > 0) return refusedBy(faults)
  const made =
    (entry.attempts > 0 && (await findPayment(context, invoice, body))) ||
    (await create(context, entry, body))
  const errors = validationErrors(made)
  if (errors.length > 0) return refusedBy(errors)
  return { state: 'sent', xeroid: String(made.PaymentID), sentcents: cents }
}

async function create(context: SendContext, entry: XeroEntry, body: object): Promise<XeroJson> {
  const json = await context.call({
    ...{ method: 'PUT', path: '/Payments', query: { summarizeErrors: 'false' } },
    ...{ body: { Payments: [body] }, key: idempotencyKey(entry, 'create') },
  })
  return readRows(json, 'Payments')[0] ?? { ValidationErrors: [{ Message: 'It answered with no payment.' }] }
}

type Sent = { Date: string; Amount: number; Reference?: string }

/** One of which no answer came: not sent twice, if it is there. */
async function findPayment(
  { call, read, tenantid }: SendContext,
  invoice: string,
  { Amount, Reference = '' }: Sent,
) {
  const [found] = readRows(await call({ path: `/Invoices/${invoice}` }), 'Invoices')
  const id = String(found?.InvoiceID ?? '')
  const known = new Set(read((db) => listXeroEntriesAbout(db, id, tenantid)).map(({ xeroid }) => xeroid))
  return readRows(found ?? {}, 'Payments').find(
    (one) =>
      !known.has(String(one.PaymentID)) && one.Amount === Amount && String(one.Reference ?? '') === Reference,
  )
}

async function deletePayment(context: SendContext, entry: XeroEntry, again: boolean): Promise<SendOutcome> {
  const { call } = context
  const path = `/Payments/${entry.xeroid}`
  try {
    await call({ method: 'POST', path, body: { Status: 'DELETED' }, key: idempotencyKey(entry, 'delete') })
  } catch (error) {
    if (!(error instanceof XeroRefused)) throw error
    const [there] = readRows(await call({ path }), 'Payments')
    if (there?.Status !== 'DELETED') return refusedBy(error.sentences)
  }
  return again ? { state: 'again', xeroid: '', sentcents: asCents(0) } : { state: 'withdrawn' }
}

/** What a credit note takes off its invoice, once payments that it frees have left that. */
export async function sendAllocation(context: SendContext, entry: XeroEntry): Promise<SendOutcome> {
  const { read, tenantid } = context
  if (entry.xeroid) return { state: 'sent', xeroid: entry.xeroid, sentcents: entry.sentcents }
  const invoice = readThere(context, 'invoice', entry.invoiceid)
  if (typeof invoice !== 'string') return invoice
  const note = readThere(context, 'creditnote', entry.recordid)
  if (typeof note !== 'string') return note
  const leaving = read((db) => listXeroEntriesAbout(db, entry.invoiceid, tenantid)).some(
    ({ kind, state, xeroid }) => kind === 'payment' && state === 'waiting' && xeroid,
  )
  if (leaving) return { state: 'wait', reason: 'Payments that it frees leave the invoice first.' }
  const row = read((db) => invoiceRow(db, entry.recordid))?.invoice
  if (!row) return { state: 'withdrawn' }
  const cents = asCents(-row.totalcents)
  const body = { Invoice: { InvoiceID: invoice }, Amount: toRand(cents), Date: row.date ?? '' }
  const faults = findXeroFaults(XeroAllocation, body)
  if (faults.length > 0) return refusedBy(faults)
  const there = entry.attempts > 0 ? await findAllocation(context, note, invoice) : undefined
  const [made = {}] = there
    ? [there]
    : readRows(
        await context.call({
          ...{ method: 'PUT', path: `/CreditNotes/${note}/Allocations`, query: { summarizeErrors: 'false' } },
          ...{ body: { Allocations: [body] }, key: idempotencyKey(entry, 'create') },
        }),
        'Allocations',
      )
  const errors = validationErrors(made)
  if (errors.length > 0) return refusedBy(errors)
  return {
    state: 'sent',
    xeroid: String(made.AllocationID ?? note),
    sentcents: readXeroCents(made.Amount) || cents,
  }
}

async function findAllocation({ call }: SendContext, note: string, invoice: string) {
  const [found] = readRows(await call({ path: `/CreditNotes/${note}` }), 'CreditNotes')
  return readRows(found ?? {}, 'Allocations').find(
    (one) => (one.Invoice as XeroJson | undefined)?.InvoiceID === invoice,
  )
}
