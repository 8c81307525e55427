import { ById } from '#server/http/fields.ts'
import { dialogReply } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { ClientDialog, PriceDialog } from '#views/catalogue/pricing/dialogs.tsx'
import { ByEntry } from './input.ts'
import { readGroup } from './present.ts'
import { batchDialog, priceDialog } from './price-dialogs.tsx'
import { groupPage } from './views.tsx'

const writes = { claim: 'pricing.write', params: ById } as const

export const pricingPagesPrices: Route[] = [
  page(
    'GET /admin/pricing/:id/items/new',
    { ...writes, summary: 'The form that adds a price to a group.' },
    (c) =>
      dialogReply(
        c,
        c.read((db) => <PriceDialog group={readGroup(db, c.params.id)} />),
        () => groupPage(c, c.params.id),
      ),
  ),

  page(
    'GET /admin/pricing/:id/items/:inventory',
    { summary: 'The form of an item’s price in a group.', claim: 'pricing.write', params: ByEntry },
    (c) =>
      dialogReply(
        c,
        c.read((db) => priceDialog(db, c.params.id, c.params.inventory)),
        () => groupPage(c, c.params.id),
      ),
  ),

  page(
    'GET /admin/pricing/:id/clients/new',
    { ...writes, summary: 'The form that adds clients to a pricing group.' },
    (c) =>
      dialogReply(
        c,
        c.read((db) => <ClientDialog group={readGroup(db, c.params.id)} />),
        () => groupPage(c, c.params.id),
      ),
  ),

  page(
    'GET /admin/pricing/:id/batch',
    { ...writes, summary: 'The form that changes many prices of a group.' },
    (c) =>
      dialogReply(
        c,
        c.read((db) => batchDialog(db, c.params.id)),
        () => groupPage(c, c.params.id),
      ),
  ),
]
