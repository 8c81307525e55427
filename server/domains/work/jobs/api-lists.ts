import { listOptions } from '#db/queries/options.ts'
import { movedInstants } from '#db/queries/work/jobs-aging.ts'
import { workers } from '#db/schema/tenant/index.ts'
import { id, t } from '#server/http/fields.ts'
import { dataReply, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { readToday, readZone } from '#server/zone.ts'
import { listReply } from './api.ts'
import { cachedCards } from './cached-cards.ts'
import { JobList, OfBoard, PastJobSearch, RecentJobsQuery, StatsQuery } from './input.ts'
import { ageInDays, statsByAge, statsByAssignee, statsByCategory, statsByStatus } from './job-stats.ts'
import { findJobs, jobFilter } from './list-jobs.ts'
import { pastJobs, readPastSearch } from './past-jobs.ts'
import { withoutMoney } from './present-cards.ts'

export const jobsListsApi: Route[] = [
  api(
    'GET /api/jobs/recent',
    { claim: 'jobs.read', query: RecentJobsQuery, summary: 'The newest jobs, 8 by default.' },
    (c) =>
      listReply(c, {
        client: c.query.clientid,
        take: c.query.number ?? 8,
        archived: true,
        uncounted: true,
        sort: '-created',
      }),
  ),

  api(
    'GET /api/jobs/past',
    {
      claim: 'jobs.read',
      query: JobList,
      summary: 'Complete, invoiced and archived jobs; start and end are days of completion.',
    },
    (c) => listReply(c, c.query, pastJobs),
  ),

  api(
    'POST /api/jobs/past',
    {
      claim: 'jobs.read',
      body: PastJobSearch,
      summary:
        'As GET, asked by a body, but for `exact`: what more than 500 match is counted to the end by GET alone. It changes nothing.',
    },
    (c) => listReply(c, readPastSearch(c.body), pastJobs),
  ),

  api(
    'GET /api/jobs/past/:x',
    {
      claim: 'jobs.read',
      params: t.Object({ x: id() }),
      query: JobList,
      summary: 'Past jobs that hold a text.',
    },
    (c) => listReply(c, { ...c.query, search: c.params.x }, pastJobs),
  ),

  api('GET /api/jobs/template', { claim: 'jobs.read', query: OfBoard, summary: 'Templates of jobs.' }, (c) =>
    listReply(c, { boardid: c.query.boardid, template: true, take: 500, sort: 'description' }),
  ),

  api(
    'GET /api/jobs/aging',
    {
      claim: 'jobs.read',
      query: JobList,
      summary: 'Jobs on the lanes, oldest first, with their days since they were created and on their lane.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { marks, ...counted } = findJobs(db, viewer, { sort: 'created', ...c.query })
        const zone = readZone(db)
        const today = readToday(db)
        const money = viewer.claims.has('jobs.money')
        const moved = movedInstants(
          db,
          marks.map(({ id }) => id),
        )
        const rows = cachedCards(db, marks).map(({ card }) => ({
          ...(money ? card : withoutMoney(card)),
          age: ageInDays(card.created, today, zone),
          lanedays: ageInDays(moved.get(card.id) ?? card.created, today, zone),
        }))
        return dataReply(rows, counted)
      }),
  ),

  api(
    'GET /api/jobs/stats/status',
    { claim: 'jobs.read', query: StatsQuery, summary: 'Counts jobs by lane.' },
    (c) =>
      c.read((db, viewer) =>
        listData(statsByStatus(db, jobFilter(db, viewer, { ...c.query, archived: true }))),
      ),
  ),

  api(
    'GET /api/jobs/stats/category',
    { claim: 'jobs.read', query: StatsQuery, summary: 'Counts jobs by category.' },
    (c) => c.read((db, viewer) => listData(statsByCategory(db, jobFilter(db, viewer, c.query)))),
  ),

  api(
    'GET /api/jobs/stats/assignee',
    { claim: 'jobs.read', query: StatsQuery, summary: 'Counts jobs by assignee.' },
    (c) => c.read((db, viewer) => listData(statsByAssignee(db, jobFilter(db, viewer, c.query)))),
  ),

  api(
    'GET /api/jobs/stats/ages',
    { claim: 'jobs.read', query: StatsQuery, summary: 'Counts jobs by their age.' },
    (c) => c.read((db, viewer) => listData(statsByAge(db, jobFilter(db, viewer, c.query), c.now()))),
  ),

  api('GET /api/jobs/operators', { claim: 'jobs.read', summary: 'Whom a job can be given to.' }, (c) =>
    listData(
      c.can('jobs.write')
        ? c.read((db) => listOptions(db, workers).map(({ value, label }) => ({ id: value, name: label })))
        : [],
    ),
  ),
]
