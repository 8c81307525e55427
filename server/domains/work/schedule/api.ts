import { visibleBoard } from '#server/domains/work/boards/save-board.ts'
import { ById } from '#server/http/fields.ts'
import { api, type Route } from '#server/http/route.ts'
import { readToday } from '#server/zone.ts'
import { ScheduleQuery } from './input.ts'
import { scheduleRange } from './range.ts'
import { readSchedule } from './read-schedule.ts'

export const scheduleApi: Route[] = [
  api(
    'GET /api/schedule/board/:id',
    {
      claim: 'schedule.read',
      params: ById,
      query: ScheduleQuery,
      summary:
        'The plan of a board for a month, some weeks or a day: people with their load, jobs, conflicts.',
    },
    (c) =>
      c.read((db, viewer) => {
        visibleBoard(viewer, c.params.id)
        const today = readToday(db)
        const { range: view, ...asked } = c.query
        const range = scheduleRange({ ...asked, view: view || undefined }, today)
        return { from: range.from, to: range.to, ...readSchedule(db, viewer, c.params.id, range, today) }
      }),
  ),
]
