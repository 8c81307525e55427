import { inventory } from '#db/schema/tenant/index.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { lookupRoutes } from '#server/crud/lookup.tsx'
import { SkipQuery } from '#server/crud/paged-lines.ts'
import { creation } from '#server/crud/pages.tsx'
import { OpenTab } from '#server/crud/record-page.tsx'
import type { Context } from '#server/http/context.ts'
import { cookie, SECTIONS_COOKIE } from '#server/http/cookies.ts'
import { ById } from '#server/http/fields.ts'
import { dialogReply, noSwapReply, redirect, snackbarHeaders, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { tryMarssKey } from '#server/marss/ask-marss.ts'
import { hasMarssKey, setMarssKey } from '#server/marss/key.ts'
import { getRecord } from '#server/records.ts'
import { type LabelKey, pageTitle } from '#server/resources.ts'
import { xeroInUse } from '#server/xero/in-use.ts'
import { readZone } from '#server/zone.ts'
import { MarssDialog } from '#views/catalogue/inventory/marss.tsx'
import { InventoryPage } from '#views/catalogue/inventory/page.tsx'
import { withQuery } from '#views/ui/links.ts'
import { inventoryExport } from './api-export.ts'
import { unitsExport } from './api-units-export.ts'
import { itemClasses } from './classes.ts'
import { findLabour } from './find-labour.ts'
import { MarssKey, notesAsked, PageQuery } from './input.ts'
import { itemNotes } from './item-notes.ts'
import { permittedItemSort } from './item-sort.ts'
import { listFirstItems } from './list-items.ts'
import { itemPage, pricesTab, usesTab } from './record-page.tsx'
import { item } from './resource.ts'

type Query = { search?: string; archived?: boolean; sort?: string; open?: string; add?: boolean }
type View = { path: '/admin/inventory' | '/admin/products'; page: LabelKey; products: boolean }

const views: readonly View[] = [
  { path: '/admin/inventory', page: 'pages.admin.inventory', products: false },
  { path: '/admin/products', page: 'pages.admin.products', products: true },
]

const labels = Object.fromEntries(Object.entries(item.fields).map(([name, { label }]) => [name, label]))

function listPage(c: Context, { path, page, products }: View, { open, add, ...query }: Query = {}) {
  permittedItemSort(c, query.sort)
  const folded = (cookie(c.request, SECTIONS_COOKIE) ?? '').split('.').filter(Boolean)
  const stock = c.can('stock.read')
  const rates = canSeeItemRates(c)
  return c.read((db) => {
    const label = pageTitle(db, page)
    return view(
      <InventoryPage
        label={label}
        path={path}
        products={products}
        query={query}
        folded={folded}
        open={open}
        add={add}
        list={listFirstItems(db, { ...query, products, stock, rates }, folded)}
        zone={readZone(db)}
        classes={itemClasses}
        labels={labels}
        can={{
          write: c.can('inventory.write'),
          stock,
          adjust: c.can('stock.adjust'),
          rates,
          pricing: c.can('pricing.read'),
          setprices: c.can('pricing.write'),
          history: c.can('history.read'),
          documents: c.can('documents.read'),
          categories: c.can('categories.read'),
          suppliers: c.can('suppliers.read'),
          storage: c.can('equipment.read'),
          clients: c.can('clients.read'),
          importing: c.can('records.import'),
          exporting: c.can('records.export'),
          settings: c.can('settings.manage'),
          marss: Boolean(c.services.config.marssurl),
          marsskey: hasMarssKey(db),
          xero: xeroInUse(c.services, c.person) !== null,
        }}
      />,
      { title: label, page },
    )
  })
}

export const inventoryPages: Route[] = [
  ...inventoryExport,
  unitsExport,

  ...views.map((one) =>
    page(`GET ${one.path}`, { summary: 'Lists items.', claim: 'inventory.read', query: PageQuery }, (c) =>
      listPage(c, one, c.query),
    ),
  ),

  page(
    'GET /admin/inventory/new',
    { summary: 'The empty dialog of an item.', claim: 'inventory.write' },
    () => redirect('/admin/inventory?add=true'),
  ),

  page(
    'GET /admin/inventory/marss',
    { claim: 'settings.manage', summary: 'The dialog that brings items in from Marss.' },
    (c) =>
      dialogReply(
        c,
        c.read((db) => <MarssDialog haskey={hasMarssKey(db)} address={c.services.config.marssurl} />),
        () => listPage(c, views[0]!),
      ),
  ),

  page(
    'POST /admin/inventory/marss',
    { claim: 'settings.manage', body: MarssKey, summary: 'Brings items in from Marss.' },
    async (c) => {
      const { services, body } = c
      const kept = body.key !== ''
      const tried =
        kept && services.config.marssurl ? await tryMarssKey(services.config, body.key) : undefined
      await c.write((tx) => setMarssKey(tx, services.encryption, body.key))
      const untried = tried?.isTried === false
      const message = kept
        ? `The key of Marss is kept${untried ? ', and could not be tried' : ''}${tried ? `. ${tried.said}` : ''}`
        : 'The key of Marss is taken away'
      return noSwapReply(
        snackbarHeaders(message, {
          level: untried ? 'warning' : 'success',
          marsskey: { kept },
          closedialog: true,
        }),
      )
    },
  ),

  // Where scans and links of other pages lead: an item has an address, whatever its code is by now.
  page(
    'GET /admin/inventory/:id',
    { summary: 'The dialog of an item.', claim: 'inventory.read', params: ById },
    (c) => {
      const { code } = c.read((db) => getRecord(db, inventory, c.params.id))
      return redirect(withQuery('/admin/inventory', { open: code }))
    },
  ),

  page(
    'GET /admin/inventory/:id/overview',
    { claim: 'inventory.read', params: ById, query: OpenTab, summary: 'Everything about an item.' },
    itemPage,
  ),

  page(
    'GET /admin/inventory/:id/uses',
    { claim: 'jobs.read', params: ById, query: SkipQuery, summary: 'Jobs on which an item is used.' },
    usesTab,
  ),

  page(
    'GET /admin/inventory/:id/prices',
    { claim: 'pricing.read', params: ById, summary: 'What an item costs, by pricing group.' },
    pricesTab,
  ),

  ...lookupRoutes({
    ...item,
    claim: 'inventory.read',
    asked: notesAsked,
    notes: (c, db, rows) => itemNotes(c, db, rows, (c.query as { of?: 'cost' }).of),
    alsomeant: findLabour,
    create: creation(item),
  }),
]
