import { type EntryRow, findPricingEntry } from '#db/queries/catalogue/pricing.ts'
import { listOptions } from '#db/queries/options.ts'
import { categories } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { ById, id, t } from '#server/http/fields.ts'
import { dialogOver, fragment, saved } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import type { Percent, Rate } from '#server/money/decimal.ts'
import { BatchDialog, type BatchLine } from '#views/catalogue/pricing/batch.tsx'
import { ClientDialog, PriceDialog } from '#views/catalogue/pricing/dialogs.tsx'
import { rate } from '#views/format.ts'
import { type BatchPlan, changeBatch, planBatch } from './change-batch.ts'
import { type BatchRow, priceOf } from './figures.ts'
import { BatchForm, EntryForm, LinkForm, NewEntryForm } from './input.ts'
import { joinGroup, leaveGroup } from './link-client.ts'
import { priceLineOf, readGroup } from './present.ts'
import { addEntry, changeEntry, removeEntry } from './save-entry.ts'
import { groupPage } from './views.tsx'

const Pair = t.Object({ id: id(), inventory: id() })
const writes = { claim: 'pricing.write', params: ById } as const
const writesPair = { claim: 'pricing.write', params: Pair } as const

// Enough to see that it is right; a page of ten thousand rows says no more.
const SHOWN = 100

/** What came of the figures, markup and all: whoever meant that as the base rate sees it at once. */
function costs(row: EntryRow): string {
  const { name, price, ownprice } = priceLineOf(row)
  return `${name} costs these clients ${rate(price)}, everybody else ${rate(ownprice)}`
}

function priceDialog(db: TenantDb, groupid: string, inventory: string) {
  const row = findPricingEntry(db, groupid, inventory)
  if (!row || row.archived) throw notFound('price')
  return (
    <PriceDialog
      group={{ id: groupid, name: row.groupname }}
      line={{ ...priceLineOf(row), version: row.version }}
    />
  )
}

type Typed = { percent?: Percent | null; amount?: Rate | null; category?: string | null; add?: boolean }

function batchDialog(db: TenantDb, groupid: string, typed?: Typed, plan?: BatchPlan, stale?: boolean) {
  return (
    <BatchDialog
      typed={typed}
      stale={stale}
      group={readGroup(db, groupid)}
      categories={listOptions(db, categories, { jobcategory: false })}
      preview={
        plan && {
          rows: plan.rows.slice(0, SHOWN).map(batchLineOf),
          total: plan.rows.length,
          stamp: plan.stamp,
        }
      }
    />
  )
}

const batchLineOf = ({ before, after, ...item }: BatchRow): BatchLine => ({
  ...item,
  before: before && { baserate: before.baserate, price: priceOf(before) },
  after: { baserate: after.baserate, price: priceOf(after) },
})

export const pricingPagesPrices: Route[] = [
  page('GET /admin/pricing/:id/items/new', writes, (c) =>
    dialogOver(
      c,
      c.read((db) => <PriceDialog group={readGroup(db, c.params.id)} />),
      () => groupPage(c, c.params.id),
    ),
  ),

  page('POST /admin/pricing/:id/items', { ...writes, body: NewEntryForm }, async (c) => {
    if (!c.body.inventory) throw invalid({ inventory: 'Choose an item.' })
    const added = await c
      .write((tx) => addEntry(tx, { ...c.body, pricinggroup: c.params.id }))
      .catch(besideItem)
    return saved(costs(added), 'pricinggroups')
  }),

  page('GET /admin/pricing/:id/items/:inventory', writesPair, (c) =>
    dialogOver(
      c,
      c.read((db) => priceDialog(db, c.params.id, c.params.inventory)),
      () => groupPage(c, c.params.id),
    ),
  ),

  page('PATCH /admin/pricing/:id/items/:inventory', { ...writesPair, body: EntryForm }, async (c) => {
    const { id, inventory } = c.params
    const after = await c.write((tx) => changeEntry(tx, { ...c.body, pricinggroup: id, inventory }))
    return saved(costs(after), 'pricinggroups')
  }),

  page('POST /admin/pricing/:id/items/:inventory/remove', writesPair, async (c) => {
    const { id, inventory } = c.params
    const { name } = await c.write((tx) => removeEntry(tx, { pricinggroup: id, inventory }))
    return saved(`${name} costs what it costs everybody`, 'pricinggroups')
  }),

  page('GET /admin/pricing/:id/clients/new', writes, (c) =>
    dialogOver(
      c,
      c.read((db) => <ClientDialog group={readGroup(db, c.params.id)} />),
      () => groupPage(c, c.params.id),
    ),
  ),

  page('POST /admin/pricing/:id/clients', { ...writes, body: LinkForm }, async (c) => {
    const { clientname, from } = await c.write((tx) => joinGroup(tx, c.body.client, c.params.id))
    return saved(`${clientname} added${from ? `, out of ${from}` : ''}`, 'pricinggroups')
  }),

  page(
    'DELETE /admin/pricing/:id/clients/:client',
    { claim: 'pricing.write', params: t.Object({ id: id(), client: id() }) },
    async (c) => {
      const { clientname } = await c.write((tx) => leaveGroup(tx, c.params.client, c.params.id))
      return saved(`${clientname} taken out`, 'pricinggroups')
    },
  ),

  page('GET /admin/pricing/:id/batch', writes, (c) =>
    dialogOver(
      c,
      c.read((db) => batchDialog(db, c.params.id)),
      () => groupPage(c, c.params.id),
    ),
  ),

  page('POST /admin/pricing/:id/batch', { ...writes, body: BatchForm }, (c) => {
    const { stamp, ...typed } = c.body
    const batch = { ...typed, add: typed.add ?? false, pricinggroup: c.params.id }
    return c.write((tx) => {
      const plan = planBatch(tx.db, batch)
      if (stamp !== plan.stamp) return fragment(batchDialog(tx.db, c.params.id, typed, plan, Boolean(stamp)))
      changeBatch(tx, batch, stamp)
      const count = plan.rows.length
      return saved(`${count} ${count === 1 ? 'price' : 'prices'} changed`, 'pricinggroups')
    })
  }),
]

/** Said beside the item that was chosen, where it can be mended. */
function besideItem(error: unknown): never {
  if (error instanceof Problem && error.more.code === 'exists') throw invalid({ inventory: error.message })
  throw error
}
