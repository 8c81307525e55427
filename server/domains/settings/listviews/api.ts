import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { listViewsFor } from '#server/list-views/read-list-views.ts'
import { OfList } from './input.ts'
import { presentListView } from './present-list-view.ts'

export const listViewsApi: Route[] = [
  api(
    'GET /api/views',
    {
      claim: 'seat',
      query: OfList,
      summary: 'The named views of a list: one’s own, and those of one’s roles.',
    },
    (c) =>
      c.read((db) =>
        listData(listViewsFor(db, c.person, c.query.list).map((view) => presentListView(view, c.person))),
      ),
  ),
]
