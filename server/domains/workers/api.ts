import { workersOfBoard } from '#db/queries/workers.ts'
import { boards } from '#db/schema/tenant/index.ts'
import { id, t } from '#server/http/fields.ts'
import { api, type Route } from '#server/http/route.ts'
import { find } from '#server/records.ts'

export const workersApi: Route[] = [
  api(
    'GET /api/workers/board/:id',
    {
      claim: 'workers.read',
      params: t.Object({ id: id() }),
      summary: 'The workers of a board who are not archived.',
    },
    (c) =>
      c.read((db) => {
        find(db, boards, c.params.id)
        return workersOfBoard(db, c.params.id)
      }),
  ),
]
