import { forbidden } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { redirect } from '#server/http/reply.ts'
import { asyncAction, type Route } from '#server/http/route.ts'
import { addDraftBatch, addIssueBatch, undoDrafts, visibleBatch } from './batches.ts'
import { DraftsForm, IssueForm, IssueMany, NewDrafts } from './input.ts'
import { startBatch } from './run-batch.ts'

const split = (ids?: string) => (ids ? ids.split(',') : undefined)

const toBatch = ({ id }: { id: string }) => redirect(`/billing/batches/${id}`)

export const billingActions: Route[] = [
  ...asyncAction(
    { api: 'POST /api/billing/drafts', page: 'POST /billing/drafts' },
    {
      claim: 'invoices.write',
      body: NewDrafts,
      form: {
        body: DraftsForm,
        input: ({ body }) => ({ body: { ids: split(body.ids), client: body.client || undefined } }),
      },
      summary: 'Makes a draft for each of some jobs, or of all complete jobs of a client, one after another.',
    },
    (c) => startBatch(c, () => c.write((tx, viewer) => ({ id: addDraftBatch(tx, viewer, c.body) }))),
    toBatch,
  ),

  ...asyncAction(
    { api: 'POST /api/billing/issue', page: 'POST /billing/issue' },
    {
      claim: 'invoices.issue',
      body: IssueMany,
      form: { body: IssueForm, input: ({ body }) => ({ body: { ids: body.ids.split(',') } }) },
      summary: 'Issues drafts one after another, each whole or not at all.',
    },
    (c) => startBatch(c, () => c.write((tx, viewer) => ({ id: addIssueBatch(tx, viewer, c.body.ids) }))),
    toBatch,
  ),

  ...asyncAction(
    { api: 'POST /api/billing/batches/:id/resume', page: 'POST /billing/batches/:id/resume' },
    {
      claim: 'invoices.write',
      params: ById,
      summary: 'Goes on with a batch that stopped when the program ended.',
    },
    async (c) => {
      const { kind } = c.read((db, viewer) => visibleBatch(db, viewer, c.person.userid, c.params.id))
      if (kind === 'issue' && !c.can('invoices.issue')) throw forbidden()
      return startBatch(c, () => ({ id: c.params.id }))
    },
    toBatch,
  ),

  ...asyncAction(
    { api: 'POST /api/billing/batches/:id/undo', page: 'POST /billing/batches/:id/undo' },
    {
      claim: 'invoices.write',
      params: ById,
      summary: 'Deletes the drafts of a batch that nobody changed since.',
    },
    (c) =>
      startBatch(c, () =>
        c.write((tx, viewer) => {
          const batch = visibleBatch(tx.db, viewer, c.person.userid, c.params.id)
          return undoDrafts(tx, batch)
        }),
      ),
    toBatch,
  ),
]
