import type { ListViewRow } from '#db/queries/settings/listviews.ts'
import { canChangeView, type ListViewer } from '#server/list-views/read-list-views.ts'

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
