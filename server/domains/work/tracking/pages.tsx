import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, fragment } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { readZone } from '#server/zone.ts'
import { Tracking } from '#views/work/tracking/tracking.tsx'
import { trackJob } from './track-job.ts'

export const trackingRoutes: Route[] = [
  api(
    'GET /api/jobs/:id/tracking',
    {
      claim: 'jobs.read',
      params: ById,
      summary: 'What happened to a job, in order: lanes, steps, stock, equipment, documents, approvals.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { tracked, more } = trackJob(db, viewer, visibleJob(db, viewer, c.params.id).id)
        return dataReply(tracked, { total: tracked.length, ...(more && { more }) })
      }),
  ),

  page(
    'GET /tracking/:id',
    { claim: 'jobs.read', params: ById, summary: 'What happened to a job, as the tab of its dialog.' },
    (c) =>
      c.read((db, viewer) => {
        const { id } = visibleJob(db, viewer, c.params.id)
        return fragment(<Tracking jobid={id} {...trackJob(db, viewer, id)} zone={readZone(db)} />)
      }),
  ),
]
