import { issueDocument } from '#server/documents/issue-document.ts'
import { answerInvoice } from '#server/domains/sales/invoices/answer-invoice.ts'
import { reopenInvoice } from '#server/domains/sales/invoices/dialog.tsx'
import { invoiceJson } from '#server/domains/sales/invoices/json.ts'
import { parsePaidAmount } from '#server/domains/sales/invoices/pay-invoice.ts'
import { readInvoiceWithCreditable } from '#server/domains/sales/invoices/present.ts'
import { issueInvoiceContext } from '#server/domains/sales/invoices/print-invoice.ts'
import { readJob } from '#server/domains/work/jobs/read-job.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, type Static } from '#server/http/fields.ts'
import { noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { action, asyncAction, type Route } from '#server/http/route.ts'
import { planDeposit, storeDeposit } from './ask-deposit.ts'
import { planForfeit, storeForfeit } from './forfeit-deposit.ts'
import { DepositForm, DepositRefund, Forfeit, NewDeposit, OnAcceptance, Withdrawal } from './input.ts'
import { setDepositOnAcceptance } from './on-acceptance.ts'
import { refundDeposit, withdrawDeposit } from './settle-deposit.ts'

const parseAmount = (amount: number | string | null | undefined) =>
  amount == null || amount === '' ? undefined : parsePaidAmount(amount)

function chosenForm({ what, amount, percent, ...rest }: Static<typeof DepositForm>) {
  if (what === 'percent' && percent == null) throw invalid({ percent: 'Enter a percentage.' })
  if (what === 'amount' && !amount) throw invalid({ amount: 'Enter an amount.' })
  return what === 'percent' ? { ...rest, percent } : { ...rest, amount }
}

const askDeposit = (c: Context, asked: Static<typeof NewDeposit>) => {
  const given = { ...asked, amount: parseAmount(asked.amount) }
  return issueDocument(
    issueInvoiceContext(c),
    (db, viewer, now) => planDeposit(db, viewer, given, now),
    (tx, planned, bytes, viewer) =>
      invoiceJson(readInvoiceWithCreditable(tx.db, viewer, storeDeposit(tx, planned, bytes), c.now())),
  )
}

const keepDeposit = (c: Context<{ id: string }>, asked: Static<typeof Forfeit>) => {
  const given = { reason: asked.reason, amount: parseAmount(asked.amount) }
  return issueDocument(
    issueInvoiceContext(c),
    (db, viewer, now) => planForfeit(db, viewer, c.params.id, given, now),
    (tx, planned, bytes, viewer) =>
      invoiceJson(readInvoiceWithCreditable(tx.db, viewer, storeForfeit(tx, planned, bytes), c.now())),
  )
}

export const depositActions: Route[] = [
  ...asyncAction(
    { api: 'POST /api/invoices/deposits', page: 'POST /invoices/deposits' },
    {
      claim: 'invoices.write',
      body: NewDeposit,
      form: { body: DepositForm, input: ({ body }) => ({ body: chosenForm(body) }) },
      summary:
        'Asks for a deposit on a job, an amount or a percentage of what is estimated: a numbered paper without VAT, no tax invoice.',
    },
    (c) => askDeposit(c, c.body),
    ({ id, number }, c) => reopenInvoice(c, id, `Deposit request ${number} made`),
  ),

  ...action(
    { api: 'POST /api/invoices/:id/refund', page: 'POST /invoices/:id/refund' },
    {
      claim: 'invoices.write',
      params: ById,
      body: DepositRefund,
      summary: 'Books that a deposit, or a part of it, went back to the client.',
    },
    (tx, viewer, c) =>
      refundDeposit(tx, viewer, c.params.id, { ...c.body, amount: parseAmount(c.body.amount) }),
    (_, c) => reopenInvoice(c, c.params.id, 'Deposit given back'),
    answerInvoice,
  ),

  ...asyncAction(
    { api: 'POST /api/invoices/:id/forfeit', page: 'POST /invoices/:id/forfeit' },
    {
      claim: 'invoices.issue',
      params: ById,
      body: Forfeit,
      summary: 'Keeps a deposit, or a part of it: a tax invoice with the VAT in it, paid by the deposit.',
    },
    (c) => keepDeposit(c, c.body),
    ({ id, number }, c) => reopenInvoice(c, id, `Invoice ${number} issued for the deposit`),
  ),

  ...action(
    { api: 'POST /api/invoices/:id/withdraw', page: 'POST /invoices/:id/withdraw' },
    {
      claim: 'invoices.write',
      params: ById,
      body: Withdrawal,
      summary: 'Asks no longer for what of a deposit was not paid.',
    },
    (tx, viewer, c) => withdrawDeposit(tx, viewer, c.params.id, c.body.reason),
    (_, c) => reopenInvoice(c, c.params.id, 'Deposit request withdrawn'),
    answerInvoice,
  ),

  ...action(
    { api: 'POST /api/jobs/:id/depositonacceptance', page: 'POST /mail/estimate/:id/deposit' },
    {
      claim: 'jobs.write',
      params: ById,
      body: OnAcceptance,
      summary:
        'Says what of an estimate is to be paid once it is accepted, in percent; without one, nothing is.',
    },
    (tx, viewer, c) => {
      setDepositOnAcceptance(tx, viewer, c.params.id, c.body.deposit ?? null)
      return readJob(tx.db, viewer, c.params.id)
    },
    () => noSwapReply(snackbarHeaders('Deposit on acceptance saved', { refresh: { table: 'jobs' } })),
  ),
]
