import { listLocationStakeholders, listLocations } from '#db/queries/contacts/locations.ts'
import { nameById } from '#db/queries/crud.ts'
import { listHistory } from '#db/queries/history.ts'
import { listOptions, withChosen } from '#db/queries/options.ts'
import { usersWithRole } from '#db/queries/people/users.ts'
import { clients, locations, users } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { STAKEHOLDER } from '#server/access/claims.ts'
import { lookupOf } from '#server/crud/lookup.tsx'
import type { Context } from '#server/http/context.ts'
import { ById, id, object, reference, t } from '#server/http/fields.ts'
import { dialogOver, fragment, saved, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { asFormErrors } from '#server/version-conflict.ts'
import { zoneOf } from '#server/zone.ts'
import { LocationDialog } from '#views/contacts/locations/dialog.tsx'
import { Locations } from '#views/contacts/locations/list.tsx'
import { Stakeholders } from '#views/contacts/locations/stakeholders.tsx'
import { TabCount } from '#views/ui/tabs.tsx'
import { readLocation } from './api.ts'
import { locationsExport } from './api-export.ts'
import { LocationChange, LocationList, NewLocation } from './input.ts'
import { linkStakeholder, unlinkStakeholder } from './link-stakeholder.ts'
import { type Location, presentLocation } from './present.ts'
import { addLocation, changeLocation } from './save-location.ts'

type Query = { search?: string; archived?: boolean; skip?: number; take?: number; sort?: string }

const listPage = (c: Context, query: Query = {}) =>
  c.read((db) => {
    const title = pageTitle(db, 'pages.admin.locations')
    const { rows, total } = listLocations(db, query)
    const url = c.url.pathname === '/admin/locations' ? c.url.pathname + c.url.search : '/admin/locations'
    return view(
      <Locations
        title={title}
        total={total}
        query={query}
        url={url}
        rows={rows.map(presentLocation)}
        canwrite={c.can('locations.write')}
        canexport={c.can('records.export')}
      />,
      { title, page: 'pages.admin.locations' },
    )
  })

/** What the dialog offers to choose from. */
const choices = (db: TenantDb, { responsibilityid, responsibilityname }: Partial<Location> = {}) => ({
  people: withChosen(listOptions(db, users), responsibilityid, responsibilityname ?? ''),
  candidates: candidatesOf(db),
  zone: zoneOf(db),
})

/** Whose a new location is to be, when it is added from a client's own dialog. */
const NewFor = object({ client: t.Optional(reference()) })

function clientOf(db: TenantDb, id: string | null | undefined) {
  const name = nameById(db, clients, id ?? null)
  return id && name ? { id, name } : undefined
}

const candidatesOf = (db: TenantDb) =>
  usersWithRole(db, STAKEHOLDER).map((user) => ({
    value: user.id,
    label: `${user.firstname} ${user.lastname}`.trim(),
  }))

function dialogOf(c: Context, db: TenantDb, locationid: string) {
  const location = readLocation(db, locationid)
  return (
    <LocationDialog
      {...choices(db, location)}
      location={location}
      stakeholders={listLocationStakeholders(db, locationid)}
      history={c.can('history.read') ? listHistory(db, 'locations', locationid) : []}
      canwrite={c.can('locations.write')}
    />
  )
}

function stakeholdersPart(db: TenantDb, locationid: string) {
  const stakeholders = listLocationStakeholders(db, locationid)
  return fragment(
    <>
      <Stakeholders
        locationid={locationid}
        stakeholders={stakeholders}
        candidates={candidatesOf(db)}
        canwrite
      />
      <TabCount tab="stakeholders" count={stakeholders.length} swapped />
    </>,
  )
}

export const locationsPages: Route[] = [
  lookupOf(locations, {
    noun: 'location',
    name: 'locations',
    path: '/admin/locations',
    claim: 'locations.read',
    search: ['name', 'city'],
    sort: 'name',
  }),

  page('GET /admin/locations', { claim: 'locations.read', query: LocationList, cached: true }, (c) =>
    listPage(c, c.query),
  ),

  locationsExport,

  page('GET /admin/locations/new', { claim: 'locations.write', query: NewFor }, (c) =>
    dialogOver(
      c,
      c.read((db) => <LocationDialog {...choices(db)} forclient={clientOf(db, c.query.client)} canwrite />),
      () => listPage(c),
    ),
  ),

  page('POST /admin/locations', { claim: 'locations.write', body: NewLocation }, async (c) => {
    const { name } = await c.write((tx) => addLocation(tx, { ...c.body, id: undefined }))
    return saved(`${name} added successfully`, 'locations')
  }),

  page('GET /admin/lc/:id', { claim: 'locations.read', params: ById }, (c) =>
    dialogOver(
      c,
      c.read((db) => dialogOf(c, db, c.params.id)),
      () => listPage(c),
    ),
  ),

  page('PATCH /admin/lc/:id', { claim: 'locations.write', params: ById, body: LocationChange }, async (c) => {
    const { name } = await c.write((tx) => changeLocation(tx, c.params.id, c.body)).catch(asFormErrors)
    return saved(`${name} saved`, 'locations')
  }),

  page('POST /admin/lc/:id/archive', { claim: 'locations.write', params: ById }, async (c) => {
    const { name } = await c.write((tx) => changeLocation(tx, c.params.id, { archived: true }))
    return saved(`${name} archived`, 'locations', `/admin/lc/${c.params.id}/restore`)
  }),

  page('POST /admin/lc/:id/restore', { claim: 'locations.write', params: ById }, async (c) => {
    const { name } = await c.write((tx) => changeLocation(tx, c.params.id, { archived: false }))
    return saved(`${name} restored`, 'locations')
  }),

  page(
    'POST /admin/lc/:id/stakeholders',
    // The button stands in the dialog's form, whose other fields come along.
    {
      claim: 'locations.write',
      params: ById,
      body: t.Object({ userid: t.String({ maxLength: 40 }) }, { additionalProperties: true }),
    },
    async (c) => {
      await c.write((tx) => linkStakeholder(tx, c.params.id, c.body.userid))
      return c.read((db) => stakeholdersPart(db, c.params.id))
    },
  ),

  page(
    'DELETE /admin/lc/:id/stakeholders/:userid',
    { claim: 'locations.write', params: t.Object({ id: id(), userid: id() }) },
    async (c) => {
      await c.write((tx) => unlinkStakeholder(tx, c.params.id, c.params.userid))
      return c.read((db) => stakeholdersPart(db, c.params.id))
    },
  ),
]
