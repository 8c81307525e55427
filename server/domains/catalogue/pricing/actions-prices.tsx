import { type EntryRow, findPricingEntry } from '#db/queries/catalogue/pricing.ts'
import { invalid, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, type StaticDecode, t } from '#server/http/fields.ts'
import { dataReply, fragment, saved } from '#server/http/reply.ts'
import { action, asyncAction, page, type Route } from '#server/http/route.ts'
import { counted, formatRate } from '#views/format.ts'
import { type BatchPlan, changeBatch, planBatch } from './change-batch.ts'
import {
  BatchBody,
  BatchForm,
  ByEntry,
  EntryChange,
  EntryForm,
  Link,
  LinkForm,
  NewEntry,
  NewEntryForm,
  Unlink,
} from './input.ts'
import { addToGroup, removeFromGroup } from './link-client.ts'
import { presentBatchRow, presentEntry, presentLink, presentPriceLine } from './present.ts'
import { batchDialog } from './price-dialogs.tsx'
import { addEntry, changeEntry, removeEntry } from './save-entry.ts'

const writes = { claim: 'pricing.write' } as const

type Entry = { pricinggroup: { id: string }; inventory: { id: string } }

/** Says what came of the figures, markup and all: whoever meant that as the base rate sees it at once. */
function savedEntry({ pricinggroup, inventory }: Entry, c: Context) {
  const row = c.read((db) => findPricingEntry(db, pricinggroup.id, inventory.id)) as EntryRow
  const { name, price, ownprice } = presentPriceLine(row)
  return saved(
    `${name} costs these clients ${formatRate(price)}, everybody else ${formatRate(ownprice)}`,
    'pricinggroups',
  )
}

const batchReply = ({ rows, stamp }: BatchPlan) =>
  dataReply({ stamp, inventory: rows.map(presentBatchRow) }, { total: rows.length })

type BatchContext = Context<{ id: string }, unknown, StaticDecode<typeof BatchForm>>

const toBatch = ({ params, body }: BatchContext) => ({
  ...body,
  add: body.add ?? false,
  pricinggroup: params.id,
})

function askBatch(c: BatchContext) {
  const { stamp, ...typed } = c.body
  const { stamp: _, ...batch } = toBatch(c)
  return c.read((db) => fragment(batchDialog(db, c.params.id, typed, planBatch(db, batch), Boolean(stamp))))
}

export const pricesActions: Route[] = [
  ...action(
    { api: 'POST /api/pricing/inventory', page: 'POST /admin/pricing/:id/items' },
    {
      ...writes,
      body: NewEntry,
      form: {
        params: ById,
        body: NewEntryForm,
        input: ({ params, body }) => {
          if (!body.inventory) throw invalid({ inventory: 'Choose an item.' })
          return { body: { ...body, pricinggroup: params.id } }
        },
        refused: toItemError,
      },
      summary: 'Gives an item a price in a group; unnamed figures are its own.',
    },
    (tx, _, c) => presentEntry(addEntry(tx, c.body)),
    savedEntry,
  ),

  ...action(
    { api: 'PATCH /api/pricing/inventory', page: 'PATCH /admin/pricing/:id/items/:inventory' },
    {
      ...writes,
      body: EntryChange,
      form: {
        params: ByEntry,
        body: EntryForm,
        input: ({ params: { id, inventory }, body }) => ({ body: { ...body, pricinggroup: id, inventory } }),
      },
      summary: 'Changes a group’s price of an item, found by the two; `archived` takes it out of the group.',
    },
    (tx, _, c) => {
      const { archived, ...change } = c.body
      const changed = changeEntry(tx, change)
      return archived ? { ...presentEntry(removeEntry(tx, change)), archived } : presentEntry(changed)
    },
    savedEntry,
  ),

  page(
    'POST /admin/pricing/:id/items/:inventory/remove',
    { summary: 'Takes an item’s price out of a group.', ...writes, params: ByEntry },
    async (c) => {
      const { id, inventory } = c.params
      const { name } = await c.write((tx) => removeEntry(tx, { pricinggroup: id, inventory }))
      return saved(`${name} costs what it costs everybody`, 'pricinggroups')
    },
  ),

  ...action(
    { api: 'POST /api/pricing/client', page: 'POST /admin/pricing/:id/clients' },
    {
      ...writes,
      body: Link,
      form: {
        params: ById,
        body: LinkForm,
        input: ({ params, body }) => ({ body: { client: body.client, pricinggroup: params.id } }),
      },
      summary: 'Puts a client into a pricing group, out of the one it was in.',
    },
    (tx, _, c) => {
      const { from, ...link } = addToGroup(tx, c.body.client, c.body.pricinggroup)
      return dataReply(presentLink(link), { message: from && `${link.clientname} was in ${from} before.` })
    },
    ({ client }, _, message) =>
      saved(message ? `${client.name} added. ${message}` : `${client.name} added`, 'pricinggroups'),
  ),

  ...action(
    { api: 'DELETE /api/pricing/client', page: 'DELETE /admin/pricing/:id/clients/:client' },
    {
      ...writes,
      query: Unlink,
      form: {
        params: t.Object({ id: id(), client: id() }),
        input: ({ params: { id, client } }) => ({ query: { client, pricinggroup: id } }),
      },
      summary: 'Takes a client out of its pricing group.',
    },
    (tx, _, c) => presentLink(removeFromGroup(tx, c.query.client, c.query.pricinggroup)),
    ({ client }) => saved(`${client.name} taken out`, 'pricinggroups'),
  ),

  ...asyncAction(
    { api: 'POST /api/pricing/inventory/batch', page: 'POST /admin/pricing/:id/batch' },
    {
      ...writes,
      body: BatchBody,
      form: {
        params: ById,
        body: BatchForm,
        input: (c) => (c.body.stamp ? { body: toBatch(c) } : askBatch(c)),
        // The dialog asks again when the prices moved on since its preview.
        refused: (error, c) => {
          if (error instanceof Problem && error.more.code === 'conflict') return askBatch(c)
          throw error
        },
      },
      summary: 'Changes many base rates by a percentage or an amount, all or none; `preview` only tells.',
    },
    async (c) => {
      const { preview, stamp, ...batch } = c.body
      return preview
        ? batchReply(c.read((db) => planBatch(db, batch)))
        : c.write((tx) => batchReply(changeBatch(tx, batch, stamp)))
    },
    ({ inventory: { length } }) => saved(`${counted(length, 'price')} changed`, 'pricinggroups'),
  ),
]

/** Said beside the item that was chosen, where it can be mended. */
function toItemError(error: unknown): never {
  if (error instanceof Problem && error.more.code === 'exists') throw invalid({ inventory: error.message })
  throw error
}
