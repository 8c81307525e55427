import { workerOfUser } from '#db/queries/work/job-steps.ts'
import { findTimeWeek } from '#db/queries/work/time-weeks.ts'
import { workers } from '#db/schema/tenant/index.ts'
import { startOfWeek } from '#server/dates.ts'
import { invalid } from '#server/errors.ts'
import { fragment, redirect, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { pageTitle } from '#server/resources.ts'
import { readToday, readZone } from '#server/zone.ts'
import { withQuery } from '#views/ui/links.ts'
import { NoWorker } from '#views/work/mywork/mywork.tsx'
import { EveryonePage } from '#views/work/timesheets/everyone.tsx'
import { ReasonDialog, TimeDialog } from '#views/work/timesheets/time.tsx'
import { WaitingPage } from '#views/work/timesheets/waiting.tsx'
import { WeekPage } from '#views/work/timesheets/week.tsx'
import {
  findCellJob,
  firstWorkerShown,
  openWeeks,
  permitSheet,
  readableWorkers,
  WEEKS_BACK,
  waitingWeeks,
} from './find-week.ts'
import { CellQuery, ReasonQuery, WeekDay, WeekQuery } from './input.ts'
import { readDayTime, readEveryonesWeek, readWeek } from './read-week.ts'

const key = 'pages.timesheets'

/** @throws 400 by field */
const dayOf = (date: string | null) => date ?? missing()
function missing(): never {
  throw invalid({ date: 'Choose a day.' })
}

export const timesheetsPages: Route[] = [
  page(
    'GET /timesheets',
    { claim: 'timesheet.read', query: WeekQuery, summary: 'A week of a worker, by day, job and step.' },
    (c) =>
      c.read((db, viewer) => {
        const title = pageTitle(db, key)
        const { own, workers } = readableWorkers(db, viewer, c.person.userid)
        const date = c.query.date ?? readToday(db)
        const workerid = c.query.workerid ?? firstWorkerShown(db, { own, workers }, date)
        if (!workerid && workers.length > 0)
          return redirect(withQuery('/timesheets/everyone', { date: c.query.date }))
        if (!workerid)
          return view(<NoWorker title={title} canlink={c.can('workers.write')} />, { title, page: key })
        permitSheet(db, viewer, c.person.userid, workerid)
        const sheet = readWeek(db, viewer, { workerid, date })
        const isListed = workers.length === 0 || workers.some(({ id }) => id === workerid)
        return view(
          <WeekPage
            title={title}
            sheet={sheet}
            workers={isListed ? workers : [sheet.worker, ...workers]}
            waiting={sheet.manages ? waitingWeeks(db).length : 0}
            own={own}
            canwrite={c.can('timesheet.write')}
            canexport={c.can('records.export')}
          />,
          { title, page: key },
        )
      }),
  ),

  page(
    'GET /timesheets/everyone',
    {
      claim: 'timesheet.manage',
      query: WeekDay,
      summary: 'How long each worker worked on each day of a week.',
    },
    (c) =>
      c.read((db) => {
        const title = pageTitle(db, key)
        return view(
          <EveryonePage
            title={title}
            {...readEveryonesWeek(db, c.query.date ?? readToday(db))}
            own={workerOfUser(db, c.person.userid)?.id ?? null}
            waiting={waitingWeeks(db).length}
            canaddworker={c.can('workers.write')}
          />,
          { title, page: key },
        )
      }),
  ),

  page(
    'GET /timesheets/waiting',
    { claim: 'timesheet.manage', summary: 'Weeks that wait to be approved, and those not submitted yet.' },
    (c) =>
      c.read((db) => {
        const title = pageTitle(db, key)
        return view(
          <WaitingPage
            title={title}
            submitted={waitingWeeks(db)}
            open={openWeeks(db)}
            weeksback={WEEKS_BACK}
            own={workerOfUser(db, c.person.userid)?.id ?? null}
            zone={readZone(db)}
          />,
          { title, page: key },
        )
      }),
  ),

  page(
    'GET /timesheets/time',
    { claim: 'timesheet.read', query: CellQuery, summary: 'The dialog of the time of a worker on one day.' },
    (c) =>
      c.read((db, viewer) => {
        const { workerid, jobid, stepid = null } = c.query
        const date = dayOf(c.query.date)
        permitSheet(db, viewer, c.person.userid, workerid)
        const { worker, changes } = readWeek(db, viewer, { workerid, date })
        const canchange = changes && c.can('timesheet.write')
        return fragment(
          <TimeDialog
            worker={worker}
            date={date}
            today={readToday(db)}
            {...findCellJob(db, viewer, c.query)}
            entries={jobid ? readDayTime(db, viewer, { workerid, date, jobid, stepid }) : []}
            canadd={canchange}
            canchange={canchange}
            cansearch={c.can('inventory.read')}
          />,
        )
      }),
  ),

  page(
    'GET /timesheets/week/reason',
    { claim: 'timesheet.manage', query: ReasonQuery, summary: 'Asks why a week is sent back or reopened.' },
    (c) =>
      c.read((db) => {
        const { workerid, action } = c.query
        const monday = startOfWeek(dayOf(c.query.date))
        return fragment(
          <ReasonDialog
            workerid={workerid}
            name={getRecord(db, workers, workerid, 'workerid').name}
            monday={monday}
            version={findTimeWeek(db, workerid, monday)?.version ?? 1}
            action={action}
          />,
        )
      }),
  ),
]
