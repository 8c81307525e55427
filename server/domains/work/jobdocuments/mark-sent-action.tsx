import { checkMayPrint } from '#server/documents/document-kinds.ts'
import { readDocumentTexts } from '#server/documents/texts.ts'
import { getEditableJob } from '#server/domains/work/jobs/find-job.ts'
import { markEstimateSent } from '#server/domains/work/jobs/mark-estimate-sent.ts'
import { readJob } from '#server/domains/work/jobs/read-job.ts'
import { changesLongJob } from '#server/domains/work/materials/long-job.ts'
import { recordHistory } from '#server/history.ts'
import { ById, NoBody, object, t } from '#server/http/fields.ts'
import { saved } from '#server/http/reply.ts'
import { action, type Route } from '#server/http/route.ts'
import { buildEstimate, readSubject } from './build-job-document.ts'
import { recordOffer } from './estimate-revision.ts'

const As = object({ organisationid: t.Optional(t.String({ maxLength: 40 })) })

export const markSentAction: Route[] = action(
  { api: 'POST /api/jobs/:id/estimatesent', page: 'POST /mail/estimate/:id/sent' },
  {
    claim: 'jobs.write',
    params: ById,
    query: As,
    body: NoBody,
    form: { body: NoBody },
    long: changesLongJob,
    summary: 'Marks the estimate of a job as sent in another way: on paper, or by a message of one’s own.',
  },
  (tx, viewer, c) => {
    const { id } = c.params
    checkMayPrint(viewer.claims, 'estimate')
    getEditableJob(tx.db, viewer, id)
    const subject = readSubject(tx.db, viewer, id, c.query.organisationid)
    const offer = buildEstimate(subject, readDocumentTexts(tx.db, 'estimate'))
    recordHistory(tx, 'jobs', id, [{ field: 'estimate', oldvalue: '', newvalue: 'sent, not by e-mail' }])
    recordOffer(tx, id, offer)
    markEstimateSent(tx, id, offer.validuntil)
    return readJob(tx.db, viewer, id)
  },
  () => saved('Estimate marked as sent', 'jobs'),
)
