import { listCategoryOptions } from '#db/queries/planning/products.ts'
import { hasPermission } from '#server/access/viewer.ts'
import { BoardAddress } from '#server/domains/planning/forecasting/input.ts'
import { isLongPlan } from '#server/domains/planning/long-plan.ts'
import { boardAt, boardTabRights } from '#server/domains/work/jobs/board-props.ts'
import { atNewAddress } from '#server/domains/work/jobs/pages-moved.tsx'
import { readJob } from '#server/domains/work/jobs/read-job.ts'
import { dataReply, noSwapReply, snackbarHeaders, view } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { ProductionPage } from '#views/planning/production.tsx'
import { countJobs } from '#views/work/jobs/bulk-kinds.ts'
import { chosenRows, MakeJobs, MakeJobsForm, ProductionQuery, ProposalsQuery } from './input.ts'
import { makeProductionJobs } from './make-jobs.ts'
import { presentAsked, presentMessages, presentProduction, presentProposals } from './present.ts'
import { readProduction, WEEKS } from './proposals.ts'

export const productionRoutes: Route[] = [
  page(
    'GET /:jobs/:board/planning/production',
    {
      claim: 'stock.read',
      params: BoardAddress,
      query: ProductionQuery,
      summary: 'What is to be made, how that is reckoned, and what inputs are missing for it.',
    },
    (c) =>
      c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        if (!board) return atNewAddress(c, db, viewer)
        const { skip = 0, take = 50, search, category } = c.query
        const weeks = c.query.weeks || WEEKS
        const { circle, categories, ...found } = readProduction(db, { weeks, search, category })
        const { proposals } = found
        const messages = presentMessages(db, viewer, found.messages)
        const all = listCategoryOptions(db)
        return view(
          <ProductionPage
            board={board}
            segment={c.params.jobs}
            rows={presentProposals(db, viewer, proposals.slice(skip, skip + take), messages)}
            messages={messages}
            total={proposals.length}
            circle={circle}
            categories={all.filter(({ value }) => categories.includes(value))}
            jobcategories={all.filter(({ isofjobs }) => isofjobs === 1)}
            weeks={weeks}
            query={c.query}
            url={c.url.pathname + c.url.search}
            canmake={c.can('jobs.write') && hasPermission(viewer, board.id, 'work')}
            tabs={boardTabRights(c)}
          />,
          { title: `${board.name} production`, page: `board.${board.slug}` },
        )
      }),
  ),

  api(
    'GET /api/planning/production',
    {
      claim: 'stock.read',
      query: ProposalsQuery,
      long: (c) => c.read(isLongPlan),
      summary: 'What is to be made, in base units, with the figures it is reckoned from.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { weeks, search, category } = c.query
        const found = readProduction(db, { weeks: weeks || undefined, search, category })
        const messages = presentAsked(presentMessages(db, viewer, found.messages))
        return dataReply({
          ...{ proposals: presentProduction(found.proposals), messages, circle: found.circle ?? null },
        })
      }),
  ),

  ...action(
    { api: 'POST /api/planning/production', page: 'POST /planning/jobs' },
    {
      claim: 'jobs.write',
      body: MakeJobs,
      form: {
        body: MakeJobsForm,
        input: ({ body: { boardid, category, weeks, ...typed } }) => ({
          body: { boardid, category, weeks, rows: chosenRows(typed) },
        }),
      },
      summary: 'Makes jobs on a board that make these quantities, with the inputs of their products.',
    },
    (tx, viewer, { body: { weeks, ...body } }) => {
      const { id, jobs, warnings } = makeProductionJobs(tx, viewer, { ...body, weeks: weeks || undefined })
      return dataReply(
        { id, jobs: jobs.map((job) => readJob(tx.db, viewer, job)) },
        { message: warnings.join(' ') || undefined },
      )
    },
    ({ id, jobs }, _, warning) =>
      noSwapReply(
        snackbarHeaders([`${countJobs(jobs.length)} made`, warning].filter(Boolean).join('. '), {
          level: warning ? 'warning' : 'success',
          undo: `/bulkchanges/${id}/undo`,
          refresh: { table: 'jobs' },
        }),
      ),
  ),
]
