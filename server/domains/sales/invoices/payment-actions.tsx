import { TAKE } from '#db/queries/lists.ts'
import { invalid } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, fragment, replaceDialog, saved, snackbarHeaders } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { formatRand, shortDate } from '#views/format.ts'
import { type PaymentMethod, paymentMethods } from '#views/sales/invoices/payment-methods.ts'
import { answerInvoice } from './answer-invoice.ts'
import { allocateCredit, receiveForClient, useCredit } from './client-payment.ts'
import { reopenInvoice } from './dialog.tsx'
import { changesLongInvoice } from './find-invoice.ts'
import {
  ByPayment,
  CreditRefund,
  LineForm,
  NewAllocation,
  NewClientPayment,
  NewPayment,
  PayBackQuery,
  PaymentForm,
  type Pays,
  ReceivedList,
  ReceiveQuery,
  Reversal,
} from './input.ts'
import { invoiceJson } from './json.ts'
import { payBack } from './pay-back.ts'
import { checkPaidDay, parsePaidAmount, payInvoice } from './pay-invoice.ts'
import { payBackDialog, paymentDialog, receiveDialog } from './payment-dialogs.tsx'
import { listPaymentsJson, readPaymentJson } from './payment-json.ts'
import { givenFilter } from './payments-page.tsx'
import { readInvoiceWithCreditable } from './present.ts'
import { reversePayment } from './reverse-payment.ts'

const undoUrl = (payment: string) => `/invoices/payments/${payment}/undo`

const toPay = { claim: 'invoices.write' } as const

const reopened = (c: Parameters<typeof paymentDialog>[0], paymentid: string, message: string) =>
  replaceDialog(
    c.read((db, viewer) => paymentDialog(c, db, viewer, paymentid)),
    snackbarHeaders(message, { refresh: { table: 'invoices' } }),
  )

function receivedForm(fields: Record<string, string | null>) {
  const allocations = []
  for (let at = 0; `allocations.${at}.invoiceid` in fields; at++)
    allocations.push({
      invoiceid: fields[`allocations.${at}.invoiceid`] ?? '',
      amount: fields[`allocations.${at}.amount`] ?? '',
    })
  const { client, date, amount, method, reference, pays } = fields
  if (method && !Object.hasOwn(paymentMethods, method)) throw invalid({ method: 'Choose how it was paid.' })
  return {
    ...{ client: client ?? '', date, amount: amount ?? '', reference: reference ?? '' },
    allocations: pays === 'credit' ? [] : allocations,
    pays: (pays || undefined) as Pays | undefined,
    method: (method || undefined) as PaymentMethod | undefined,
  }
}

export const paymentActions: Route[] = [
  ...action(
    { api: 'POST /api/invoices/:id/payments', page: 'POST /invoices/:id/payments' },
    {
      ...toPay,
      params: ById,
      body: NewPayment,
      form: {
        body: PaymentForm,
        input: ({ params, body: { early, ...body } }) => ({ params, body: { ...body, checkdate: !early } }),
      },
      summary: 'Books money that was received; what is more than due is kept as credit of the client.',
    },
    (tx, viewer, c) => {
      const { checkdate, ...received } = c.body
      if (checkdate) checkPaidDay(tx.db, viewer, c.params.id, received.date)
      const { credit } = payInvoice(tx, viewer, c.params.id, {
        ...received,
        amount: parsePaidAmount(c.body.amount),
      })
      const invoice = invoiceJson(readInvoiceWithCreditable(tx.db, viewer, c.params.id, c.now()))
      const said = [
        credit > 0 && `${formatRand(credit)} more than was due is kept as credit of the client.`,
        // Paid before it was asked for, or a slip of the year: sums of a month will not meet.
        c.body.date &&
          invoice.date &&
          c.body.date < invoice.date &&
          `The payment is recorded. It is dated before the invoice, which is of ${shortDate(invoice.date)}.`,
      ]
      return dataReply(invoice, { message: said.filter(Boolean).join(' ') || undefined })
    },
    ({ payments }, c, warning) =>
      reopenInvoice(c, c.params.id, warning || 'Payment recorded', {
        tab: 'payments',
        recorded: true,
        level: warning ? 'warning' : 'success',
        // Its id tells when it was recorded.
        undo: undoUrl(
          payments
            .map(({ id }) => id)
            .toSorted()
            .at(-1) ?? '',
        ),
      }),
  ),

  ...action(
    { api: 'POST /api/payments', page: 'POST /invoices/payments' },
    {
      ...toPay,
      body: NewClientPayment,
      form: { body: LineForm, input: ({ body }) => ({ body: receivedForm(body) }) },
      summary: 'Books one payment of a client for several invoices; the rest is kept as credit.',
    },
    (tx, viewer, c) => {
      const { client, allocations = [], pays, ...received } = c.body
      const asked = allocations.map(({ invoiceid, amount }, at) => ({
        invoiceid,
        amount: amount === '' ? null : parsePaidAmount(amount, `allocations.${at}.amount`),
      }))
      const given = {
        ...received,
        amount: parsePaidAmount(received.amount),
        allocations: asked,
        oldest: pays === 'oldest' && asked.every(({ amount }) => amount === null),
      }
      return readPaymentJson(tx.db, viewer, receiveForClient(tx, viewer, client, given))
    },
    ({ id }) => saved('Payment recorded', 'invoices', undoUrl(id)),
  ),

  ...action(
    {
      api: 'POST /api/payments/:paymentid/allocations',
      page: 'POST /invoices/payments/:paymentid/allocations',
    },
    {
      ...toPay,
      params: ByPayment,
      body: NewAllocation,
      summary: 'Puts credit of a client to one of their invoices.',
    },
    (tx, viewer, c) => {
      const amount = parsePaidAmount(c.body.amount)
      allocateCredit(tx, viewer, c.params.paymentid, { invoiceid: c.body.invoiceid, amount })
      return readPaymentJson(tx.db, viewer, c.params.paymentid)
    },
    (_, c) => reopened(c, c.params.paymentid, 'Put to the invoice'),
  ),

  ...action(
    { api: 'POST /api/payments/refunds', page: 'POST /invoices/payments/refunds' },
    {
      ...toPay,
      body: CreditRefund,
      summary: 'Books that credit of a client, or of one payment, went back: at most all of it.',
    },
    (tx, viewer, c) => {
      const { amount, ...of } = c.body
      const given = { ...of, amount: amount === undefined ? undefined : parsePaidAmount(amount) }
      return readPaymentJson(tx.db, viewer, payBack(tx, viewer, given))
    },
    ({ id }) => saved('Credit paid back', 'invoices', undoUrl(id)),
  ),

  ...action(
    { api: 'POST /api/invoices/:id/usecredit', page: 'POST /invoices/:id/usecredit' },
    {
      ...toPay,
      params: ById,
      long: changesLongInvoice,
      summary: 'Puts the credit of its client to an invoice, as far as either goes.',
    },
    (tx, viewer, c) => useCredit(tx, viewer, c.params.id),
    (_, c) => reopenInvoice(c, c.params.id, 'Credit used', { tab: 'payments' }),
    answerInvoice,
  ),

  ...action(
    { api: 'POST /api/payments/:paymentid/reverse', page: 'POST /invoices/payments/:paymentid/reverse' },
    {
      ...toPay,
      params: ByPayment,
      body: Reversal,
      summary: 'Takes a payment back, with a reason: what it was put to is owed again. Nothing is deleted.',
    },
    (tx, viewer, c) => {
      reversePayment(tx, viewer, c.params.paymentid, c.body.reason)
      return readPaymentJson(tx.db, viewer, c.params.paymentid)
    },
    (_, c) => reopened(c, c.params.paymentid, 'Payment reversed'),
  ),

  page(
    'POST /invoices/payments/:paymentid/undo',
    { ...toPay, params: ByPayment, summary: 'Reverses a payment right after it was recorded.' },
    async (c) => {
      await c.write((tx, viewer) => reversePayment(tx, viewer, c.params.paymentid, 'Recorded by mistake'))
      return saved('Payment reversed', 'invoices')
    },
  ),

  api(
    'GET /api/payments',
    {
      claim: 'invoices.read',
      query: ReceivedList,
      summary: 'What was received, the newest first, and what each payment is put to.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { skip = 0, take = TAKE, ...filter } = c.query
        const { rows, total } = listPaymentsJson(db, viewer, givenFilter(filter), { skip, take })
        return dataReply(rows, { total })
      }),
  ),

  api(
    'GET /api/payments/:paymentid',
    { claim: 'invoices.read', params: ByPayment, summary: 'A payment, and what it is put to.' },
    (c) => c.read((db, viewer) => readPaymentJson(db, viewer, c.params.paymentid)),
  ),

  page(
    'GET /invoices/payments/:paymentid',
    { claim: 'invoices.read', params: ByPayment, summary: 'The dialog of a payment.' },
    (c) => fragment(c.read((db, viewer) => paymentDialog(c, db, viewer, c.params.paymentid))),
  ),

  page(
    'GET /invoices/payback',
    { ...toPay, query: PayBackQuery, summary: 'The dialog that books credit that went back to a client.' },
    (c) => fragment(c.read((db, viewer) => payBackDialog(db, viewer, c.query))),
  ),

  page(
    'GET /invoices/receive',
    {
      ...toPay,
      query: ReceiveQuery,
      summary: 'The dialog that books a payment of a client for several invoices.',
    },
    (c) => fragment(c.read((db, viewer) => receiveDialog(db, viewer, c.query.client))),
  ),
]
