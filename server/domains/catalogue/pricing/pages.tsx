import { listPricingGroups } from '#db/queries/catalogue/pricing.ts'
import { listHistory } from '#db/queries/history.ts'
import type { TenantDb } from '#db/types.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dialogReply, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import { GroupDialog } from '#views/catalogue/pricing/dialogs.tsx'
import { PricingGroups } from '#views/catalogue/pricing/list.tsx'
import { groupsExport, pricesExport } from './api-export.ts'
import { ExplorerQuery, GroupList } from './input.ts'
import { pricingPagesPrices } from './pages-prices.tsx'
import { readGroup } from './present.ts'
import { explorerPage, groupPage, PAGE, type PricingQuery } from './views.tsx'

const listPage = (c: Context, query: PricingQuery = {}) =>
  c.read((db) => {
    const { skip = 0, take = 50 } = query
    const title = pageTitle(db, PAGE)
    const rows = listPricingGroups(db, query)
    const url = c.url.pathname === '/admin/pricing' ? c.url.pathname + c.url.search : '/admin/pricing'
    return view(
      <PricingGroups
        title={title}
        query={query}
        url={url}
        rows={rows.slice(skip, skip + take)}
        total={rows.length}
        canwrite={c.can('pricing.write')}
        canexport={c.can('records.export')}
      />,
      { title, page: PAGE },
    )
  })

const editDialog = (c: Context, db: TenantDb, groupid: string) => (
  <GroupDialog
    group={readGroup(db, groupid)}
    history={c.can('history.read') ? listHistory(db, 'pricinggroups', groupid) : []}
    zone={readZone(db)}
  />
)

export const pricingPages: Route[] = [
  page(
    'GET /admin/pricing',
    { claim: 'pricing.read', query: GroupList, cached: true, summary: 'Lists price groups.' },
    (c) => listPage(c, c.query),
  ),

  page(
    'GET /admin/pricing/explorer',
    { claim: 'pricing.read', query: ExplorerQuery, summary: 'Which price a client pays, and why.' },
    (c) => explorerPage(c, c.query),
  ),

  page(
    'GET /admin/pricing/new',
    { claim: 'pricing.write', summary: 'The empty dialog of a price group.' },
    (c) => dialogReply(c, <GroupDialog />, () => listPage(c)),
  ),

  page(
    'GET /admin/pricing/:id',
    {
      claim: 'pricing.read',
      params: ById,
      query: GroupList,
      cached: true,
      summary: 'The prices of a group.',
    },
    (c) => groupPage(c, c.params.id, c.query),
  ),

  page(
    'GET /admin/pricing/:id/edit',
    { summary: 'The dialog of a pricing group.', claim: 'pricing.write', params: ById },
    (c) =>
      dialogReply(
        c,
        c.read((db) => editDialog(c, db, c.params.id)),
        () => groupPage(c, c.params.id),
      ),
  ),

  pricesExport,
  groupsExport,
  ...pricingPagesPrices,
]
