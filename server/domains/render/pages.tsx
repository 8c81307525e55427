import { positionOf } from '#db/queries/position.ts'
import { organisationOfBoard } from '#db/queries/render.ts'
import { boards } from '#db/schema/tenant/index.ts'
import { sightOf } from '#server/domains/boards/sight.ts'
import { wordsFor } from '#server/domains/customise/document-words.ts'
import { JobList } from '#server/domains/jobs/input.ts'
import { forbidden } from '#server/errors.ts'
import { fileStore } from '#server/files.ts'
import type { Context } from '#server/http/context.ts'
import { choice, id, integer, object, t } from '#server/http/fields.ts'
import { etagOf, printed, unchanged } from '#server/http/printed.ts'
import { page, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { nameOf } from '#server/records.ts'
import { VERSION } from '#server/version.ts'
import { todayIn, zoneOf } from '#server/zone.ts'
import { joblistOf } from './joblist-of.ts'
import { organisationOf } from './organisation-of.ts'
import { print } from './print.ts'
import { card, estimate, proforma, type Sheet, type Subject, subjectOf } from './sheets.ts'

const ById = t.Object({ id: id() })
export const look = {
  organisationid: t.Optional(t.String({ maxLength: 40 })),
  format: t.Optional(choice('pdf', 'png')),
  width: t.Optional(integer(50, 2_000)),
}
type Look = { organisationid?: string; format?: string; width?: number }

/** `png` asks for a picture of the first page, 800 pixels wide unless told. */
export const widthOf = ({ format, width }: Look) => (format === 'png' ? (width ?? 800) : undefined)

/** What can be printed of a job: who may is checked before anything is read. */
export const renderPages = ({ config }: Pick<Services, 'config'>): Route[] => {
  const files = fileStore(config.data)

  async function send(c: Context<{ id: string }, Look>, make: (about: Subject) => Sheet) {
    const about = <T,>(run: (about: Subject) => T) =>
      c.read((db) => run(subjectOf(db, c.person, c.params.id, c.query.organisationid)))
    const etag = about(({ db, job: { job }, organisation, today }) =>
      etagOf(
        VERSION,
        c.url.pathname,
        c.query,
        job.seq,
        positionOf(db).referenceVersion,
        organisation.id,
        today,
      ),
    )
    const same = unchanged(c.request, etag)
    if (same) return same
    const { name, draft } = about(make)
    return printed(await print(files, c.person.accountid, draft, widthOf(c.query)), { name, etag })
  }

  return [
    page(
      'GET /render/estimate/:id',
      {
        claim: 'jobs.read',
        params: ById,
        query: object({ ...look, vs: t.Optional(choice('detailed', 'summary')) }),
      },
      (c) => {
        if (!c.can('jobs.money')) throw forbidden()
        return send(c, (about) => estimate(about, c.query.vs === 'summary'))
      },
    ),

    page('GET /render/proforma/:id', { claim: 'jobs.read', params: ById, query: object(look) }, (c) => {
      if (!c.can('jobs.money')) throw forbidden()
      return send(c, proforma)
    }),

    page(
      'GET /render/card/:id',
      {
        claim: 'jobs.read',
        params: ById,
        query: object({ ...look, vs: t.Optional(choice('default', 'custom')) }),
      },
      (c) => send(c, (about) => card(about, c.query.vs === 'custom')),
    ),

    page(
      'GET /render/joblist',
      { claim: 'jobs.read', query: object({ ...JobList.properties, ...look }) },
      async (c) => {
        const today = c.read((db) => todayIn(zoneOf(db)))
        const etag = c.read((db) => etagOf(VERSION, c.url.search, c.person.userid, positionOf(db), today))
        const same = unchanged(c.request, etag)
        if (same) return same
        const data = c.read((db) => {
          const sight = sightOf(db, c.person)
          const { foot } = wordsFor(db, 'joblist')
          const { organisationid: asked, boardid } = c.query
          const seen = boardid !== undefined && sight.boards.has(boardid)
          const organisation = organisationOf(db, {
            asked,
            named: seen ? [organisationOfBoard(db, boardid)] : [],
          })
          const board = seen ? nameOf(db, boards, boardid) : undefined
          return { ...joblistOf(db, sight, c.query, organisation, board), foot }
        })
        const bytes = await print(files, c.person.accountid, { document: 'joblist', data }, widthOf(c.query))
        return printed(bytes, { name: `${data.title} ${today}`, etag })
      },
    ),
  ]
}
