import { menuBoards } from '#db/queries/work/boards.ts'
import type { JobMark } from '#db/queries/work/jobs.ts'
import { findSampleJob } from '#db/queries/work/sample-job.ts'
import { listComing } from '#db/queries/work/schedule.ts'
import type { TenantDb } from '#db/types.ts'
import { firstPage } from '#server/access/first-page.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { daysAfter } from '#server/dates.ts'
import { hasManyBillable } from '#server/domains/sales/billing/long-list.ts'
import { cachedCards } from '#server/domains/work/jobs/cached-cards.ts'
import { findJobs, type JobQuery } from '#server/domains/work/jobs/list-jobs.ts'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { findRecentNotes } from '#server/domains/work/notes/recent-notes.ts'
import type { Context } from '#server/http/context.ts'
import { unchanging } from '#server/http/markup-cache.ts'
import { rawReply, redirect, trigger, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { keptRead } from '#server/kept-reads.ts'
import { changePreferences } from '#server/preferences/change-preferences.ts'
import { readPreferences } from '#server/preferences/read-preferences.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'
import { readToday, readZone } from '#server/zone.ts'
import { visitOrder } from '#views/ui/visit-time.ts'
import { Dashboard, type DashboardJob } from '#views/work/dashboard/dashboard.tsx'
import { RecentNotes } from '#views/work/notes/recent.tsx'
import { leadTimesPage } from './lead-times-page.tsx'
import { readMoney } from './money.ts'
import { nextSteps } from './next-steps.ts'
import { readWork } from './work.ts'

const SHOWN = 8
const COMING_DAYS = 14
/** So many are put in the order of their hours. */
const MOST_COMING = 60
const SHOWS = 'dashboard.nextsteps'

type Addresses = { jobs: string; slugs: ReadonlyMap<string, string> }
type Lines = { jobs: DashboardJob[]; total: number }

function lines(db: TenantDb, viewer: Viewer, { jobs, slugs }: Addresses, query: JobQuery): Lines {
  const { marks, total } = findJobs(db, viewer, { take: SHOWN, ...query })
  return { total, jobs: unchanging(linesOf(db, { jobs, slugs }, marks)) }
}

const linesOf = (db: TenantDb, { jobs, slugs }: Addresses, marks: readonly JobMark[]): DashboardJob[] =>
  cachedCards(db, marks).map(({ card }) => ({
    ...shownOf(card),
    href: `/${jobs}/${slugs.get(card.boardid)}/progress?open=${encodeURIComponent(card.reference.toLowerCase())}`,
  }))

/** What is planned for the coming days, by the hours that are agreed. */
function readComing(db: TenantDb, viewer: Viewer, addresses: Addresses, today: string) {
  const marks = listComing(db, {
    boards: [...viewer.boards.keys()],
    locations: viewer.locations && [...viewer.locations],
    from: today,
    before: daysAfter(today, COMING_DAYS),
    most: MOST_COMING,
  })
  const begins = ({ start }: DashboardJob) => (start && start > today ? start : today)
  const jobs = linesOf(db, addresses, marks).sort(
    (a, b) => begins(a).localeCompare(begins(b)) || visitOrder(a.visittime) - visitOrder(b.visittime),
  )
  return { jobs: unchanging(jobs.slice(0, SHOWN)), more: jobs.length > SHOWN }
}

/** The rest of a card may change without its line. */
const shownOf = ({
  id,
  reference,
  description,
  status,
  critical,
  sample,
  client,
  assigneename,
  start,
  visittime,
  finish,
}: JobCard) => ({
  id,
  reference,
  description,
  status,
  critical,
  sample,
  client: client && { name: client.name },
  assigneename,
  start,
  visittime,
  finish,
})

const stepsFor = (c: Context, db: TenantDb) =>
  c.can('settings.manage') && readPreferences(db, c.person.userid)[SHOWS]
    ? nextSteps(db, (claim) => c.can(claim))
    : []

/** What people who see the same jobs are shown alike. */
function readLists(db: TenantDb, viewer: Viewer, today: string) {
  const slugs = new Map(menuBoards(db).map(({ id, slug }) => [id, slug]))
  const addresses = { jobs: jobsSegment(readLabels(db)), slugs }
  return {
    overdue: lines(db, viewer, addresses, { duebefore: today, status: '1,2,3', sort: 'finish' }),
    coming: readComing(db, viewer, addresses, today),
    recent: lines(db, viewer, addresses, { sort: '-created', uncounted: true }).jobs,
    notes: unchanging(findRecentNotes(db, viewer)),
  }
}

function readDashboard(c: Context, db: TenantDb, viewer: Viewer) {
  const jobs = jobsSegment(readLabels(db))
  const boards = menuBoards(db).filter(({ id }) => viewer.boards.has(id))
  const writable = c.can('jobs.write') && boards.find(({ id }) => hasPermission(viewer, id, 'work'))
  const today = readToday(db)
  const seen = JSON.stringify([[...viewer.boards.keys()], viewer.locations && [...viewer.locations]])
  const { notes, ...lists } = keptRead(db, `dashboard ${today} ${seen}`, () => readLists(db, viewer, today))
  return (
    <Dashboard
      {...lists}
      money={readMoney(db, viewer, today)}
      work={unchanging(readWork(db, viewer, today))}
      name={c.person.name}
      today={today}
      sample={showSample(c, db, viewer)}
      boards={boards.map(({ name, slug }) => ({ name, href: `/${jobs}/${slug}/progress` }))}
      addjob={writable ? `/${jobs}/${writable.slug}/progress#new` : undefined}
      cansetup={c.can('boards.manage')}
      steps={stepsFor(c, db)}
      notes={c.can('jobs.read') && <RecentNotes notes={notes} zone={readZone(db)} />}
    />
  )
}

function showSample(c: Context, db: TenantDb, viewer: Viewer) {
  const sample = findSampleJob(db)
  if (!sample || !viewer.boards.has(sample.boardid)) return null
  return { reference: sample.reference, canremove: c.can('jobs.delete'), money: c.can('jobs.money') }
}

/** By hand or by a bookmark: a link of the program leads to the dashboard whoever follows it. */
const isTyped = ({ headers }: Request) => headers.get('sec-fetch-site') === 'none'

export const dashboardPages: Route[] = [
  leadTimesPage,

  page(
    'GET /',
    { claim: 'seat', long: (c) => c.read((db) => hasManyBillable(db)), summary: 'The dashboard.' },
    (c) => {
      if (c.can('platform.manage') && !c.can('jobs.read')) return redirect('/backoffice')
      if (isTyped(c.request) && firstPage(c) !== '/') return redirect(firstPage(c))
      return view(
        c.read((db, viewer) => readDashboard(c, db, viewer)),
        { title: 'Dashboard', page: 'pages.dashboard' },
      )
    },
  ),

  page('POST /nextsteps/hide', { claim: 'seat', summary: 'Hides the next steps.' }, async (c) => {
    await c.write((tx) => changePreferences(tx, c.person.userid, { [SHOWS]: false }))
    const snackbar = {
      level: 'success',
      message: 'The first steps are put away',
      undo: { url: '/nextsteps/show' },
    }
    return rawReply('', 'text/html; charset=utf-8', { headers: { 'HX-Trigger': trigger({ snackbar }) } })
  }),

  page('POST /nextsteps/show', { claim: 'seat', summary: 'Shows the next steps again.' }, async (c) => {
    await c.write((tx) => changePreferences(tx, c.person.userid, { [SHOWS]: true }))
    return redirect('/')
  }),
]
