import { renderToStaticMarkup } from 'react-dom/server'
import { isLane } from '#db/job-status.ts'
import { findScheduledJob } from '#db/queries/work/schedule.ts'
import { listBoardWorkers } from '#db/queries/work/workers.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { boardAt, boardLabels, boardTabRights } from '#server/domains/work/jobs/board-props.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { standardMinutes } from '#server/domains/work/jobs/job-totals.ts'
import { atNewAddress } from '#server/domains/work/jobs/pages-moved.tsx'
import { notFound } from '#server/errors.ts'
import { ById, type StaticDecode } from '#server/http/fields.ts'
import { dialogReply, fragment, view as pageView } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { readToday, readZone, zonedTime } from '#server/zone.ts'
import { withQuery } from '#views/ui/links.ts'
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
        return schedulerView(c, db, viewer, { board, asked: c.query, url: c.url.pathname + c.url.search })
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
        const dialog = (
          <PlanDialog
            job={job}
            href={jobLinks(db)(boardid, job.reference)}
            people={listBoardWorkers(db, boardid)}
            standard={standardMinutes(db, [job.id]).get(job.id) ?? null}
            conflicts={plan && !job.done ? findJobConflicts(db, viewer, plan) : []}
            canwrite={mayPlan(viewer, boardid) && isLane(status)}
          />
        )
        const { boards, segment } = boardLabels(db)
        const board = boards.find(({ id }) => id === boardid)
        if (!board) return fragment(dialog)
        const asked = { date: start ?? undefined }
        const url = withQuery(`/${segment}/${board.slug}/scheduler`, asked)
        return dialogReply(c, dialog, () => schedulerView(c, db, viewer, { board, asked, url }))
      }),
  ),
]

type Shown = {
  board: NonNullable<ReturnType<typeof boardAt>>
  asked: Partial<StaticDecode<typeof ScheduleQuery>>
  url: string
}

function schedulerView(c: ClaimHolder, db: TenantDb, viewer: Viewer, { board, asked, url }: Shown) {
  const today = readToday(db)
  const range = scheduleRange({ ...asked, view: asked.range || undefined }, today)
  const schedule = readSchedule(db, viewer, board.id, range, today)
  const { mark, fill } = markupPlaceholders()
  const markup = renderToStaticMarkup(
    <SchedulerPage
      board={board}
      segment={boardLabels(db).segment}
      {...range}
      {...schedule}
      now={range.view === 'day' && range.from === today ? readTime(db) : undefined}
      tabs={boardTabRights(c)}
      url={url}
      rows={mark(rowsHtml(schedule.people, schedule.days))}
      told={mark(conflictsHtml(schedule.conflicts))}
      side={mark(schedule.unscheduled.map(unscheduledBarHtml).join(''))}
    />,
  )
  return pageView(fill(markup), { title: `${board.name} scheduler`, page: `board.${board.slug}` })
}

function readTime(db: TenantDb) {
  const { hour, minute, offsetNanoseconds } = zonedTime(db.now(), readZone(db))
  return { minute: hour * 60 + minute, offset: offsetNanoseconds / 60e9 }
}
