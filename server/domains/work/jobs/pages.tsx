import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { listPrintableKinds } from '#server/documents/texts.ts'
import { object, t } from '#server/http/fields.ts'
import { drawOnce } from '#server/http/markup-cache.ts'
import { redirect, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { resolveViewWords } from '#server/list-views/open-list-view.ts'
import { pageTitle } from '#server/resources.ts'
import { JobsPage } from '#views/work/jobs/list.tsx'
import { PastJobs } from '#views/work/jobs/past.tsx'
import { jobListExport, pastJobsExport } from './api-export.ts'
import { narrowsLanes, parseLaneFilter, readLanes, readWholeBoard } from './board-lanes.ts'
import { boardAt, boardProps, boardTabRights } from './board-props.ts'
import { describeJobQuery } from './describe-query.ts'
import { drawBoard } from './draw-board.ts'
import { allJobsQuery, pastJobQuery } from './input.ts'
import { presentJobLines } from './job-lines.ts'
import { findJobs } from './list-jobs.ts'
import { atNewAddress } from './pages-moved.tsx'
import { pastFilters } from './past-filters.ts'
import { pastJobsOnBoard } from './past-jobs.ts'

const JobsQuery = object(allJobsQuery)
const PastQuery = object(pastJobQuery)
const key = 'pages.jobs'
const OnBoard = t.Object({ jobs: t.String({ maxLength: 100 }), board: t.String({ maxLength: 200 }) })

const printsJobList = (db: TenantDb, viewer: Viewer) =>
  listPrintableKinds(db, viewer.claims).some(({ name }) => name === 'joblist')

/** What is open on any board, or what stands in one stage. */
export const jobListPages: Route[] = [
  page(
    'GET /jobs',
    { claim: 'jobs.read', query: JobsQuery, summary: 'Jobs of all boards, by their stage.' },
    (c) =>
      c.read((db, viewer) => {
        const { marks, ...counted } = findJobs(db, viewer, { sort: '-created', ...c.query })
        const title = pageTitle(db, key)
        return view(
          <JobsPage
            title={title}
            rows={presentJobLines(db, viewer, marks)}
            {...counted}
            query={c.query}
            narrowed={describeJobQuery(db, c.query)}
            url={c.url.pathname + c.url.search}
            money={viewer.claims.has('jobs.money')}
            canwrite={c.can('jobs.write')}
            canprint={printsJobList(db, viewer)}
            canexport={c.can('records.export')}
          />,
          { title, page: key },
        )
      }),
  ),

  jobListExport,
]

export const jobsPages: Route[] = [
  page(
    'GET /:jobs/:board/progress',
    {
      claim: 'jobs.read',
      params: OnBoard,
      cached: true,
      summary: 'A board: its lanes, each with its first cards.',
    },
    (c) =>
      c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        if (!board) return atNewAddress(c, db, viewer)
        const search = resolveViewWords(db, c.person, c.url.searchParams).toString()
        // Its island reads the browser's address, which must say all.
        if (search !== new URL(c.request.url).searchParams.toString())
          return redirect(`${c.url.pathname}?${search}`)
        const first = readWholeBoard(db, viewer, board.id)
        const filter = parseLaneFilter(c.url.searchParams)
        const { cards: cached, ...figures } =
          narrowsLanes(filter) && first.cards.length < first.total
            ? readLanes(db, viewer, { boardid: board.id, filter })
            : first
        const open = c.url.searchParams.get('open') ?? undefined
        const props = boardProps(db, viewer, { board, cached, figures, seq: c.seq, open })
        const markup = drawBoard({
          props,
          cached,
          query: c.url.search,
          tabs: boardTabRights(c),
          canexport: c.can('records.export'),
          drawOnce,
        })
        return view(markup, { title: board.name, page: `board.${board.slug}` })
      }),
  ),

  pastJobsExport,

  page(
    'GET /:jobs/:board/history',
    {
      claim: 'jobs.read',
      params: OnBoard,
      query: PastQuery,
      summary: 'Jobs of a board that are invoiced, archived or complete for long.',
    },
    (c) =>
      c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        if (!board) return atNewAddress(c, db, viewer)
        const { marks, ...counted } = findJobs(db, viewer, pastJobsOnBoard(db, board.id, c.query))
        const rows = presentJobLines(db, viewer, marks)
        const url = c.url.pathname + c.url.search
        return view(
          <PastJobs
            board={board}
            segment={c.params.jobs}
            rows={rows}
            {...counted}
            url={url}
            money={viewer.claims.has('jobs.money')}
            query={c.query}
            filters={pastFilters(db, viewer, board.id, c.query)}
            tabs={boardTabRights(c)}
            canwrite={c.can('jobs.write')}
            canprint={printsJobList(db, viewer)}
            canexport={c.can('records.export')}
          />,
          {
            title: `${board.name} history`,
            page: `board.${board.slug}`,
          },
        )
      }),
  ),
]
