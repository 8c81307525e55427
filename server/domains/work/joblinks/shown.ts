import { APPROVE, COMPLETE, DRAFT, INVOICED, REVIEW } from '#db/job-status.ts'
import type { LinkPurpose } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { addJobCardTexts } from '#server/documents/add-texts.ts'
import type { Printable } from '#server/documents/parties.ts'
import { readDocumentTexts, resolveDocumentTexts } from '#server/documents/texts.ts'
import { buildJobCard } from '#server/domains/work/jobdocuments/build-job-card.ts'
import {
  buildEstimate,
  type PaperSubject,
  readPaperSubject,
} from '#server/domains/work/jobdocuments/build-job-document.ts'
import { estimateSubstance } from '#server/domains/work/jobdocuments/estimate-revision.ts'
import type { CardData, EstimateData } from '#views/documents/types.ts'
import { sinceApproval } from './since-approval.ts'

/** What a link shows, as it is printed. */
export type Shown =
  | { document: 'estimate'; data: Printable<EstimateData> }
  | { document: 'card'; data: Printable<CardData> }

/** Of which jobs a link may be answered: what is archived or removed has no stage, and an estimate ends with the invoice. */
export const answerable: Record<LinkPurpose, readonly number[]> = {
  approve: [DRAFT, REVIEW, APPROVE, COMPLETE],
  accept: [APPROVE, COMPLETE, INVOICED],
}

type ReadTexts = typeof readDocumentTexts

const builders: Record<LinkPurpose, (subject: PaperSubject, texts: ReadTexts) => Shown> = {
  approve: (subject, texts) => {
    const data = buildEstimate(subject, texts(subject.db, 'estimate'))
    return {
      document: 'estimate',
      data: { ...data, before: sinceApproval(subject.db, subject.job.job, data) },
    }
  },
  accept: (subject, texts) => ({
    document: 'card',
    data: addJobCardTexts(
      buildJobCard(subject.db, subject.job, subject.organisation, { forclient: true }),
      texts(subject.db, 'card'),
    ),
  }),
}

/** @throws 404 `notoffered` for a document that the account does without */
export const buildShown = (purpose: LinkPurpose, subject: PaperSubject): Shown =>
  builders[purpose](subject, resolveDocumentTexts)

/** What was sent before is compared also where no more is sent. */
export const buildEstimateNow = (db: TenantDb, jobid: string, organisation?: string) =>
  buildEstimate(readPaperSubject(db, jobid, organisation), readDocumentTexts(db, 'estimate'))

function substance({ document, data }: Shown) {
  if (document === 'estimate') return estimateSubstance(data)
  const { organisation, client, site, description, input, output } = data
  return [[organisation.name, client.name, site?.name, site?.addresslines], description, input, output]
}

type Link = { purpose: LinkPurpose; jobid: string; organisation: string; shown: string }

/** Whether the job says something else by now than what was sent. */
export function isOutdated(db: TenantDb, { purpose, jobid, organisation, shown }: Link): boolean {
  const now = builders[purpose](readPaperSubject(db, jobid, organisation), readDocumentTexts)
  // Through JSON, as it was stored: what is undefined is gone.
  return JSON.stringify(substance(now)) !== JSON.stringify(substance(JSON.parse(shown)))
}
