import { renderToStaticMarkup } from 'react-dom/server'
import { listBoardWorkers } from '#db/queries/work/workers.ts'
import type { TenantDb } from '#db/types.ts'
import type { AllocationsProps } from '#islands/allocations/props.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { endOfWeek } from '#server/dates.ts'
import { boardAt, boardProps } from '#server/domains/work/jobs/board-props.ts'
import { atNewAddress } from '#server/domains/work/jobs/pages-moved.tsx'
import { t } from '#server/http/fields.ts'
import { redirect, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { readToday } from '#server/zone.ts'
import { markupPlaceholders } from '#views/ui/markup-placeholders.ts'
import { AllocationsPage } from '#views/work/jobsteps/allocations.tsx'
import { findApprovedJobs } from './approved-jobs.ts'
import { AllocationsQuery } from './input.ts'
import { presentShownSteps } from './present.ts'

const OnBoard = t.Object({ jobs: t.String({ maxLength: 100 }), board: t.String({ maxLength: 200 }) })

export const allocationsPages: Route[] = [
  page(
    'GET /:jobs/:board/panel/allocations',
    {
      claim: 'steps.work',
      params: OnBoard,
      query: AllocationsQuery,
      summary: 'Approved jobs of a board, their steps and who has them; to the end of this week.',
    },
    (c) =>
      c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        if (!board) return atNewAddress(c, db, viewer)
        // The island changes the browser's address, which must say all that a named view says.
        if (c.url.searchParams.toString() !== new URL(c.request.url).searchParams.toString())
          return redirect(c.url.pathname + c.url.search)
        const { open, ...asked } = c.query
        const figures = { lanes: [], total: 0, inhistory: 0, filtered: false }
        const props = allocationsProps(db, viewer, {
          board: boardProps(db, viewer, { board, cached: [], figures, seq: c.seq, open }),
          userid: c.person.userid,
          ...asked,
        })
        const { mark, fill } = markupPlaceholders()
        const markup = renderToStaticMarkup(<AllocationsPage props={props} mark={mark} />)
        return view(fill(markup), {
          title: `${board.name} allocations`,
          page: `board.${board.slug}`,
        })
      }),
  ),
]

type Asked = Pick<AllocationsProps, 'board'> & {
  userid: string
  start?: string | null
  end?: string | null
  all?: boolean
  search?: string
  worker?: string
}

function allocationsProps(
  db: TenantDb,
  viewer: Viewer,
  { board, userid, ...asked }: Asked,
): AllocationsProps {
  const thisweek = endOfWeek(readToday(db))
  const { start = null, all = false, search = '', worker = '' } = asked
  const end = all ? null : (asked.end ?? thisweek)
  const boardid = board.board.id
  const jobs = findApprovedJobs(db, viewer, { boardid, start, end })
  const ids = jobs.map(({ id }) => id)
  const steps = presentShownSteps(db, ids, userid)
  return {
    board,
    thisweek,
    now: db.now().getTime(),
    workers: listBoardWorkers(db, boardid).map(({ id, name }) => ({ id, name })),
    jobs: jobs.map((job) => ({ job, steps: steps.get(job.id) ?? [] })),
    asked: { start: start ?? '', end: end ?? '', search, worker },
  }
}
