import { listLocations } from '#db/queries/contacts/locations.ts'
import { locations } from '#db/schema/tenant/index.ts'
import { createFields } from '#server/crud/create-fields.ts'
import { tableLookupRoutes } from '#server/crud/lookup.tsx'
import type { Context } from '#server/http/context.ts'
import { ById, object, reference, t } from '#server/http/fields.ts'
import { dialogReply, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { listImportUrl } from '#server/importable-lists.ts'
import { pageTitle } from '#server/resources.ts'
import { Locations } from '#views/contacts/locations/list.tsx'
import { locationsExport } from './api-export.ts'
import { locationDialog, newLocationDialog } from './dialog.tsx'
import { locationFields } from './fields.ts'
import { LocationList } from './input.ts'
import { presentLocation } from './present.ts'

const key = 'pages.admin.locations'
const path = '/admin/locations'

type Query = { search?: string; archived?: boolean; skip?: number; take?: number; sort?: string }

const listPage = (c: Context, query: Query = {}) =>
  c.read((db) => {
    const title = pageTitle(db, key)
    const { rows, total, more } = listLocations(db, query)
    return view(
      <Locations
        title={title}
        rows={rows.map(presentLocation)}
        total={total}
        more={more}
        query={query}
        url={c.url.pathname === path ? path + c.url.search : path}
        canwrite={c.can('locations.write')}
        importurl={listImportUrl('locations', 'locations.write', c)}
        canexport={c.can('records.export')}
      />,
      { title, page: key },
    )
  })

const NewLocationQuery = object({ client: t.Optional(reference()) })

export const locationsPages: Route[] = [
  ...tableLookupRoutes(locations, {
    noun: 'location',
    name: 'locations',
    path,
    claim: 'locations.read',
    search: ['name', 'city'],
    sort: 'name',
    create: {
      claim: 'locations.write',
      fields: createFields('locations', locationFields) ?? [],
    },
  }),

  page(
    'GET /admin/locations',
    { claim: 'locations.read', query: LocationList, cached: true, summary: 'Lists locations.' },
    (c) => listPage(c, c.query),
  ),

  locationsExport,

  page(
    'GET /admin/locations/new',
    { claim: 'locations.write', query: NewLocationQuery, summary: 'The empty dialog of a location.' },
    (c) =>
      dialogReply(
        c,
        c.read((db) => newLocationDialog(db, c.query.client)),
        () => listPage(c),
      ),
  ),

  page(
    'GET /admin/lc/:id',
    { claim: 'locations.read', params: ById, summary: 'The dialog of a location.' },
    (c) =>
      dialogReply(
        c,
        c.read((db) => locationDialog(c, db, c.params.id)),
        () => listPage(c),
      ),
  ),
]
