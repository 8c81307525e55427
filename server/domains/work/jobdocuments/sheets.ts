import { type JobForPrint, jobForPrint, type OrganisationRow } from '#db/queries/documents.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { addCardTexts, addPaperTexts } from '#server/documents/add-texts.ts'
import type { Draft } from '#server/documents/print.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { resolveDocumentTexts } from '#server/documents/texts.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { buildJobCard } from './build-job-card.ts'
import { buildJobPaper } from './build-job-paper.ts'

export type Subject = {
  db: TenantDb
  viewer: Viewer
  job: JobForPrint
  organisation: OrganisationRow
  today: string
}

export type JobDocument = { name: string; draft: Draft }

/** `asked` is the organisation they chose. @throws 404 */
export function readSubject(db: TenantDb, viewer: Viewer, jobid: string, asked?: string): Subject {
  const { id } = visibleJob(db, viewer, jobid)
  const job = jobForPrint(db, id)
  if (!job) throw notFound('job')
  const organisation = resolveOrganisation(db, {
    asked,
    named: [job.job.organisation, job.boardorganisation],
  })
  return { db, viewer, job, organisation, today: todayIn(readZone(db)) }
}

export function estimateSheet({ db, job, organisation, today }: Subject, summary = false): JobDocument {
  const { reference: number } = job.job
  const paper = buildJobPaper(db, job, organisation, { basis: 'quoted', date: today })
  return {
    name: `Estimate ${number}${summary ? ' summary' : ''}`,
    draft: {
      document: 'estimate',
      data: addPaperTexts(
        { ...paper, number, summary },
        resolveDocumentTexts(db, 'estimate'),
        organisation.estimateterms,
      ),
    },
  }
}

export function proformaSheet({ db, job, organisation, today }: Subject): JobDocument {
  const { reference: number, customerreference: order } = job.job
  const paper = buildJobPaper(db, job, organisation, { basis: 'quoted', date: today })
  const terms = [job.client?.terms, organisation.invoiceterms]
  return {
    name: `Pro forma ${number}`,
    draft: {
      document: 'proforma',
      data: addPaperTexts({ ...paper, number, order }, resolveDocumentTexts(db, 'proforma'), ...terms),
    },
  }
}

export function cardSheet({ db, job, organisation }: Subject, custom = false): JobDocument {
  return {
    name: `Job card ${job.job.reference}`,
    draft: {
      document: 'card',
      data: addCardTexts(buildJobCard(db, job, organisation, custom), resolveDocumentTexts(db, 'card')),
    },
  }
}
