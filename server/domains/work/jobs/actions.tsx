import { ById } from '#server/http/fields.ts'
import { noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { action, api, type Route } from '#server/http/route.ts'
import { changeManyJobs, undoManyJobs } from './change-many.ts'
import { BulkChange } from './input.ts'

export const jobsActions: Route[] = [
  api(
    'POST /api/jobs/bulk',
    {
      claim: 'jobs.write',
      body: BulkChange,
      summary:
        'One change of many jobs, in one transaction. `refused` says of each job that stays why; `id` undoes the rest.',
    },
    (c) =>
      c.write((tx, viewer) => {
        const { ids, all, ...change } = c.body
        return changeManyJobs(
          tx,
          viewer,
          { ids, all: all && { ...all, status: all.status || undefined } },
          { ...change, archived: change.archived || undefined },
        )
      }),
  ),

  ...action(
    { api: 'POST /api/jobs/bulk/:id/undo', page: 'POST /bulkchanges/:id/undo' },
    {
      claim: 'jobs.write',
      params: ById,
      summary: 'Takes a change of many jobs back, where nobody changed them since.',
    },
    (tx, viewer, c) => undoManyJobs(tx, viewer, c.params.id),
    ({ done, refused }) =>
      noSwapReply(
        snackbarHeaders(
          refused.length > 0
            ? `${done.length} taken back; ${refused.length} stay, since they were changed again`
            : `${done.length} ${done.length === 1 ? 'job' : 'jobs'} taken back`,
          { level: refused.length > 0 ? 'warning' : 'success', refresh: { table: 'jobs' } },
        ),
      ),
  ),
]
