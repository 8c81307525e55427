import { listClientLinks, listGroupEntries } from '#db/queries/catalogue/pricing.ts'
import { nameById } from '#db/queries/crud.ts'
import { clients, inventory } from '#db/schema/tenant/index.ts'
import type { Context } from '#server/http/context.ts'
import { view } from '#server/http/reply.ts'
import { pageTitle } from '#server/resources.ts'
import { PriceExplorer } from '#views/catalogue/pricing/explorer.tsx'
import { PricingGroup } from '#views/catalogue/pricing/group.tsx'
import { explainPrice } from './explain-price.ts'
import { presentPriceLine, readGroup } from './present.ts'

export const PAGE = 'pages.admin.pricing'
export type PricingQuery = { search?: string; archived?: boolean; skip?: number; take?: number }

export const groupPage = (c: Context, groupid: string, query: PricingQuery = {}) =>
  c.read((db) => {
    const path = `/admin/pricing/${groupid}`
    const group = readGroup(db, groupid)
    const { rows, total } = listGroupEntries(db, groupid, query)
    return view(
      <PricingGroup
        group={group}
        total={total}
        query={query}
        rows={rows.map(presentPriceLine)}
        clients={listClientLinks(db, { pricinggroup: groupid }).map((link) => ({
          id: link.client,
          name: link.clientname,
        }))}
        url={c.url.pathname === path ? path + c.url.search : path}
        canwrite={c.can('pricing.write')}
        canexport={c.can('records.export')}
      />,
      { title: group.name, page: PAGE },
    )
  })

export function explorerPage(c: Context, query: { client?: string; inventory?: string }) {
  return c.read((db) => {
    const title = pageTitle(db, PAGE)
    const named = (table: typeof clients | typeof inventory, id?: string) =>
      id ? { id, name: nameById(db, table, id) } : null
    const explained = query.inventory
      ? explainPrice(db, query.inventory, { client: query.client || null })
      : undefined
    return view(
      <PriceExplorer
        title={title}
        explained={explained}
        client={named(clients, query.client)}
        inventory={named(inventory, query.inventory)}
      />,
      { title: 'Price explorer', page: PAGE },
    )
  })
}
