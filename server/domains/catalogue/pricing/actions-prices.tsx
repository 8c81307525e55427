import { type EntryRow, findPricingEntry } from '#db/queries/catalogue/pricing.ts'
import { invalid, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, t } from '#server/http/fields.ts'
import { data, fragment, saved } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { formatRate } from '#views/format.ts'
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
import { joinGroup, leaveGroup } from './link-client.ts'
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
  data({ stamp, inventory: rows.map(presentBatchRow) }, { total: rows.length })

export const pricesActions: Route[] = [
  ...action(
    { api: 'POST /api/pricing/inventory', page: 'POST /admin/pricing/:id/items' },
    {
      ...writes,
      body: NewEntry,
      formParams: ById,
      form: NewEntryForm,
      fromForm: ({ params, body }) => {
        if (!body.inventory) throw invalid({ inventory: 'Choose an item.' })
        return { ...body, pricinggroup: params.id }
      },
      formErrors: toItemError,
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
      formParams: ByEntry,
      form: EntryForm,
      fromForm: ({ params: { id, inventory }, body }) => ({ ...body, pricinggroup: id, inventory }),
      summary: 'Changes a group’s price of an item, found by the two; `archived` takes it out of the group.',
    },
    (tx, _, c) => {
      const { archived, ...change } = c.body
      const changed = changeEntry(tx, change)
      return archived ? { ...presentEntry(removeEntry(tx, change)), archived } : presentEntry(changed)
    },
    savedEntry,
  ),

  page('POST /admin/pricing/:id/items/:inventory/remove', { ...writes, params: ByEntry }, async (c) => {
    const { id, inventory } = c.params
    const { name } = await c.write((tx) => removeEntry(tx, { pricinggroup: id, inventory }))
    return saved(`${name} costs what it costs everybody`, 'pricinggroups')
  }),

  // Two routes: the call's data does not say which group the client was in, and the page's sentence does.
  api(
    'POST /api/pricing/client',
    { ...writes, body: Link, summary: 'Puts a client into a pricing group, out of the one it was in.' },
    (c) =>
      c.write((tx) => {
        const { from, ...link } = joinGroup(tx, c.body.client, c.body.pricinggroup)
        return data(presentLink(link), { message: from && `${link.clientname} was in ${from} before.` })
      }),
  ),

  page('POST /admin/pricing/:id/clients', { ...writes, params: ById, body: LinkForm }, async (c) => {
    const { clientname, from } = await c.write((tx) => joinGroup(tx, c.body.client, c.params.id))
    return saved(`${clientname} added${from ? `, out of ${from}` : ''}`, 'pricinggroups')
  }),

  ...action(
    { api: 'DELETE /api/pricing/client', page: 'DELETE /admin/pricing/:id/clients/:client' },
    {
      ...writes,
      query: Unlink,
      formParams: t.Object({ id: id(), client: id() }),
      queryFromForm: ({ params: { id, client } }) => ({ client, pricinggroup: id }),
      summary: 'Takes a client out of its pricing group.',
    },
    (tx, _, c) => presentLink(leaveGroup(tx, c.query.client, c.query.pricinggroup)),
    ({ client }) => saved(`${client.name} taken out`, 'pricinggroups'),
  ),

  api(
    'POST /api/pricing/inventory/batch',
    {
      ...writes,
      body: BatchBody,
      summary: 'Changes many base rates by a percentage or an amount, all or none; `preview` only tells.',
    },
    (c) => {
      const { preview, stamp, ...batch } = c.body
      return preview
        ? batchReply(c.read((db) => planBatch(db, batch)))
        : c.write((tx) => batchReply(changeBatch(tx, batch, stamp)))
    },
  ),

  // Apart from the call: the dialog asks again when the prices moved on since its preview.
  page('POST /admin/pricing/:id/batch', { ...writes, params: ById, body: BatchForm }, async (c) => {
    const { stamp, ...typed } = c.body
    const batch = { ...typed, add: typed.add ?? false, pricinggroup: c.params.id }
    const ask = () =>
      c.read((db) => fragment(batchDialog(db, c.params.id, typed, planBatch(db, batch), Boolean(stamp))))
    if (!stamp) return ask()
    const changed = await c.write((tx) =>
      planBatch(tx.db, batch).stamp === stamp ? changeBatch(tx, batch, stamp).rows.length : null,
    )
    if (changed === null) return ask()
    return saved(`${changed} ${changed === 1 ? 'price' : 'prices'} changed`, 'pricinggroups')
  }),
]

/** Said beside the item that was chosen, where it can be mended. */
function toItemError(error: unknown): never {
  if (error instanceof Problem && error.more.code === 'exists') throw invalid({ inventory: error.message })
  throw error
}
