import { renderToStaticMarkup } from 'react-dom/server'
import { isLane } from '#db/job-status.ts'
import { findScheduledJob } from '#db/queries/work/schedule.ts'
import { listBoardWorkers } from '#db/queries/work/workers.ts'
import { boardAt, boardTabRights } from '#server/domains/work/jobs/board-props.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { standardMinutes } from '#server/domains/work/jobs/job-totals.ts'
import { atNewAddress } from '#server/domains/work/jobs/pages-moved.tsx'
import { notFound } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { fragment, view as pageView } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { readToday } from '#server/zone.ts'
import { markupPlaceholders } from '#views/ui/markup-placeholders.ts'
import { unscheduledBarHtml } from '#views/work/schedule/bar-html.tsx'
import { conflictsHtml, rowsHtml } from '#views/work/schedule/grid-html.tsx'
import { PlanDialog } from '#views/work/schedule/plan-dialog.tsx'
import { SchedulerPage } from '#views/work/schedule/scheduler.tsx'
import { OnBoard, ScheduleQuery } from './input.ts'
import { scheduleRange } from './range.ts'
import { mayPlan, readSchedule } from './read-schedule.ts'
import { findJobConflicts } from './reschedule-job.ts'

export const schedulePages: Route[] = [
  page(
    'GET /:jobs/:board/scheduler',
    {
      claim: 'schedule.read',
      params: OnBoard,
      query: ScheduleQuery,
      summary: 'Who does which job of a board on which day: a month, some weeks or a day.',
    },
    (c) =>
      c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        if (!board) return atNewAddress(c, db, viewer)
        const today = readToday(db)
        const { range: view, ...asked } = c.query
        const range = scheduleRange({ ...asked, view: view || undefined }, today)
        const schedule = readSchedule(db, viewer, board.id, range, today)
        const { mark, fill } = markupPlaceholders()
        const markup = renderToStaticMarkup(
          <SchedulerPage
            board={board}
            segment={c.params.jobs}
            {...range}
            {...schedule}
            tabs={boardTabRights(c)}
            url={c.url.pathname + c.url.search}
            rows={mark(rowsHtml(schedule.people, schedule.days))}
            told={mark(conflictsHtml(schedule.conflicts))}
            side={mark(schedule.unscheduled.map(unscheduledBarHtml).join(''))}
          />,
        )
        return pageView(fill(markup), { title: `${board.name} scheduler`, page: `board.${board.slug}` })
      }),
  ),

  page(
    'GET /schedule/:id',
    { claim: 'schedule.read', params: ById, summary: 'The dialog in which a job is planned.' },
    (c) =>
      c.read((db, viewer) => {
        const { boardid, status } = visibleJob(db, viewer, c.params.id)
        const job = findScheduledJob(db, c.params.id)
        if (!job) throw notFound('job')
        const { start, scheduledend } = job
        const plan = start && { ...job, start, end: scheduledend ?? start }
        return fragment(
          <PlanDialog
            job={job}
            href={jobLinks(db)(boardid, job.reference)}
            people={listBoardWorkers(db, boardid)}
            standard={standardMinutes(db, [job.id]).get(job.id) ?? null}
            conflicts={plan && !job.done ? findJobConflicts(db, viewer, plan) : []}
            canwrite={mayPlan(viewer, boardid) && isLane(status)}
          />,
        )
      }),
  ),
]
