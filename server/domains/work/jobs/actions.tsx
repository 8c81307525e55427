import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { hasManyEntries } from '#server/http/many-entries.ts'
import { fragment, noSwapReply, saved, snackbarHeaders } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { BulkDialog, BulkRefusals } from '#views/work/jobs/bulk-dialog.tsx'
import { countJobs } from '#views/work/jobs/bulk-kinds.ts'
import { bulkMessage, bulkOptions } from './bulk-options.ts'
import { changeManyJobs, isLongBatch, undoManyJobs } from './change-many.ts'
import { BulkChange, BulkDialogQuery, BulkForm } from './input.ts'

/** Also what is asked for as all that a list shows. */
const isForMany = (c: Context) => hasManyEntries(c) || Boolean((c.body as { all?: unknown }).all)

export const jobsActions: Route[] = [
  ...action(
    { api: 'POST /api/jobs/bulk', page: 'POST /bulkchanges' },
    {
      claim: 'jobs.write',
      body: BulkChange,
      form: { body: BulkForm, input: ({ body }) => ({ body: { ...body, ids: body.ids.split(',') } }) },
      long: isForMany,
      summary:
        'One change of many jobs, in one transaction. `refused` says of each job that stays why; `id` undoes the rest.',
    },
    (tx, viewer, { body: { ids, all, ...change } }) =>
      changeManyJobs(
        tx,
        viewer,
        { ids, all: all && { ...all, status: all.status || undefined } },
        { ...change, archived: change.archived || undefined },
      ),
    ({ id, done, refused }, c) => {
      const message = c.read((db, viewer) => bulkMessage(db, viewer, done.length, c.body))
      const undo = id ? `/bulkchanges/${id}/undo` : undefined
      if (refused.length === 0) return saved(message, 'jobs', undo)
      return fragment(
        <BulkRefusals
          done={done.length}
          refused={refused}
          lane={c.body.confirmed ? undefined : (c.body.lane ?? undefined)}
        />,
        { headers: done.length > 0 ? snackbarHeaders(message, { undo, refresh: { table: 'jobs' } }) : {} },
      )
    },
  ),

  page(
    'GET /bulkchanges/new',
    { claim: 'jobs.write', query: BulkDialogQuery, summary: 'Asks for a change of many jobs.' },
    (c) => {
      const { change, ids } = c.query
      const options = c.read((db, viewer) => bulkOptions(db, viewer, change))
      return fragment(<BulkDialog change={change} ids={ids.split(',')} options={options} />)
    },
  ),

  ...action(
    { api: 'POST /api/jobs/bulk/:id/undo', page: 'POST /bulkchanges/:id/undo' },
    {
      claim: 'jobs.write',
      params: ById,
      long: (c) => c.read((db) => isLongBatch(db, (c.params as { id: string }).id)),
      summary: 'Takes a change of many jobs back, where nobody changed them since.',
    },
    (tx, viewer, c) => undoManyJobs(tx, viewer, c.params.id),
    ({ done, refused }) =>
      noSwapReply(
        snackbarHeaders(
          refused.length > 0
            ? `${done.length} taken back; ${refused.length} stay, since they were changed again`
            : `${countJobs(done.length)} taken back`,
          { level: refused.length > 0 ? 'warning' : 'success', refresh: { table: 'jobs' } },
        ),
      ),
  ),
]
