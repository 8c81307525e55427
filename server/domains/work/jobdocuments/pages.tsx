import { findBoardOrganisationId } from '#db/queries/documents.ts'
import { readPosition, readReferenceVersion } from '#db/queries/position.ts'
import { lastMovement } from '#db/queries/stock/stock.ts'
import { boards } from '#db/schema/tenant/index.ts'
import {
  checkMayPrint,
  findDocumentKind,
  type JobDocumentKind,
  jobDocumentKinds,
} from '#server/documents/document-kinds.ts'
import { print } from '#server/documents/print.ts'
import { type PrintQuery, previewWidth, printQuery } from '#server/documents/print-query.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { resolveDocumentTexts } from '#server/documents/texts.ts'
import { JobList } from '#server/domains/work/jobs/input.ts'
import type { Context } from '#server/http/context.ts'
import { computeEtag, documentReply, notModified } from '#server/http/document-reply.ts'
import { ById, choiceInAnyCase, object, t } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { findName } from '#server/records.ts'
import { VERSION } from '#server/version.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readToday } from '#server/zone.ts'
import { buildJobDocument, readSubject, type Subject } from './build-job-document.ts'
import { buildJobList } from './build-job-list.ts'

async function send(c: Context<{ id: string }, PrintQuery & { vs?: string }>, kind: JobDocumentKind) {
  const about = <T,>(run: (about: Subject) => T) =>
    c.read((db, viewer) => run(readSubject(db, viewer, c.params.id, c.query.organisationid)))
  const etag = about(({ db, job: { job }, organisation, today }) =>
    computeEtag(
      VERSION,
      c.url.pathname,
      c.query,
      job.seq,
      readReferenceVersion(db),
      organisation.id,
      today,
      findDocumentKind(kind).stock && [lastMovement(db), c.can('stock.read')],
    ),
  )
  const same = notModified(c.request, etag)
  if (same) return same
  const { name, printable } = about((subject) => buildJobDocument(kind, subject, c.query.vs))
  return documentReply(await print(c.services.files, whileConnected(c), printable, previewWidth(c.query)), {
    name,
    etag,
  })
}

function renderPage(kind: JobDocumentKind): Route {
  const { label, versions } = findDocumentKind(kind)
  const vs = versions && { vs: t.Optional(choiceInAnyCase(...Object.keys(versions))) }
  return page(
    `GET /render/${kind}/:id`,
    {
      claim: 'jobs.read',
      params: ById,
      query: object({ ...printQuery, ...vs }),
      summary: `${label} as a PDF.`,
    },
    (c) => {
      checkMayPrint(c.person.claims, kind)
      return send(c, kind)
    },
  )
}

export const renderPages: Route[] = [
  ...jobDocumentKinds.map(renderPage),

  page(
    'GET /render/joblist',
    {
      claim: 'jobs.read',
      query: object({ ...JobList.properties, ...printQuery }),
      summary: 'The job list as a PDF.',
    },
    async (c) => {
      const today = c.read((db) => readToday(db))
      const etag = c.read((db) =>
        computeEtag(VERSION, c.url.search, c.person.userid, readPosition(db), today),
      )
      const same = notModified(c.request, etag)
      if (same) return same
      const data = c.read((db, viewer) => {
        const { foot } = resolveDocumentTexts(db, 'joblist')
        const { organisationid: asked, boardid } = c.query
        const seen = boardid !== undefined && viewer.boards.has(boardid)
        const organisation = resolveOrganisation(db, {
          asked,
          named: seen ? [findBoardOrganisationId(db, boardid)] : [],
        })
        const board = seen ? findName(db, boards, boardid) : undefined
        return { ...buildJobList(db, viewer, c.query, organisation, board), foot }
      })
      const bytes = await print(
        c.services.files,
        whileConnected(c),
        { document: 'joblist', data },
        previewWidth(c.query),
      )
      return documentReply(bytes, { name: `${data.title} ${today}`, etag })
    },
  ),
]
