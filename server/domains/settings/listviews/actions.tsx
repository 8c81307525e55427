import { ById } from '#server/http/fields.ts'
import { redirect } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import {
  ListPlace,
  ListViewChange,
  ListViewForm,
  NewListView,
  NewListViewForm,
  SearchPlace,
} from './input.ts'
import { presentListView } from './present-list-view.ts'
import { addListView, changeListView } from './save-list-view.ts'
import { withWords } from './view-words.ts'

export const listViewsActions: Route[] = [
  ...action(
    { api: 'POST /api/views', page: 'POST /views' },
    {
      claim: 'seat',
      body: NewListView,
      summary: 'Saves what a list shows under a name.',
      form: {
        body: NewListViewForm,
        input: ({ body, person }, db) => {
          const { search, moving = false, mine = false, path: _path, ...view } = body
          const query = withWords(db, person, new URLSearchParams(search), { moving, mine }).toString()
          return { body: { ...view, opens: view.opens ?? false, query } }
        },
      },
    },
    (tx, _, c) => presentListView(addListView(tx, c.person, c.body), c.person),
    ({ id }, c) => redirect(`${c.body.path}?view=${id}`),
  ),

  ...action(
    { api: 'PATCH /api/views/:id', page: 'POST /views/:id' },
    {
      claim: 'seat',
      params: ById,
      body: ListViewChange,
      summary: 'Renames or shares a view, or changes what it shows.',
      form: {
        params: ById,
        body: ListViewForm,
        // A box that is not ticked sends nothing.
        input: ({ body: { path: _path, ...view } }) => ({ body: { ...view, opens: view.opens ?? false } }),
      },
    },
    (tx, _, c) => presentListView(changeListView(tx, c.person, c.params.id, c.body), c.person),
    ({ id }, c) => redirect(`${c.body.path}?view=${id}`),
  ),

  page(
    'POST /views/:id/query',
    {
      claim: 'seat',
      params: ById,
      query: SearchPlace,
      summary: 'Saves what a list shows now into its view.',
    },
    async (c) => {
      const { path, search = '' } = c.query
      await c.write((tx) => changeListView(tx, c.person, c.params.id, { query: search }).id)
      return redirect(`${path}?view=${c.params.id}`)
    },
  ),

  ...action(
    { api: 'DELETE /api/views/:id', page: 'POST /views/:id/archive' },
    {
      claim: 'seat',
      params: ById,
      summary: 'Removes a view.',
      form: { params: ById, query: ListPlace },
    },
    (tx, _, c) => ({ id: changeListView(tx, c.person, c.params.id, { archived: true, opens: false }).id }),
    (_, c) => redirect(c.query.path),
  ),
]
