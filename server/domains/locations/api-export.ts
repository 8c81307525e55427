import { type LocationRow, listLocations } from '#db/queries/locations.ts'
import type { ExportColumn } from '#server/export/cells.ts'
import { byPages, exported, exportQuery } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { labelsOf } from '#server/resources.ts'
import { LocationList } from './input.ts'
import { presentLocation } from './present.ts'

const fields = {
  name: 'Name',
  client: 'Client',
  parent: 'Part of',
  addressline1: 'Address line 1',
  addressline2: 'Address line 2',
  addressline3: 'Address line 3',
  addressline4: 'Address line 4',
  city: 'City',
  province: 'Province',
  country: 'Country',
  postalcode: 'Postal code',
  contactname: 'Contact name',
  contactnumber: 'Contact number',
  contactemail: 'Contact e-mail',
  responsibilityname: 'Responsible',
} as const

const columns: ExportColumn[] = [...Object.values(fields), 'Archived'].map((head) => ({ head }))

const rowOf = (found: LocationRow) => {
  const row = { ...presentLocation(found), client: found.clientname, parent: found.parentname }
  return [...Object.keys(fields).map((name) => row[name as keyof typeof fields]), row.archived]
}

/** The list of locations as a file. */
export const locationsExport: Route = page(
  'GET /admin/locations/export',
  { claim: 'locations.read', query: object({ ...LocationList.properties, ...exportQuery }) },
  (c) => {
    const { format, ...query } = c.query
    return exported(c, format, {
      title: c.read((db) => labelsOf(db)['pages.admin.locations'] ?? 'Locations'),
      columns,
      batches: byPages(
        c,
        (db, part) => listLocations(db, { ...query, ...part }).rows,
        ({ location }) => location.id,
        rowOf,
      ),
    })
  },
)
