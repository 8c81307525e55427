import { ById, id, NoBody, t } from '#server/http/fields.ts'
import { saved } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { stakeholdersPart } from './dialog.tsx'
import { LocationChange, NewLocation } from './input.ts'
import { linkStakeholder, unlinkStakeholder } from './link-stakeholder.ts'
import { presentStakeholder } from './present.ts'
import { readLocation } from './read-location.ts'
import { addLocation, changeLocation } from './save-location.ts'

const ByStakeholder = t.Object({ id: id(), userid: id() })

export const locationsActions: Route[] = [
  ...action(
    { api: 'POST /api/locations', page: 'POST /admin/locations' },
    { claim: 'locations.write', body: NewLocation, summary: 'Adds a location.' },
    (tx, _, c) => readLocation(tx.db, addLocation(tx, { ...c.body, id: c.body.id ?? undefined }).id),
    ({ name }) => saved(`${name} added`, 'locations'),
  ),

  ...action(
    { api: 'PATCH /api/locations/:id', page: 'PATCH /admin/lc/:id' },
    { claim: 'locations.write', params: ById, body: LocationChange, summary: 'Changes a location.' },
    (tx, _, c) => readLocation(tx.db, changeLocation(tx, c.params.id, c.body).id),
    ({ name }) => saved(`${name} saved`, 'locations'),
  ),

  ...action(
    { api: 'POST /api/locations/stakeholder/:id/:userid', page: 'POST /admin/lc/:id/stakeholders' },
    {
      claim: 'locations.write',
      params: ByStakeholder,
      body: NoBody,
      form: {
        params: ById,
        // The button stands in the dialog's form, whose other fields come along.
        body: t.Object({ userid: t.String({ maxLength: 40 }) }, { additionalProperties: true }),
        input: ({ params, body }) => ({ params: { id: params.id, userid: body.userid } }),
      },
      summary: 'Makes a person a stakeholder of a location.',
    },
    (tx, _, c) => linkStakeholder(tx, c.params.id, c.params.userid).map(presentStakeholder),
    (_, c) => c.read((db) => stakeholdersPart(db, c.params.id)),
  ),

  ...action(
    {
      api: 'DELETE /api/locations/stakeholder/:id/:userid',
      page: 'DELETE /admin/lc/:id/stakeholders/:userid',
    },
    { claim: 'locations.write', params: ByStakeholder, summary: 'Takes a stakeholder from a location.' },
    (tx, _, c) => unlinkStakeholder(tx, c.params.id, c.params.userid).map(presentStakeholder),
    (_, c) => c.read((db) => stakeholdersPart(db, c.params.id)),
  ),

  page(
    'POST /admin/lc/:id/archive',
    { summary: 'Archives a location.', claim: 'locations.write', params: ById },
    async (c) => {
      const { name } = await c.write((tx) => changeLocation(tx, c.params.id, { archived: true }))
      return saved(`${name} archived`, 'locations', `/admin/lc/${c.params.id}/restore`)
    },
  ),

  page(
    'POST /admin/lc/:id/restore',
    { summary: 'Brings back a location.', claim: 'locations.write', params: ById },
    async (c) => {
      const { name } = await c.write((tx) => changeLocation(tx, c.params.id, { archived: false }))
      return saved(`${name} restored`, 'locations')
    },
  ),
]
