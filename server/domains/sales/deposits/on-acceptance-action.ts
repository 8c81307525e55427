import { readJob } from '#server/domains/work/jobs/read-job.ts'
import { ById, object, percent, t } from '#server/http/fields.ts'
import { noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { action, type Route } from '#server/http/route.ts'
import { setDepositOnAcceptance } from './on-acceptance.ts'

const Asked = object({ deposit: t.Optional(percent()) })

export const depositOnAcceptance: Route[] = action(
  { api: 'POST /api/jobs/:id/depositonacceptance', page: 'POST /mail/estimate/:id/deposit' },
  {
    claim: 'jobs.write',
    params: ById,
    body: Asked,
    summary:
      'Says what of an estimate is to be paid once it is accepted, in percent; without one, nothing is.',
  },
  (tx, viewer, c) => {
    setDepositOnAcceptance(tx, viewer, c.params.id, c.body.deposit ?? null)
    return readJob(tx.db, viewer, c.params.id)
  },
  () => noSwapReply(snackbarHeaders('Deposit on acceptance saved', { refresh: { table: 'jobs' } })),
)
