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
import type { Context, Reply } from '#server/http/context.ts'
import { ById, type StaticDecode } from '#server/http/fields.ts'
import { dialogReply, fragment, view as pageView } from '#server/http/reply.ts'
import { letOthersIn } from '#server/http/request-queue.ts'
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
    async (c) => {
      const board = c.read((db, viewer) => boardAt(db, viewer, c.params.jobs, c.params.board))
      return board
        ? showScheduler(c, { board, asked: c.query, url: c.url.pathname + c.url.search })
        : c.read((db, viewer) => atNewAddress(c, db, viewer))
    },
  ),

  page(
    'GET /schedule/:id',
    { claim: 'schedule.read', params: ById, summary: 'The dialog in which a job is planned.' },
    async (c) => {
      const began = performance.now()
      const { dialog, behind } = c.read((db, viewer) => readPlan(db, viewer, c.params.id))
      if (c.htmx || !behind) return fragment(dialog)
      await letOthersIn(began)
      const page = await showScheduler(c, behind)
      return dialogReply(c, dialog, () => page)
    },
  ),
]

type Shown = {
  board: NonNullable<ReturnType<typeof boardAt>>
  asked: Partial<StaticDecode<typeof ScheduleQuery>>
  url: string
}

/** The dialog of a job, and what lies behind it. @throws 404 */
function readPlan(db: TenantDb, viewer: Viewer, id: string) {
  const { boardid, status } = visibleJob(db, viewer, id)
  const job = findScheduledJob(db, id)
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
  const board = boards.find((one) => one.id === boardid)
  const asked = { date: start ?? undefined }
  const behind = board && { board, asked, url: withQuery(`/${segment}/${board.slug}/scheduler`, asked) }
  return { dialog, behind }
}

/** A full one takes long to read and as long to draw: others come in between. */
async function showScheduler(c: Context, shown: Shown): Promise<Reply> {
  const began = performance.now()
  const props = c.read((db, viewer) => readScheduler(c, db, viewer, shown))
  await letOthersIn(began)
  const { mark, fill } = markupPlaceholders()
  const markup = renderToStaticMarkup(
    <SchedulerPage
      {...props}
      rows={mark(rowsHtml(props.people, props.days))}
      told={mark(conflictsHtml(props.conflicts))}
      side={mark(props.unscheduled.map(unscheduledBarHtml).join(''))}
    />,
  )
  const { board } = shown
  return pageView(fill(markup), { title: `${board.name} scheduler`, page: `board.${board.slug}` })
}

function readScheduler(c: ClaimHolder, db: TenantDb, viewer: Viewer, { board, asked, url }: Shown) {
  const today = readToday(db)
  const range = scheduleRange({ ...asked, view: asked.range || undefined }, today)
  return {
    ...{ board, url, segment: boardLabels(db).segment, tabs: boardTabRights(c) },
    ...range,
    ...readSchedule(db, viewer, board.id, range, today),
    now: range.view === 'day' && range.from === today ? readTime(db) : undefined,
  }
}

function readTime(db: TenantDb) {
  const { hour, minute, offsetNanoseconds } = zonedTime(db.now(), readZone(db))
  return { minute: hour * 60 + minute, offset: offsetNanoseconds / 60e9 }
}
