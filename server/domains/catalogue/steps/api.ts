import { listCategorySteps } from '#db/queries/catalogue/steps.ts'
import { categories } from '#db/schema/tenant/index.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { laneFrom, NewStep, StepChange, StepList, StepOrder } from './input.ts'
import { presentStep, readStep } from './present.ts'
import { addStep, changeStep, reorderSteps } from './save-step.ts'

export const stepsApi: Route[] = [
  api(
    'GET /api/steps/category/:id',
    { claim: 'categories.read', params: ById, query: StepList, summary: 'The steps of a category, by lane.' },
    (c) =>
      c.read((db) => {
        getRecord(db, categories, c.params.id)
        const rows = listCategorySteps(db, c.params.id, c.query.archived)
        return dataReply(rows.map(presentStep), { total: rows.length })
      }),
  ),

  api('POST /api/steps', { claim: 'categories.write', body: NewStep, summary: 'Adds a step.' }, (c) =>
    c.write((tx) => {
      const { id: own, lane = null, ...values } = c.body
      return readStep(tx.db, addStep(tx, { ...values, id: own ?? undefined, lane: laneFrom(lane) }).id)
    }),
  ),

  api(
    'POST /api/steps/reorder',
    {
      claim: 'categories.write',
      body: StepOrder,
      summary: 'The steps of one lane in their order; 409 when the lane holds others meanwhile.',
    },
    (c) =>
      c.write((tx) => {
        const { category, lane, ids } = c.body
        reorderSteps(tx, category, laneFrom(lane), ids)
        return listCategorySteps(tx.db, category).map(presentStep)
      }),
  ),

  api(
    'PATCH /api/steps/:id',
    {
      claim: 'categories.write',
      params: ById,
      body: StepChange,
      summary: 'Changes, moves, archives or restores a step.',
    },
    (c) =>
      c.write((tx) => {
        const { lane, ...values } = c.body
        changeStep(tx, c.params.id, { ...values, ...(lane === undefined ? {} : { lane: laneFrom(lane) }) })
        return readStep(tx.db, c.params.id)
      }),
  ),

  api(
    'DELETE /api/steps/:id',
    { claim: 'categories.write', params: ById, summary: 'Archives a step.' },
    (c) =>
      c.write((tx) => {
        changeStep(tx, c.params.id, { archived: true })
        return readStep(tx.db, c.params.id)
      }),
  ),
]
