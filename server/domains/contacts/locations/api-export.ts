import { type LocationRow, linkedPeople, listLocations } from '#db/queries/contacts/locations.ts'
import type { TenantDb } from '#db/types.ts'
import type { ExportColumn, ExportRow } from '#server/export/cells.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { readPeopleNames } from '#server/people-names.ts'
import { pageTitle } from '#server/resources.ts'
import { locationFields } from './fields.ts'
import { LocationList } from './input.ts'
import { readLocationNames } from './location-names.ts'

const names = Object.keys(locationFields) as (keyof typeof locationFields)[]
const columns: ExportColumn[] = [
  ...names.map((name) => locationFields[name].label),
  'Stakeholders',
  'Archived',
].map((head) => ({ head }))

/** Places and people by names that are theirs alone, so that the list can be imported again. */
function rowsIn(db: TenantDb) {
  const [places, people, links] = [readLocationNames(db), readPeopleNames(db), linkedPeople(db)]
  return ({ location, clientname }: LocationRow): ExportRow => {
    const row = {
      ...location,
      client: clientname,
      parent: location.parent && places.label(location.parent),
      responsibilityid: location.responsibilityid && people.label(location.responsibilityid),
    }
    const stakeholders = (links.get(location.id) ?? []).map(people.label).join(', ')
    return [...names.map((name) => row[name]), stakeholders, row.archived]
  }
}

export const locationsExport: Route = page(
  'GET /admin/locations/export',
  {
    summary: 'A file of locations.',
    claim: 'locations.read',
    query: object({ ...LocationList.properties, ...exportQuery }),
  },
  (c) => {
    const { format, ...query } = c.query
    const { title, rowOf } = c.read((db) => ({
      title: pageTitle(db, 'pages.admin.locations'),
      rowOf: rowsIn(db),
    }))
    return exportReply(c, format, {
      title,
      columns,
      batches: byPages(
        c,
        (db, part) => listLocations(db, { ...query, ...part, exact: true }).rows,
        ({ location }) => location.id,
        rowOf,
      ),
    })
  },
)
