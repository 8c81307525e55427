import { countAvailability, listAssetsByCode, listJobEquipment } from '#db/queries/stock/equipment.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { AllocationsBody, AssetCodeQuery } from './input.ts'
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
      body: AllocationsBody,
      summary: 'For each `{ code, quantity }`, how many pieces are at home. An empty list answers one.',
    },
    (c) =>
      c.read((db) => {
        const rows = countAvailability(
          db,
          c.body.map(({ code }) => code),
        )
        return c.body.map(({ code, quantity = 1 }) => {
          const { total = 0, available = 0 } = rows.find((row) => row.code === code) ?? {}
          return { code, quantity, total, available, enough: available >= quantity }
        })
      }),
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
