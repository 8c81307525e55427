import { invalid } from '#server/errors.ts'
import { dataReply, listData, saved } from '#server/http/reply.ts'
import { action, api, type Route } from '#server/http/route.ts'
import { readToday } from '#server/zone.ts'
import { changeWeek } from './change-week.ts'
import { openWeeks, permitSheet, waitingWeeks } from './find-week.ts'
import { WeekChange, WeekOf } from './input.ts'
import { readWeek } from './read-week.ts'

export const timesheetsActions: Route[] = [
  api(
    'GET /api/timesheets/week',
    { claim: 'timesheet.read', query: WeekOf, summary: 'A week of a worker, by day, job and step.' },
    (c) =>
      c.read((db, viewer) => {
        permitSheet(db, viewer, c.person.userid, c.query.workerid)
        return readWeek(db, viewer, {
          workerid: c.query.workerid,
          date: c.query.date ?? readToday(db),
        })
      }),
  ),

  api(
    'GET /api/timesheets/waiting',
    { claim: 'timesheet.manage', summary: 'All weeks that wait to be approved, the oldest first.' },
    (c) => c.read((db) => listData(waitingWeeks(db))),
  ),

  api(
    'GET /api/timesheets/open',
    { claim: 'timesheet.manage', summary: 'Past weeks with time in them that nobody has submitted.' },
    (c) => c.read((db) => listData(openWeeks(db))),
  ),

  ...action(
    { api: 'PATCH /api/timesheets/week', page: 'POST /timesheets/week' },
    {
      claim: 'timesheet.write',
      body: WeekChange,
      summary: 'Submits a week, takes it back, approves it, sends it back or reopens it.',
    },
    (tx, viewer, c) => {
      const { date, ...change } = c.body
      if (!date) throw invalid({ date: 'Choose a day of the week.' })
      const said = changeWeek(tx, viewer, { ...change, date })
      return dataReply(readWeek(tx.db, viewer, { workerid: change.workerid, date }), { message: said })
    },
    (_, _c, message) => saved(message, 'time_weeks'),
  ),
]
