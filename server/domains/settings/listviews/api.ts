import type { ListViewRow } from '#db/queries/settings/listviews.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { canChangeView, type ListViewer, listViewsFor } from '#server/list-views/read-list-views.ts'
import { OfList } from './input.ts'

export const presentListView = (
  { id, version, list, name, query, roleid, opens, ...view }: ListViewRow,
  person: ListViewer,
) => ({
  id,
  version,
  list,
  name,
  query,
  roleid,
  opens,
  mine: view.userid === person.userid,
  canchange: canChangeView(person, { userid: view.userid, roleid }),
})

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
