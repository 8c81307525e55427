import { findSignature } from '#db/queries/work/job-links.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { file, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { BySignature } from './input.ts'
import { readJobLinks } from './present-link.ts'

export const jobLinksApi: Route[] = [
  api(
    'GET /api/jobs/:id/links',
    {
      claim: 'jobs.write',
      params: ById,
      summary: 'The links that were made for a job, newest first, and what was answered by them.',
    },
    (c) => c.read((db, viewer) => listData(readJobLinks(db, visibleJob(db, viewer, c.params.id).id))),
  ),

  api(
    'GET /api/jobs/sets/:a/signature/:b',
    {
      claim: 'jobs.read',
      params: BySignature,
      summary: 'A signature as PNG: `a` is the set of what was shown and signed, `b` the signature in it.',
    },
    (c) =>
      c.read((db, viewer) => {
        const found = findSignature(db, c.params.a, c.params.b)
        if (!found) throw notFound('signature')
        visibleJob(db, viewer, found.jobid)
        return file(found.png, 'image/png', 'signature.png', true)
      }),
  ),
]
