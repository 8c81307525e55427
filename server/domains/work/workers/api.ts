import { listBoardWorkers } from '#db/queries/work/workers.ts'
import { visibleBoard } from '#server/domains/work/boards/save-board.ts'
import { ById } from '#server/http/fields.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'

export const workersApi: Route[] = [
  api(
    'GET /api/workers/board/:id',
    {
      claim: 'workers.read',
      params: ById,
      summary: 'The workers of a board who are not archived.',
    },
    (c) =>
      c.read((db, viewer) => {
        visibleBoard(viewer, c.params.id)
        return listData(listBoardWorkers(db, c.params.id))
      }),
  ),
]
