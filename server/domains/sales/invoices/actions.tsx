import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { billTime, leaveOutTime } from '#server/domains/work/timesheet/bill-time.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, flag, NoBody, object, t } from '#server/http/fields.ts'
import { dataReply, saved } from '#server/http/reply.ts'
import { action, asyncAction, page, type Route } from '#server/http/route.ts'
import { reopenInvoice } from './dialog.tsx'
import { isOfLongJob, visibleInvoice } from './find-invoice.ts'
import { CreditBody, DraftChange, LineForm, NewInvoice, PartChange } from './input.ts'
import { creditInvoice, issueInvoice } from './issue-and-credit.ts'
import { invoiceJson } from './json.ts'
import { type CreditReason, creditReasons } from './kinds.ts'
import { parseQuantityRows, readPercentField } from './line-form.ts'
import { askedPart } from './part.ts'
import { readInvoice } from './present.ts'
import { reviewDraft } from './review-draft.ts'
import { addDraft, changeDraft, changeDraftPart, type DraftValues, deleteDraft } from './save-draft.ts'

const read = (c: Context<{ id: string }>, db: TenantDb, viewer: Viewer) =>
  invoiceJson(readInvoice(db, viewer, c.params.id, c.now()))

/** A draft of hundreds of lines takes long to add up, and a form shows none of it. */
const answerInvoice = (_: unknown, c: Context<{ id: string }>, db: TenantDb, viewer: Viewer) =>
  read(c, db, viewer)

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
  ...(fields.what === 'lines'
    ? {
        lines: parseQuantityRows(fields, 'line').map(({ key, quantity }) => ({
          line: Number(key),
          quantity,
        })),
        again: fields.again === 'true',
      }
    : {}),
})

function readReason(code: string): CreditReason {
  if (Object.hasOwn(creditReasons, code)) return code as CreditReason
  throw invalid({ reason: 'Choose a reason.' })
}

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
    ({ id }, c, db, viewer) => invoiceJson(readInvoice(db, viewer, id, c.now())),
  ),

  ...action(
    { api: 'POST /api/invoices/:id/part', page: 'POST /invoices/:id/part' },
    {
      claim: 'invoices.write',
      params: ById,
      body: PartChange,
      form: { params: ById, body: LineForm, input: ({ body }) => ({ body: partForm(body) }) },
      long: (c) => c.read((db) => isOfLongJob(db, (c.params as { id: string }).id)),
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
      query: object({ leaveout: t.Optional(flag()) }),
      summary: 'Adds the time that is on no line to the job of a draft, or says that it is not charged.',
    },
    async (c) => {
      const settle = c.query.leaveout ? leaveOutTime : billTime
      await c.write((tx, viewer) =>
        settle(tx, viewer, visibleInvoice(tx.db, viewer, c.params.id).invoice.jobid ?? '', {}),
      )
      return reopenInvoice(
        c,
        c.params.id,
        c.query.leaveout ? 'The time is not charged' : 'The time is charged',
      )
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
    (c) => issueInvoice(c, c.params.id, c.body?.draft),
    (invoice, c) => reopenInvoice(c, c.params.id, `Invoice ${invoice.number} issued`),
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
        'Takes an invoice back by a credit note, which is answered: all that is left of it, or quantities of its lines.',
    },
    (c) => creditInvoice(c, c.params.id, c.body),
    (note, c) => reopenInvoice(c, c.params.id, `Credit note ${note.number} issued`),
  ),
]
