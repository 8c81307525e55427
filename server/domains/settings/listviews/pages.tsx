import { ById } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { openListAddress } from '#server/list-views/open-list-view.ts'
import { listShareableRoles } from '#server/list-views/read-list-views.ts'
import { ListViewDialog } from '#views/settings/listviews/dialog.tsx'
import { ListPlace, NewViewPlace } from './input.ts'
import { getChangeableView } from './save-list-view.ts'
import { isAssignedToMe, movingDates } from './view-words.ts'

export const listViewsPages: Route[] = [
  page(
    'GET /views/new',
    { claim: 'seat', query: NewViewPlace, summary: 'The dialog that saves what a list shows as a view.' },
    (c) => {
      const { list, path, search: asked = '' } = c.query
      return c.read((db) => {
        const { search } = openListAddress(db, c.person, list, new URLSearchParams(asked), () => true)
        return fragment(
          <ListViewDialog
            list={list}
            path={path}
            search={search.toString()}
            roles={listShareableRoles(db, c.person)}
            manages={c.can('settings.manage')}
            moving={movingDates(db, search)}
            mine={isAssignedToMe(db, c.person, search)}
          />,
        )
      })
    },
  ),

  page(
    'GET /views/:id',
    { claim: 'seat', params: ById, query: ListPlace, summary: 'The dialog of a view.' },
    (c) =>
      c.read((db) => {
        const view = getChangeableView(db, c.person, c.params.id)
        return fragment(
          <ListViewDialog
            view={view}
            path={c.query.path}
            roles={listShareableRoles(db, c.person)}
            manages={c.can('settings.manage') || view.opens}
          />,
        )
      }),
  ),
]
