import { assetCodes } from '#db/queries/stock/equipment.ts'
import { exportQuery, exportReply, singleBatch } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { clockIn, readZone } from '#server/zone.ts'
import { AvailabilityQuery } from './input.ts'

export const availabilityExport: Route = page(
  'GET /equipment/availability/export',
  {
    summary: 'A file of where equipment is.',
    claim: 'equipment.read',
    query: object({ ...AvailabilityQuery.properties, ...exportQuery }),
  },
  (c) => {
    const { format, search = '' } = c.query
    const { codes, zone } = c.read((db) => ({ codes: assetCodes(db, search), zone: readZone(db) }))
    return exportReply(c, format, {
      title: 'Availability',
      columns: [
        { head: 'Code' },
        { head: 'All', kind: 'number' },
        { head: 'Here', kind: 'number' },
        { head: 'Goes out next' },
        { head: 'At home since', kind: 'time' },
      ],
      batches: singleBatch(
        codes.map(({ code, total, available, name, since }) => [
          ...[code, total, available, name, since && clockIn(since, zone)],
        ]),
      ),
    })
  },
)
