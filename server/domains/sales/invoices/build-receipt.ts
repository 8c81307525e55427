import { clientPaymentById } from '#db/queries/sales/client-payments.ts'
import { listIssuedInvoices } from '#db/queries/sales/invoice-lines.ts'
import { type InvoiceRow, invoiceRow, listInvoicePayments } from '#db/queries/sales/invoices.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { clientParty, organisationParty, type Printable } from '#server/documents/parties.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { forbidden, Problem } from '#server/errors.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import type { Party, ReceiptData } from '#views/documents/types.ts'
import { formatRand, shortDate } from '#views/format.ts'
import { methodName } from '#views/sales/invoices/payment-methods.ts'
import { visiblePayment } from './client-payment.ts'
import { readOpen, visibleInvoice } from './find-invoice.ts'
import { readSnapshot } from './snapshot.ts'

/** `ispayment`: what was received does not change, whatever it is put to. */
type Receipt = {
  name: string
  data: Printable<ReceiptData>
  organisationid: string
  ispayment?: true
}

/** `id` is a payment, or a paid invoice or job. @throws 404, 403, and 400 in words where there is nothing to confirm */
export function buildReceipt(db: TenantDb, viewer: Viewer, id: string): Receipt {
  if (clientPaymentById(db, id)) return receiptOfPayment(db, viewer, id)
  if (invoiceRow(db, id)) return receiptOfInvoice(db, viewer, id)
  return receiptOfJob(db, viewer, id)
}

const unpaid = (why: string) =>
  new Problem(400, `${why} There is a receipt once it is paid.`, { code: 'notpaid' })

function receiptOfPayment(db: TenantDb, viewer: Viewer, id: string): Receipt {
  const { payment, open, paidback, allocations, hidden } = visiblePayment(db, viewer, id)
  const { reverseddate, reason, client, date, method, amountcents, reference } = payment
  if (reverseddate)
    throw new Problem(
      400,
      `This payment was reversed on ${shortDate(reverseddate)} (${reason}), so there is no receipt of it.`,
      { code: 'reversed' },
    )
  if (amountcents < 0)
    throw new Problem(400, 'This is money that was given back, so there is no receipt of it.', {
      code: 'refund',
    })
  if (hidden > 0) throw forbidden('This payment is for invoices of boards, too, that you do not see.')
  const put = allocations.filter(({ amount }) => amount !== 0)
  const rows = put.map(({ invoiceid }) => visibleInvoice(db, viewer, invoiceid))
  return {
    name: `Receipt of ${date}`,
    organisationid: organisationOf(db, rows),
    ispayment: true,
    data: {
      ...parties(db, rows, client),
      subject: describeJobs(rows),
      payments: [{ date, method: methodName(method), reference, amount: amountcents }],
      invoices: put.flatMap(({ amount }, at) => (rows[at] ? [invoiceLine(db, rows[at], amount)] : [])),
      rounding: put.reduce((sum, { rounding }) => sum + rounding, 0),
      // What became of its credit later changes nothing of what was received.
      credit: open + paidback,
    },
  }
}

function receiptOfInvoice(db: TenantDb, viewer: Viewer, id: string): Receipt {
  const row = visibleInvoice(db, viewer, id)
  const { kind, state, number } = row.invoice
  if (kind === 'creditnote' || state !== 'issued')
    throw unpaid(`${number ?? 'A draft'} is nothing that is paid: only an issued invoice is.`)
  const open = readOpen(row.invoice)
  if (open > 0) throw unpaid(`${formatRand(open)} of ${number} is still due.`)
  return {
    name: `Receipt ${number}`,
    data: receiptOf(db, [row], `${number}`),
    organisationid: row.invoice.organisation,
  }
}

function receiptOfJob(db: TenantDb, viewer: Viewer, id: string): Receipt {
  const { reference } = visibleJob(db, viewer, id)
  const issued = listIssuedInvoices(db, id)
  const open = issued.reduce((sum, one) => sum + Math.max(0, one.open), 0)
  if (issued.length === 0) throw unpaid(`Job ${reference} is not invoiced yet.`)
  if (open > 0) throw unpaid(`${formatRand(open)} of job ${reference} is still due.`)
  const rows = issued.map((one) => visibleInvoice(db, viewer, one.id))
  return {
    name: `Receipt job ${reference}`,
    data: receiptOf(db, rows, `Job ${reference}`),
    organisationid: organisationOf(db, rows),
  }
}

type Line = { date: string; method: string; reference: string; amount: number }

function receiptOf(db: TenantDb, rows: readonly InvoiceRow[], what: string): Printable<ReceiptData> {
  const puts = rows.flatMap(({ invoice }) => listInvoicePayments(db, invoice.id))
  const byPayment = Map.groupBy(puts, ({ paymentid, id }) => paymentid ?? id)
  const payments = [...byPayment.values()].flatMap((puts): Line[] => {
    const [first] = puts
    const amount = puts.reduce((sum, { amountcents }) => sum + amountcents, 0)
    if (!first || amount === 0) return []
    const { received, date, method, reference } = first
    return [{ date: received ?? date, method: methodName(method ?? 'other'), reference, amount }]
  })
  if (payments.length === 0)
    throw new Problem(400, `${what} was settled without a payment, so there is no receipt of it.`, {
      code: 'notpaid',
    })
  return {
    ...parties(db, rows, rows[0]?.invoice.client ?? null),
    subject: describeJobs(rows),
    payments: payments.toSorted((a, b) => a.date.localeCompare(b.date)),
    invoices: rows.map((row) => invoiceLine(db, row, row.invoice.paidcents)),
    rounding: puts.reduce((sum, { roundingcents }) => sum + roundingcents, 0),
    credit: 0,
  }
}

function invoiceLine(db: TenantDb, { invoice }: InvoiceRow, paid: number) {
  const { id, number, date, totalcents: total, settledcents } = invoice
  const rounding = listInvoicePayments(db, id).reduce((sum, { roundingcents }) => sum + roundingcents, 0)
  return { number: number ?? '', date: date ?? '', total, credited: settledcents - rounding, paid }
}

const organisationOf = (db: TenantDb, rows: readonly InvoiceRow[]): string =>
  rows[0]?.invoice.organisation ?? resolveOrganisation(db, {}).id

/** As they stood on the invoice; a payment that is put to none has the account's own organisation. */
function parties(db: TenantDb, rows: readonly InvoiceRow[], client: string | null) {
  const snapshot = rows[0] && readSnapshot(rows[0].invoice.snapshot)
  const organisation = snapshot?.organisation ?? organisationParty(resolveOrganisation(db, {}))
  const payer: Party = snapshot?.client ?? clientParty(client ? getRecord(db, clients, client) : null)
  return { organisation, client: payer, printed: readToday(db) }
}

const describeJobs = (rows: readonly InvoiceRow[]) => {
  const jobs = [...new Set(rows.map(({ jobreference }) => jobreference))]
  return jobs.length === 0 ? '' : `For job ${jobs.join(', ')}`
}
