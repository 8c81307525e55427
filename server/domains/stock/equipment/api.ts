import { countAvailability, listAssetsByCode, listJobEquipment } from '#db/queries/stock/equipment.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import type { MarssAnswer } from '#server/marss/ask-marss.ts'
import type { MarssAsset } from '#server/marss/protocol.ts'
import { findMarssAssets } from './find-marss-assets.ts'
import { AllocationsBody, AssetCodeQuery, AvailabilityOf } from './input.ts'
import { presentAllocation, presentAsset } from './present.ts'

export const equipmentApi: Route[] = [
  api(
    'GET /api/equipment/assets',
    {
      claim: 'equipment.read',
      query: AssetCodeQuery,
      summary: 'All pieces of an asset code, with the job each is on.',
    },
    (c) => {
      const found = c.read((db) => listAssetsByCode(db, c.query.code))
      return dataReply(found.map(presentAsset), { total: found.length })
    },
  ),

  api(
    'GET /api/equipment/assets/fifo',
    {
      claim: 'equipment.read',
      query: AssetCodeQuery,
      summary: 'The piece of an asset code that has been at home longest; null when all are out.',
    },
    (c) =>
      c.read(
        (db) =>
          listAssetsByCode(db, c.query.code)
            .map(presentAsset)
            .find((one) => one.available) ?? null,
      ),
  ),

  api(
    'POST /api/equipment/assets/availability',
    {
      claim: 'equipment.read',
      query: AvailabilityOf,
      body: AllocationsBody,
      summary:
        'For each `{ code, quantity }`, how many pieces are at home, or free at Marss with `platform=marss`. An empty list answers one.',
    },
    async (c) => {
      const wanted = c.body.map(({ code, quantity = 1 }) => ({ code, quantity }))
      const { rows, part }: MarssAnswer<MarssAsset> =
        c.query.platform === 'marss'
          ? await findMarssAssets(c, wanted)
          : {
              rows: c.read((db) =>
                countAvailability(
                  db,
                  wanted.map(({ code }) => code),
                ),
              ),
            }
      const found = new Map(rows.map((row) => [row.code, row]))
      const counted = wanted.map(({ code, quantity }) => {
        const { total = 0, available = 0 } = found.get(code) ?? {}
        return { code, quantity, total, available, enough: available >= quantity }
      })
      return dataReply(counted, { message: part })
    },
  ),

  api(
    'GET /api/jobs/:id/equipment',
    { claim: 'jobs.read', params: ById, summary: 'What is on a job.' },
    (c) =>
      c.read((db, viewer) => {
        visibleJob(db, viewer, c.params.id)
        const found = listJobEquipment(db, c.params.id)
        return dataReply(found.map(presentAllocation), { total: found.length })
      }),
  ),
]
