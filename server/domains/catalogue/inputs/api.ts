import { inventory } from '#db/schema/tenant/index.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { forbidden } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { InputCostQuery, Inputs, readInputQuantities } from './input.ts'
import { presentInputCost, presentInputs, presentNewInputCost } from './present.ts'
import { saveInputs } from './save-inputs.ts'

export const inputsApi: Route[] = [
  api(
    'GET /api/inventory/:id/inputs',
    { claim: 'inventory.read', params: ById, summary: 'What one base unit of an item is made of.' },
    (c) => c.read((db) => listData(presentInputs(c, db, getRecord(db, inventory, c.params.id).id))),
  ),

  api(
    'GET /api/inventory/inputcost',
    {
      claim: 'inventory.read',
      query: InputCostQuery,
      summary: 'What these quantities of items cost together today, and what of that is labour.',
    },
    (c) => {
      if (!canSeeItemRates(c)) throw forbidden()
      const given = readInputQuantities(c.query)
      return c.read((db) => dataReply(presentNewInputCost(db, given)))
    },
  ),

  api(
    'GET /api/inventory/:id/inputcost',
    {
      claim: 'inventory.read',
      params: ById,
      summary: 'What the inputs of one base unit of an item cost today, and what of that is labour.',
    },
    (c) => {
      if (!canSeeItemRates(c)) throw forbidden()
      return c.read((db) => dataReply(presentInputCost(db, getRecord(db, inventory, c.params.id).id)))
    },
  ),

  api(
    'PUT /api/inventory/:id/inputs',
    {
      claim: 'inventory.write',
      params: ById,
      body: Inputs,
      summary: 'Says what one base unit of an item is made of, in place of what was said before.',
    },
    (c) =>
      c.write((tx) => {
        saveInputs(tx, c.params.id, c.body)
        return listData(presentInputs(c, tx.db, c.params.id))
      }),
  ),
]
