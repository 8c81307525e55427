import { ById } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { changeBatch, planBatch } from './change-batch.ts'
import { BatchBody, EntryChange, GroupChange, Link, NewEntry, NewGroup, Unlink } from './input.ts'
import { joinGroup, leaveGroup } from './link-client.ts'
import { presentBatchRow, presentEntry, presentLink, readGroup } from './present.ts'
import { addEntry, changeEntry, removeEntry } from './save-entry.ts'
import { addGroup, changeGroup } from './save-group.ts'

const writes = { claim: 'pricing.write' } as const

/** The calls that change prices. */
export const pricingApiChange: Route[] = [
  api('POST /api/pricing/groups', { ...writes, body: NewGroup }, (c) =>
    c.write((tx) => readGroup(tx.db, addGroup(tx, { ...c.body, id: c.body.id ?? undefined }).id)),
  ),

  api('PATCH /api/pricing/groups/:id', { ...writes, params: ById, body: GroupChange }, (c) =>
    c.write((tx) => readGroup(tx.db, changeGroup(tx, c.params.id, c.body).id)),
  ),

  api(
    'POST /api/pricing/client',
    { ...writes, body: Link, summary: 'Puts a client into a pricing group, out of the one it was in.' },
    (c) =>
      c.write((tx) => {
        const { from, ...link } = joinGroup(tx, c.body.client, c.body.pricinggroup)
        const message = from && `${link.clientname} was in ${from} before.`
        return data(presentLink(link), { message })
      }),
  ),

  api(
    'DELETE /api/pricing/client',
    { ...writes, query: Unlink, summary: 'Takes a client out of its pricing group.' },
    (c) => c.write((tx) => presentLink(leaveGroup(tx, c.query.client, c.query.pricinggroup))),
  ),

  api(
    'POST /api/pricing/inventory',
    { ...writes, body: NewEntry, summary: 'Gives an item a price in a group; unnamed figures are its own.' },
    (c) => c.write((tx) => presentEntry(addEntry(tx, c.body))),
  ),

  api(
    'PATCH /api/pricing/inventory',
    {
      ...writes,
      body: EntryChange,
      summary: 'Changes a group’s price of an item, found by the two; `archived` takes it out of the group.',
    },
    (c) =>
      c.write((tx) => {
        const { archived, ...change } = c.body
        const changed = changeEntry(tx, change)
        return archived ? { ...presentEntry(removeEntry(tx, change)), archived } : presentEntry(changed)
      }),
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
      const run = preview ? c.read((db) => planBatch(db, batch)) : undefined
      const reply = ({ rows, stamp: now }: ReturnType<typeof planBatch>) =>
        data({ stamp: now, inventory: rows.map(presentBatchRow) }, { total: rows.length })
      return run ? reply(run) : c.write((tx) => reply(changeBatch(tx, batch, stamp)))
    },
  ),
]
