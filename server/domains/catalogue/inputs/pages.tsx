import { itemsById } from '#db/queries/catalogue/inventory.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { exportQuery, exportReply, singleBatch } from '#server/export/exported.ts'
import { ById, object } from '#server/http/fields.ts'
import { fragment, noSwapReply, saved, snackbarHeaders } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { parseQuantity } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { readBill } from '#server/stock/bill.ts'
import { CopyInputsDialog } from '#views/catalogue/inputs/copy.tsx'
import { Needs } from '#views/catalogue/inputs/needs.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { copyInputs, moveInput, removeInput, restoreInputs, setInput } from './change-inputs.ts'
import { ByInput, CopyForm, InputRowForm, InputStep, NeedsQuery, RestoreQuery } from './input.ts'
import { readExport } from './read-export.ts'
import { listNeeds } from './read-uses.ts'
import { inputsTab } from './tab.tsx'

const reads = { claim: 'inventory.read', params: ById } as const
const writes = { claim: 'inventory.write' } as const

const changed = (message: string, undo?: string) =>
  noSwapReply(snackbarHeaders(message, { undo, refresh: { table: 'inventory' } }))

const copied = (undo: string) =>
  noSwapReply(snackbarHeaders('Inputs copied', { undo, closedialog: true, refresh: { table: 'inventory' } }))

const steps = {
  up: (tx: Tx, id: string, inputid: string) => moveInput(tx, id, inputid, -1),
  down: (tx: Tx, id: string, inputid: string) => moveInput(tx, id, inputid, 1),
  remove: removeInput,
}

export const inputsPages: Route[] = [
  page(
    'GET /admin/inventory/:id/inputs',
    { ...reads, summary: 'The tab with what an item is made of, and what it is in.' },
    (c) => c.read((db) => fragment(inputsTab(c, db, c.params.id))),
  ),

  page(
    'GET /inventory/:id/madefrom',
    { ...reads, summary: 'The same as a dialog, over a job on which the item is sold.' },
    (c) =>
      c.read((db) => {
        const { id } = getRecord(db, inventory, c.params.id)
        const [item] = itemsById(db, [id])
        return fragment(
          <Dialog title={`${item?.name} is made from`} size="large">
            {inputsTab(c, db, id)}
          </Dialog>,
        )
      }),
  ),

  page(
    'POST /admin/inventory/:id/inputs',
    {
      ...writes,
      params: ById,
      body: InputRowForm,
      summary: 'Adds one input, or changes the one of that item.',
    },
    async (c) => {
      const undo = await c.write((tx) => setInput(tx, c.params.id, c.body))
      return changed('Inputs saved', undo)
    },
  ),

  page(
    'POST /admin/inventory/:id/inputs/restore',
    { ...writes, params: ById, query: RestoreQuery, summary: 'Takes a change of the inputs back.' },
    async (c) => {
      await c.write((tx) => restoreInputs(tx, c.params.id, c.query))
      return changed('The inputs are as they were')
    },
  ),

  page(
    'GET /admin/inventory/:id/inputs/copy',
    { ...writes, params: ById, summary: 'The dialog that copies the inputs of another item.' },
    (c) =>
      c.read((db) => {
        const { id, code } = getRecord(db, inventory, c.params.id)
        return fragment(<CopyInputsDialog id={id} code={code} />)
      }),
  ),

  page(
    'POST /admin/inventory/:id/inputs/copy',
    { ...writes, params: ById, body: CopyForm, summary: 'Adds the inputs of another item.' },
    async (c) => {
      const undo = await c.write((tx) => copyInputs(tx, c.params.id, c.body.from))
      return undo ? copied(undo) : saved('All of them were there already', 'inventory')
    },
  ),

  page(
    'GET /admin/inventory/:id/inputs/needs',
    { ...reads, query: NeedsQuery, summary: 'What a quantity of an item needs, at every level.' },
    (c) =>
      c.read((db) => {
        const { id } = getRecord(db, inventory, c.params.id)
        const stock = c.can('stock.read')
        const quantity = c.query.quantity || parseQuantity(1)
        return fragment(
          <Needs rows={listNeeds(db, readBill(db, [id]), id, quantity, { stock })} stock={stock} />,
        )
      }),
  ),

  page(
    'GET /admin/inventory/:id/inputs/export',
    { ...reads, query: object(exportQuery), summary: 'A file of what an item is made of, at every level.' },
    (c) => {
      const { code, rows, costs } = c.read((db) => readExport(c, db, c.params.id))
      return exportReply(c, c.query.format, {
        title: `Inputs of ${code}`,
        columns: [
          { head: 'Product' },
          { head: 'Input' },
          { head: 'Input name' },
          { head: 'Quantity', kind: 'number' },
          { head: 'Unit' },
          { head: 'Extra %', kind: 'number' },
          ...(costs ? [{ head: 'Cost of one base unit', kind: 'money' } as const] : []),
        ],
        batches: singleBatch(rows),
      })
    },
  ),

  page(
    'POST /admin/inventory/:id/inputs/:inputid',
    { ...writes, params: ByInput, body: InputStep, summary: 'Moves an input in its list, or takes it out.' },
    async (c) => {
      const undo = await c.write((tx) => steps[c.body.step](tx, c.params.id, c.params.inputid))
      return changed(c.body.step === 'remove' ? 'Input taken out' : 'Inputs reordered', undo)
    },
  ),
]
