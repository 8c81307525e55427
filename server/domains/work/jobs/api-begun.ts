import { ById, object, t } from '#server/http/fields.ts'
import { api, type Route } from '#server/http/route.ts'
import { beginJob } from './begin-job.ts'
import { readJob } from './read-job.ts'

const Begun = object({ begun: t.Boolean() })

export const jobBegunApi: Route[] = [
  api(
    'POST /api/jobs/:id/begun',
    {
      claim: 'jobs.write',
      params: ById,
      body: Begun,
      canwait: true,
      summary: 'Says that the work of an approved job began, or takes that back.',
    },
    (c) =>
      c.write((tx, viewer) => {
        beginJob(tx, viewer, c.params.id, c.body.begun)
        return readJob(tx.db, viewer, c.params.id)
      }),
  ),
]
