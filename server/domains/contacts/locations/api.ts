import {
  listLocationStakeholders,
  listLocations,
  listSublocations,
  locationsByName,
} from '#db/queries/contacts/locations.ts'
import { locations } from '#db/schema/tenant/index.ts'
import { Problem } from '#server/errors.ts'
import { HistoryQuery, HistorySpan, historyIn, historyReply } from '#server/history-call.ts'
import { ById, t } from '#server/http/fields.ts'
import { dataReply, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { LocationList } from './input.ts'
import { presentLocation, presentStakeholder } from './present.ts'
import { readLocation } from './read-location.ts'

export const locationsApi: Route[] = [
  api(
    'GET /api/locations',
    { claim: 'locations.read', query: LocationList, summary: 'A page of locations.' },
    (c) => {
      const { rows, total, more } = c.read((db) => listLocations(db, c.query))
      return dataReply(rows.map(presentLocation), { total, more })
    },
  ),

  api(
    'GET /api/locations/:id',
    { claim: 'locations.read', params: ById, query: HistorySpan, summary: 'One location with its history.' },
    (c) =>
      c.read((db) => {
        const location = readLocation(db, c.params.id)
        return { ...location, history: historyIn(c, db, 'locations', location.id) }
      }),
  ),

  // The specification's own answer: a location that jobs refer to is archived instead (decision D7).
  api(
    'DELETE /api/locations/:id',
    {
      claim: 'locations.write',
      params: ById,
      summary: 'Archives no location: it answers 400, Not Yet Implemented. PATCH one with archived instead.',
    },
    (c) => {
      c.read((db) => getRecord(db, locations, c.params.id))
      throw new Problem(400, 'Not Yet Implemented', { code: 'archive' })
    },
  ),

  api(
    'GET /api/locations/name/:name',
    { claim: 'locations.read', params: t.Object({ name: t.String() }), summary: 'Locations by name.' },
    (c) => c.read((db) => listData(locationsByName(db, c.params.name).map(presentLocation))),
  ),

  api(
    'GET /api/locations/client/:id',
    { claim: 'locations.read', params: ById, summary: 'Locations of a client.' },
    (c) => {
      const { rows, total } = c.read((db) => listLocations(db, { client: c.params.id, take: 500 }))
      return dataReply(rows.map(presentLocation), { total })
    },
  ),

  api(
    'GET /api/locations/:id/history',
    { claim: 'locations.read', params: ById, query: HistoryQuery, summary: 'The changes of one: location.' },
    (c) =>
      c.read((db) => {
        getRecord(db, locations, c.params.id)
        return historyReply(c, db, 'locations', c.params.id)
      }),
  ),

  api(
    'GET /api/locations/:id/sublocations',
    { claim: 'locations.read', params: ById, summary: 'Locations within a location.' },
    (c) =>
      c.read((db) => {
        getRecord(db, locations, c.params.id)
        return listData(listSublocations(db, c.params.id).map(presentLocation))
      }),
  ),

  api(
    'GET /api/locations/stakeholders/:id',
    { claim: 'locations.read', params: ById, summary: 'Stakeholders of a location.' },
    (c) =>
      c.read((db) => {
        getRecord(db, locations, c.params.id)
        return listData(listLocationStakeholders(db, c.params.id).map(presentStakeholder))
      }),
  ),
]
