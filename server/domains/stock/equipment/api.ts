import {
  countAvailability,
  findAllocation,
  listAssetsByCode,
  listJobEquipment,
} from '#db/queries/stock/equipment.ts'
import { equipment } from '#db/schema/tenant/index.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { ById, id, t } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { allocate, deallocate, markProcessed } from './allocate-equipment.ts'
import { AllocationsBody, AssetCodeQuery, EquipmentProcessing, EquipmentScan } from './input.ts'
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
    'PATCH /api/equipment/:id/equipment',
    {
      claim: 'jobs.write',
      params: ById,
      body: EquipmentProcessing,
      summary: 'Marks a piece as processed on the job `jobid`, or changes its role there.',
    },
    (c) =>
      c.write((tx, viewer) => {
        const { jobid, ...wanted } = c.body
        getRecord(tx.db, equipment, c.params.id)
        markProcessed(tx, viewer, jobid, c.params.id, wanted)
        return presentAllocation(findAllocation(tx.db, jobid, c.params.id)!)
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

  api(
    'POST /api/jobs/:id/equipment',
    {
      claim: 'jobs.write',
      params: ById,
      body: EquipmentScan,
      summary: 'Puts the piece with a barcode on a job. 409 when it is out already.',
    },
    (c) =>
      c.write((tx, viewer) => {
        const { barcode, role } = c.body
        const piece = allocate(tx, viewer, c.params.id, barcode, role)
        return presentAllocation(findAllocation(tx.db, c.params.id, piece)!)
      }),
  ),

  api(
    'DELETE /api/jobs/:id/equipment/:equipmentId',
    {
      claim: 'jobs.write',
      params: t.Object({ id: id(), equipmentId: id() }),
      summary: 'Takes a piece off a job.',
    },
    (c) =>
      c.write((tx, viewer) => {
        deallocate(tx, viewer, c.params.id, c.params.equipmentId)
        return listJobEquipment(tx.db, c.params.id).map(presentAllocation)
      }),
  ),
]
