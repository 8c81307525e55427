import { billTime, leaveOutTime } from '#server/domains/work/timesheet/bill-time.ts'
import { ByChoice, ChosenTime } from '#server/domains/work/timesheet/input.ts'
import { TAKEN_BACK, undoTimeChoice } from '#server/domains/work/timesheet/undo-choice.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, flag, NoBody, object, t } from '#server/http/fields.ts'
import { type Data, dataReply, saved } from '#server/http/reply.ts'
import { action, asyncAction, page, type Route } from '#server/http/route.ts'
import { openMailBox } from '#server/mail/queued-mail.ts'
import { takeBackMail } from '#server/mail-outcomes.ts'
import { answerInvoice } from './answer-invoice.ts'
import { reopenInvoice } from './dialog.tsx'
import { changesLongInvoice, visibleInvoice } from './find-invoice.ts'
import { CreditBody, DraftChange, LineForm, NewInvoice, PartChange } from './input.ts'
import { creditInvoice, issueInvoice } from './issue-and-credit.ts'
import { invoiceJson } from './json.ts'
import { type CreditReason, creditReasons, DAMAGED } from './kinds.ts'
import { parseCredit, parseQuantityRows, readPercentField } from './line-form.ts'
import { markInvoiceSent } from './mark-sent.ts'
import { askedPart } from './part.ts'
import { readInvoiceWithCreditable } from './present.ts'
import { reviewDraft } from './review-draft.ts'
import { addDraft, changeDraft, changeDraftPart, type DraftValues, deleteDraft } from './save-draft.ts'

/** As the dialog of a part asks for it. */
function partForm(fields: Record<string, string | null>) {
  if (fields.what === 'percent') return { percent: readPercentField(fields) }
  if (fields.what !== 'lines') return {}
  return {
    lines: parseQuantityRows(fields, 'materialid').map(({ key, quantity }) => ({
      materialid: key,
      quantity,
    })),
  }
}

const creditForm = (fields: Record<string, string | null>) => ({
  reason: readReason(fields.reason ?? ''),
  damaged: fields.reason === DAMAGED,
  note: fields.note ?? undefined,
  ...parseCredit(fields),
})

function readReason(code: string): CreditReason {
  if (code === DAMAGED) return 'returned'
  if (Object.hasOwn(creditReasons, code)) return code as CreditReason
  throw invalid({ reason: 'Choose a reason.' })
}

const warned = <T,>(document: T, warnings: readonly string[]) =>
  dataReply(document, { message: warnings.join(' ') || undefined })

/** What a call answers after a document is issued, with what its transaction had to say. */
const answerIssued = ({ data: { id }, message }: Data<{ id: string }>, c: Context) =>
  dataReply(
    c.read((db, viewer) => invoiceJson(readInvoiceWithCreditable(db, viewer, id, c.now()))),
    { message },
  )

const reopenWarned = (c: Context, id: string, message: string, warning: string) =>
  reopenInvoice(c, id, warning ? `${message}. ${warning}` : message, {
    level: warning ? 'warning' : 'success',
  })

export const invoicesActions: Route[] = [
  ...action(
    { api: 'POST /api/invoices', page: 'POST /invoices' },
    {
      claim: 'invoices.write',
      body: NewInvoice,
      form: {
        body: LineForm,
        input: ({ body }) => ({
          body: {
            jobid: body.jobid ?? '',
            organisation: body.organisation || undefined,
            ...partForm(body),
          },
        }),
      },
      summary:
        'A draft of what is left to charge of a complete job, or of a part: chosen lines, or a percentage of the price. A job has one draft at most.',
    },
    (tx, viewer, c) => {
      const { jobid, organisation } = c.body
      return { id: addDraft(tx, viewer, jobid, { organisation, part: askedPart(c.body) }) }
    },
    ({ id }, c) => reopenInvoice(c, id, 'Draft prepared'),
    ({ id }, c, db, viewer) => invoiceJson(readInvoiceWithCreditable(db, viewer, id, c.now())),
  ),

  ...action(
    { api: 'POST /api/invoices/:id/part', page: 'POST /invoices/:id/part' },
    {
      claim: 'invoices.write',
      params: ById,
      body: PartChange,
      form: { params: ById, body: LineForm, input: ({ body }) => ({ body: partForm(body) }) },
      long: changesLongInvoice,
      summary:
        'Chooses what of its job a draft charges: lines, a percentage of the price, or all that is left.',
    },
    (tx, viewer, c) =>
      changeDraftPart(tx, viewer, c.params.id, { part: askedPart(c.body), version: c.body.version }),
    (_, c) => reopenInvoice(c, c.params.id, 'Draft changed'),
    answerInvoice,
  ),

  ...action(
    { api: 'PATCH /api/invoices/:id', page: 'PATCH /invoices/:id' },
    { claim: 'invoices.write', params: ById, body: DraftChange, summary: 'Changes a draft.' },
    (tx, viewer, c) => changeDraft(tx, viewer, c.params.id, c.body),
    () => saved('Draft saved', 'invoices'),
    answerInvoice,
  ),

  ...action(
    { api: 'DELETE /api/invoices/:id', page: 'DELETE /invoices/:id' },
    { claim: 'invoices.write', params: ById, summary: 'Deletes a draft.' },
    (tx, viewer, c) => {
      deleteDraft(tx, viewer, c.params.id)
      return dataReply(null, { message: 'Draft deleted' })
    },
    () => saved('Draft deleted', 'invoices'),
  ),

  ...action(
    { api: 'POST /api/invoices/:id/review', page: 'POST /invoices/:id/review' },
    {
      claim: 'invoices.issue',
      params: ById,
      summary: 'Marks a draft as reviewed, by somebody other than who prepared it.',
    },
    (tx, viewer, c) => reviewDraft(tx, viewer, c.params.id),
    (_, c) => reopenInvoice(c, c.params.id, 'Marked as reviewed'),
    answerInvoice,
  ),

  page(
    'POST /invoices/:id/time',
    {
      claim: 'materials.write',
      params: ById,
      query: object({ leaveout: t.Optional(flag()), beside: t.Optional(flag()) }),
      body: t.Optional(ChosenTime),
      summary:
        'Charges time that is on no line of the job of a draft, in place of what its line charges or `beside` it, or says that it is not charged.',
    },
    async (c) => {
      const settle = c.query.leaveout ? leaveOutTime : billTime
      const { entryids, lineids } = c.body ?? {}
      const choice = {
        entryids: entryids === undefined ? undefined : [entryids].flat(),
        lineids: lineids === undefined ? undefined : [lineids].flat(),
        beside: c.query.beside,
      }
      const { undo } = await c.write((tx, viewer) =>
        settle(tx, viewer, visibleInvoice(tx.db, viewer, c.params.id).invoice.jobid ?? '', choice),
      )
      return reopenInvoice(
        c,
        c.params.id,
        c.query.leaveout ? 'The time is not charged' : 'The time is charged',
        { undo: `/invoices/${c.params.id}/time/undo/${undo}` },
      )
    },
  ),

  page(
    'POST /invoices/:id/time/undo/:choice',
    {
      claim: 'materials.write',
      params: ByChoice,
      summary: 'Takes back what was chosen of time on the draft of an invoice.',
    },
    async (c) => {
      const { id, choice } = c.params
      await c.write((tx, viewer) =>
        undoTimeChoice(tx, viewer, visibleInvoice(tx.db, viewer, id).invoice.jobid ?? '', choice),
      )
      return reopenInvoice(c, id, TAKEN_BACK)
    },
  ),

  ...action(
    { api: 'POST /api/invoices/:id/sent', page: 'POST /invoices/:id/sent' },
    {
      claim: 'invoices.write',
      params: ById,
      body: NoBody,
      form: { body: NoBody },
      long: changesLongInvoice,
      summary: 'Marks an issued invoice as sent in another way: on paper, or by a message of one’s own.',
    },
    (tx, viewer, c) => markInvoiceSent(tx, viewer, c.params.id),
    (_, c) => reopenInvoice(c, c.params.id, 'Marked as sent'),
    answerInvoice,
  ),

  page(
    'POST /invoices/:id/takeback',
    {
      claim: 'invoices.write',
      params: ById,
      summary:
        'Takes back the mail that is to carry an invoice or a deposit request, and that no server has yet.',
    },
    async (c) => {
      const box = openMailBox(c.services, c.person.accountid)
      await c.write((tx, viewer) => {
        const { originalmailid } = visibleInvoice(tx.db, viewer, c.params.id).invoice
        if (!originalmailid) throw notFound('mail')
        takeBackMail(tx, box, originalmailid)
      })
      return reopenInvoice(c, c.params.id, 'The e-mail is taken back: nobody gets it')
    },
  ),

  ...asyncAction(
    { api: 'POST /api/invoices/:id/issue', page: 'POST /invoices/:id/issue' },
    {
      claim: 'invoices.issue',
      params: ById,
      body: t.Unsafe<{ draft?: DraftValues } | undefined>(NoBody),
      form: {
        body: DraftChange,
        // What stands in the dialog is saved with its version, all or nothing.
        input: (c) => ({ body: { draft: c.can('invoices.write') ? c.body : undefined } }),
      },
      summary: 'Gives a draft its number and stores its PDF; the job becomes Invoiced.',
    },
    (c) => issueInvoice(c, c.params.id, c.body?.draft, warned),
    (invoice, c, warning) => reopenWarned(c, c.params.id, `Invoice ${invoice.number} issued`, warning),
    answerIssued,
  ),

  ...asyncAction(
    { api: 'POST /api/invoices/:id/credit', page: 'POST /invoices/:id/credit' },
    {
      claim: 'invoices.issue',
      params: ById,
      body: CreditBody,
      form: {
        params: ById,
        body: LineForm,
        input: ({ body }) => ({ body: creditForm(body) }),
      },
      summary:
        'Takes an invoice back by a credit note, which is answered: all that is left of it, quantities of its lines, or money off their price.',
    },
    (c) => creditInvoice(c, c.params.id, c.body, warned),
    (note, c, warning) => reopenWarned(c, c.params.id, `Credit note ${note.number} issued`, warning),
    answerIssued,
  ),
]
