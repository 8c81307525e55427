import { type JobForPrint, jobForPrint, type OrganisationRow } from '#db/queries/documents.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { addJobCardTexts, addPriceDocumentTexts } from '#server/documents/add-texts.ts'
import { findDocumentKind, type JobDocumentKind } from '#server/documents/document-kinds.ts'
import type { PrintableDocument } from '#server/documents/print.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { type DocumentTexts, resolveDocumentTexts } from '#server/documents/texts.ts'
import { computeDeposit } from '#server/domains/sales/deposits/on-acceptance.ts'
import { estimateValidUntil } from '#server/domains/work/jobs/estimate-validity.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import { asCents } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import { estimateName } from '#views/documents/estimate-name.ts'
import { agreedVisit } from '#views/ui/visit-time.ts'
import { buildJobCard } from './build-job-card.ts'
import { buildPickingList } from './build-picking-list.ts'
import { buildPriceDocument } from './build-price-document.ts'
import { numberRevision } from './estimate-revision.ts'

export type PaperSubject = {
  db: TenantDb
  job: JobForPrint
  organisation: OrganisationRow
  today: string
}

export type Subject = PaperSubject & { viewer: Viewer }

export type JobDocument = { name: string; printable: PrintableDocument }

/** `asked` is the organisation they chose. @throws 404 */
export function readSubject(db: TenantDb, viewer: Viewer, jobid: string, asked?: string): Subject {
  const { id } = visibleJob(db, viewer, jobid)
  return { viewer, ...readPaperSubject(db, id, asked) }
}

export function readPaperSubject(db: TenantDb, jobid: string, asked?: string): PaperSubject {
  const job = jobForPrint(db, jobid)
  if (!job) throw notFound('job')
  const organisation = resolveOrganisation(db, {
    asked,
    named: [job.job.organisation, job.boardorganisation],
  })
  return { db, job, organisation, today: readToday(db) }
}

type Build = (subject: Subject, texts: DocumentTexts, version?: string) => PrintableDocument

const quotedDocument = ({ db, job, organisation, today }: PaperSubject) =>
  buildPriceDocument(db, job, organisation, { basis: 'quoted', date: today })

export function buildEstimate(subject: PaperSubject, texts: DocumentTexts, version?: string) {
  const { reference: number } = subject.job.job
  const validuntil = estimateValidUntil(subject.job.job, subject.organisation, subject.today)
  const quoted = quotedDocument(subject)
  const onacceptance = computeDeposit(subject.db, subject.job.job, {
    organisation: subject.organisation.id,
    total: asCents(quoted.totals.total),
  })
  const visit = agreedVisit(subject.job.job)
  const summary = version === 'summary'
  const offer = { ...quoted, number, validuntil, onacceptance, visit, summary }
  const fixedprice = subject.job.job.fixedprice || undefined
  const document = { ...offer, fixedprice, revision: numberRevision(subject.job.job, offer) }
  return addPriceDocumentTexts(document, texts, termsOn('estimate', subject))
}

const builders: Record<JobDocumentKind, Build> = {
  estimate: (subject, texts, version) => ({
    document: 'estimate',
    data: buildEstimate(subject, texts, version),
  }),
  proforma: (subject, texts) => {
    const { job, client } = subject.job
    const document = { ...quotedDocument(subject), number: job.reference, order: job.customerreference }
    const data = addPriceDocumentTexts(document, texts, client?.terms, termsOn('proforma', subject))
    return { document: 'proforma', data }
  },
  card: ({ db, job, organisation }, texts, version) => ({
    document: 'card',
    data: addJobCardTexts(buildJobCard(db, job, organisation, { custom: version === 'custom' }), texts),
  }),
  pickinglist: ({ db, viewer, job, organisation }, texts) => ({
    document: 'pickinglist',
    data: addJobCardTexts(buildPickingList(db, viewer, job, organisation), texts),
  }),
}

function termsOn(kind: JobDocumentKind, { organisation }: PaperSubject) {
  const { terms } = findDocumentKind(kind)
  return terms && organisation[terms]
}

/** @throws 404 `notoffered` for a document that the account does without */
export function buildJobDocument(kind: JobDocumentKind, subject: Subject, version?: string): JobDocument {
  const { label, versions = {} } = findDocumentKind(kind)
  const { reference } = subject.job.job
  const printable = builders[kind](subject, resolveDocumentTexts(subject.db, kind), version)
  const name =
    printable.document === 'estimate'
      ? estimateName(reference, printable.data.revision)
      : `${label} ${reference}`
  return { name: name + (versions[version ?? ''] ?? ''), printable }
}
