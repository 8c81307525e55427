import { findSignature } from '#db/queries/work/job-links.ts'
import { findSignOff } from '#db/queries/work/signoffs.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { visibleDelivery } from '#server/domains/work/deliveries/find-delivery.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { file, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { drawSignature, type Signature } from '#server/signature.ts'
import { BySignature } from './input.ts'
import { readJobLinks } from './present-link.ts'

function readSignature(db: TenantDb, viewer: Viewer, { a, b }: { a: string; b: string }): Uint8Array {
  const found = findSignature(db, a, b)
  if (found) {
    visibleJob(db, viewer, found.jobid)
    return found.png
  }
  // A sign-off and a delivery are sets of one signature, which has no id but its own.
  const signoff = a === b ? findSignOff(db, a) : undefined
  if (signoff) visibleJob(db, viewer, signoff.jobid)
  const drawn = signoff?.strokes ?? (a === b ? visibleDelivery(db, viewer, a).delivery.signature : null)
  if (!drawn) throw notFound('signature')
  return drawSignature(JSON.parse(drawn) as Signature)
}

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
      summary:
        'A signature as PNG: `a` is the set of what was shown and signed, `b` the signature in it; of a delivery and of a sign-off both are its id.',
    },
    (c) =>
      c.read((db, viewer) => file(readSignature(db, viewer, c.params), 'image/png', 'signature.png', true)),
  ),
]
