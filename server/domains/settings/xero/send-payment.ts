import { supplierPaymentRow } from '#db/queries/purchasing/supplier-invoices.ts'
import { clientPaymentById } from '#db/queries/sales/client-payments.ts'
import { readAllocated, type XeroEntry } from '#db/queries/settings/xero.ts'
import type { XeroName } from '#db/queries/settings/xero-names.ts'
import { asCents, type Cents, toRand } from '#server/money/decimal.ts'
import { readBillShares, shareKey } from '#server/xero/bill-shares.ts'
import { validationErrors, type XeroJson } from '#server/xero/client.ts'
import { XeroRefused } from '#server/xero/problems.ts'
import { findXeroFaults, XeroPayment } from '#server/xero/schemas.ts'
import { type PaymentMethod, paymentMethods } from '#views/sales/invoices/payment-methods.ts'
import { isLostPayable, readCurrentNames, refusedThere } from './lost-names.ts'
import {
  adoptLost,
  fetchXeroOne,
  idempotencyKey,
  isAskedOtherwise,
  keepAsked,
  notTaken,
  readRows,
  readThere,
  readXeroCents,
  readXeroDay,
  refusedBy,
  type SendContext,
  type SendOutcome,
  withoutKnown,
} from './send-context.ts'

type Paid = { cents: Cents; date: string | null; method: string; reference: string }

/** What of it is put to the invoice now; nothing, once it was taken back. */
function readPaid({ read }: SendContext, { kind, recordid, invoiceid }: XeroEntry): Paid | null | undefined {
  return read((db) => {
    if (kind === 'payment') {
      const found = clientPaymentById(db, recordid)?.payment
      const { cents, date } = readAllocated(db, recordid, invoiceid)
      return found && { cents, date: date ?? found.date, method: found.method, reference: found.reference }
    }
    const found = supplierPaymentRow(db, recordid)
    const share = readBillShares(db, [invoiceid]).get(shareKey({ recordid, invoiceid }))
    const { cents = asCents(0), date = found?.date ?? null } = share ?? {}
    return found && { cents, date, method: found.method, reference: found.reference }
  })
}

/** A payment of Xero is never changed: where what is put to the invoice has changed, it is deleted and made anew. */
export async function sendPayment(context: SendContext, entry: XeroEntry): Promise<SendOutcome> {
  const paid = readPaid(context, entry)
  const cents = paid?.cents ?? asCents(0)
  if (entry.xeroid && cents === entry.sentcents)
    return { state: 'sent', xeroid: entry.xeroid, sentcents: entry.sentcents }
  if (entry.xeroid) return deletePayment(context, entry, cents > 0)
  const invoice = readThere(context, entry.kind === 'payment' ? 'invoice' : 'bill', entry.invoiceid)
  if (paid && typeof invoice === 'string' && isAskedOtherwise(entry, cents)) {
    const lost = await findPayment(context, invoice, { ...paid, cents: entry.sentcents })
    return adoptLost(entry, lost?.PaymentID)
  }
  if (!paid || cents <= 0) return { state: 'withdrawn' }
  if (typeof invoice !== 'string') return invoice
  const { method, reference } = paid
  const account = context.mapping.payments[method as PaymentMethod]
  const by = `payments by ${paymentMethods[method as PaymentMethod].toLowerCase()}`
  if (!account) return refusedBy([`Choose the account in Xero of ${by}.`], 'mapping')
  const isLost = (names: readonly XeroName[]) => isLostPayable(names, account)
  if (isLost(await readCurrentNames(context, isLost)))
    return refusedBy(
      [
        `Xero has the account of ${by} no more: whoever may change the settings can choose another one in the mapping.`,
      ],
      'mapping',
    )
  const body = {
    ...{ Invoice: { InvoiceID: invoice }, Account: { AccountID: account } },
    ...{ Date: paid.date ?? '', Amount: toRand(cents) },
    ...(reference ? { Reference: reference } : {}),
  }
  const faults = findXeroFaults(XeroPayment, body)
  if (faults.length > 0) return refusedBy(faults)
  const found = await findPayment(context, invoice, paid)
  if (!found) await keepAsked(context, entry, cents)
  const made = found ?? (await create(context, entry, body))
  const errors = validationErrors(made)
  if (errors.length > 0) return notTaken(await refusedThere(context, errors))
  return { state: 'sent', xeroid: String(made.PaymentID), sentcents: cents }
}

async function create(context: SendContext, entry: XeroEntry, body: object): Promise<XeroJson> {
  const json = await context.call({
    ...{ method: 'PUT', path: '/Payments', query: { summarizeErrors: 'false' } },
    ...{ body: { Payments: [body] }, key: idempotencyKey(entry, 'create') },
  })
  return readRows(json, 'Payments')[0] ?? { ValidationErrors: [{ Message: 'It answered with no payment.' }] }
}

/** One of the same day and amount that stands there already: never sent twice. */
async function findPayment(
  context: SendContext,
  invoice: string,
  { cents, date, reference }: Paid,
): Promise<XeroJson | undefined> {
  const found = await fetchXeroOne(context, 'Invoices', invoice)
  const same = withoutKnown(context, readRows(found, 'Payments'), 'PaymentID').filter(
    (one) =>
      one.Status !== 'DELETED' && readXeroDay(one.Date) === date && readXeroCents(one.Amount) === cents,
  )
  return same.find(({ Reference }) => String(Reference ?? '') === reference) ?? same[0]
}

async function deletePayment(context: SendContext, entry: XeroEntry, again: boolean): Promise<SendOutcome> {
  const { call } = context
  const path = `/Payments/${entry.xeroid}`
  try {
    await call({ method: 'POST', path, body: { Status: 'DELETED' }, key: idempotencyKey(entry, 'delete') })
  } catch (error) {
    if (!(error instanceof XeroRefused)) throw error
    const there = await fetchXeroOne(context, 'Payments', entry.xeroid)
    if (there.Status !== 'DELETED') return refusedBy(error.sentences, error.why)
  }
  return again ? { state: 'again', xeroid: '', sentcents: asCents(0) } : { state: 'withdrawn' }
}
