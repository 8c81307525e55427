import { listClientLinks } from '#db/queries/catalogue/pricing.ts'
import { listPlainClients } from '#db/queries/contacts/clients.ts'
import { listLocations } from '#db/queries/contacts/locations.ts'
import { listOptions, withChosen } from '#db/queries/options.ts'
import { clients, pricinggroups } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { SkipQuery } from '#server/crud/paged-lines.ts'
import { OpenTab } from '#server/crud/record-page.tsx'
import { addToGroup, removeFromGroup } from '#server/domains/catalogue/pricing/link-client.ts'
import type { Context } from '#server/http/context.ts'
import { ById, listQuery, object, reference, t } from '#server/http/fields.ts'
import { fragment, snackbarHeaders, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { pageTitle } from '#server/resources.ts'
import { ClientLocations } from '#views/contacts/clients/locations.tsx'
import { PlainClients } from '#views/contacts/clients/plain.tsx'
import { ClientPricing } from '#views/contacts/clients/pricing.tsx'
import { jobsTab } from './jobs-tab.tsx'
import { clientPage } from './record-page.tsx'
import { clientWorkTabs } from './work-tabs.tsx'

const PLAIN = 'pages.clientslegacy'

function pricingTab(c: Context, db: TenantDb, clientid: string) {
  const { archived } = getRecord(db, clients, clientid)
  const [link] = listClientLinks(db, { client: clientid })
  return (
    <ClientPricing
      clientid={clientid}
      group={link && { id: link.pricinggroup, name: link.groupname }}
      groups={withChosen(listOptions(db, pricinggroups), link?.pricinggroup, link?.groupname ?? '')}
      canwrite={c.can('pricing.write') && !archived}
    />
  )
}

export const clientsPages: Route[] = [
  page(
    'GET /clients/:id/locations',
    { claim: 'locations.read', params: ById, summary: 'Locations of a client.' },
    (c) =>
      c.read((db) => {
        getRecord(db, clients, c.params.id)
        const { rows } = listLocations(db, { client: c.params.id, take: 500 })
        return fragment(
          <ClientLocations
            clientid={c.params.id}
            locations={rows.map(({ location }) => location)}
            canwrite={c.can('locations.write')}
          />,
        )
      }),
  ),

  page(
    'GET /clients/:id/overview',
    { claim: 'clients.read', params: ById, query: OpenTab, summary: 'Everything about a client.' },
    (c) => clientPage(c),
  ),

  page(
    'GET /clients/:id/jobs',
    { claim: 'jobs.read', params: ById, query: SkipQuery, summary: 'Jobs of a client.' },
    (c) => c.read((db, viewer) => fragment(jobsTab(c, db, viewer, c.params.id, c.query.skip))),
  ),

  ...clientWorkTabs,

  page(
    'GET /clients/:id/pricing',
    { claim: 'pricing.read', params: ById, summary: 'Price groups of a client.' },
    (c) => c.read((db) => fragment(pricingTab(c, db, c.params.id))),
  ),

  page(
    'POST /clients/:id/pricing',
    // The control stands in the client's own dialog, whose fields come along.
    {
      summary: 'Puts a client into a pricing group.',
      claim: 'pricing.write',
      params: ById,
      body: t.Object({ pricinggroup: t.Optional(reference()) }, { additionalProperties: true }),
    },
    async (c) => {
      const { id: clientid } = c.params
      const message = await c.write((tx) => {
        const group = c.body.pricinggroup
        const before = listClientLinks(tx.db, { client: clientid })[0]
        if (group) return `Prices of ${addToGroup(tx, clientid, group).groupname}`
        if (before) removeFromGroup(tx, clientid)
        return 'List prices'
      })
      return c.read((db) =>
        fragment(pricingTab(c, db, clientid), {
          headers: snackbarHeaders(`${message} from now on`),
        }),
      )
    },
  ),

  page(
    'GET /clientslegacy',
    {
      claim: 'clients.read',
      query: object(listQuery),
      cached: true,
      summary: 'The plain list of clients.',
    },
    (c) =>
      c.read((db) => {
        const title = pageTitle(db, PLAIN)
        const { rows, total } = listPlainClients(db, c.query)
        const url = c.url.pathname + c.url.search
        return view(
          <PlainClients
            title={title}
            rows={rows}
            total={total}
            url={url}
            canexport={c.can('records.export')}
            query={c.query}
          />,
          {
            title,
            page: 'pages.clients',
          },
        )
      }),
  ),
]
