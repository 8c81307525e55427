import { listLaneChoices } from '#db/queries/work/jobs-on-lanes.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { notFound } from '#server/errors.ts'
import { writtenJson } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { resolveMe } from '#server/list-views/resolve-me.ts'
import { readLanes } from './board-lanes.ts'
import { boardLabels } from './board-props.ts'
import { cardsJson } from './cached-cards.ts'
import { BoardLanesQuery, OneBoard } from './input.ts'
import type { JobCard } from './types.ts'

/** @throws 404 also for a board that is archived or hidden from the person */
function checkVisible(db: TenantDb, viewer: Viewer, boardid: string) {
  const isBoard = boardLabels(db).boards.some(({ id }) => id === boardid)
  if (!isBoard || !viewer.boards.has(boardid)) throw notFound('board')
}

export const jobsLanesApi: Route[] = [
  api(
    'GET /api/jobs/lanes',
    {
      claim: 'jobs.read',
      query: BoardLanesQuery,
      summary: 'Counts and sums of a board’s lanes, with the first cards of each, or those after one.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { boardid, lane, after, take, ...asked } = c.query
        const filter = { ...asked, assignee: resolveMe(db, c.person.userid, asked.assignee) }
        checkVisible(db, viewer, boardid)
        const { cards, ...figures } = readLanes(db, viewer, { boardid, lane, after, take, filter })
        const json = cardsJson(cards, viewer.claims.has('jobs.money'))
        return writtenJson<typeof figures & { cards: JobCard[] }>(
          `{"data":${JSON.stringify(figures).slice(0, -1)},"cards":${json}}}`,
        )
      }),
  ),

  api(
    'GET /api/jobs/lanes/choices',
    { claim: 'jobs.read', query: OneBoard, summary: 'What the cards of a board can be filtered by.' },
    (c) =>
      c.read((db, viewer) => {
        const { boardid } = c.query
        checkVisible(db, viewer, boardid)
        const locations = viewer.locations && [...viewer.locations]
        return listLaneChoices(db, { boardid, locations })
      }),
  ),
]
