import { findAllocation, listJobEquipment } from '#db/queries/stock/equipment.ts'
import { equipment } from '#db/schema/tenant/index.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, t } from '#server/http/fields.ts'
import { fragment, noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { roleNames } from '#views/stock/equipment/roles.tsx'
import { allocate, deallocate, markProcessed } from './allocate-equipment.ts'
import { EquipmentProcessing, EquipmentScan, PieceOnJob, PieceState, PieceToJob } from './input.ts'
import { jobPieces } from './job-pieces.tsx'
import { presentAllocation } from './present.ts'

const changes = { claim: 'jobs.write' } as const

const panel = (c: Context<{ id: string }>, message: string, undo?: string) =>
  fragment(
    c.read((db, viewer) => jobPieces(db, viewer, c.params.id)),
    { headers: snackbarHeaders(message, { undo }) },
  )

const whatChanged = (wasrole: number, { role, processed }: { role: number; processed: boolean }) => {
  if (wasrole !== role) return `: ${roleNames[role]?.toLowerCase()}`
  return processed ? ' is processed' : ' is not processed yet'
}

export const equipmentActions: Route[] = [
  ...action(
    { api: 'POST /api/jobs/:id/equipment', page: 'POST /equipment/job/:id' },
    {
      ...changes,
      params: ById,
      body: EquipmentScan,
      summary: 'Puts a piece on a job, by its barcode or its id. 409 when it is out already.',
    },
    (tx, viewer, c) => {
      const { role, ...named } = c.body
      const id = allocate(tx, viewer, c.params.id, named, { role })
      return presentAllocation(findAllocation(tx.db, c.params.id, id)!)
    },
    ({ name }, c) => panel(c, `${name} is on the job`),
  ),

  ...action(
    {
      api: 'DELETE /api/jobs/:id/equipment/:equipmentId',
      page: 'POST /equipment/job/:id/:equipmentId/remove',
    },
    { ...changes, params: PieceOnJob, summary: 'Takes a piece off a job.' },
    (tx, viewer, c) => deallocate(tx, viewer, c.params.id, c.params.equipmentId),
    ({ name, role, processed }, c) => {
      const { id, equipmentId } = c.params
      const undo = `/equipment/job/${id}/${equipmentId}/putback?role=${role}&processed=${processed}`
      return panel(c, `${name} is off the job`, undo)
    },
    (_, c, db) => listJobEquipment(db, c.params.id).map(presentAllocation),
  ),

  page(
    'POST /equipment/list/:id/job',
    { ...changes, params: ById, body: PieceToJob, summary: 'Puts a piece on a job, from its own dialog.' },
    async (c) => {
      const { job, role } = c.body
      const equipmentid = c.params.id
      const { name, reference } = await c.write((tx, viewer) => {
        if (!job) throw invalid({ job: 'Choose the job that it goes on.' })
        allocate(tx, viewer, job, { equipmentid }, { role })
        return findAllocation(tx.db, job, equipmentid)!
      })
      return noSwapReply(snackbarHeaders(`${name} is on job ${reference}`))
    },
  ),

  page(
    'POST /equipment/job/:id/:equipmentId/putback',
    {
      ...changes,
      params: PieceOnJob,
      query: PieceState,
      summary: 'Puts a piece back on a job as it was there.',
    },
    async (c) => {
      const { id, equipmentId: equipmentid } = c.params
      await c.write((tx, viewer) => allocate(tx, viewer, id, { equipmentid }, c.query))
      return panel(c, 'Put back on the job')
    },
  ),

  ...action(
    { api: 'PATCH /api/equipment/:id/equipment', page: 'POST /equipment/job/:id/:equipmentId' },
    {
      ...changes,
      params: ById,
      body: EquipmentProcessing,
      form: {
        params: PieceOnJob,
        query: PieceState,
        body: t.Optional(PieceState),
        input: ({ params, query, body }) => ({
          params: { id: params.equipmentId },
          body: { jobid: params.id, ...query, ...body },
        }),
      },
      summary: 'Marks a piece as processed on the job `jobid`, or changes its role there.',
    },
    (tx, viewer, c) => {
      const { jobid, ...wanted } = c.body
      getRecord(tx.db, equipment, c.params.id)
      const before = findAllocation(tx.db, jobid, c.params.id)
      markProcessed(tx, viewer, jobid, c.params.id, wanted)
      return { before, now: presentAllocation(findAllocation(tx.db, jobid, c.params.id)!) }
    },
    ({ before, now }, c) => panel(c, `${now.name}${whatChanged(before?.role ?? now.role, now)}`),
    ({ now }) => now,
  ),
]
