import { listClientLinks, listGroupEntries, listPricingGroups } from '#db/queries/catalogue/pricing.ts'
import { clients, pricinggroups } from '#db/schema/tenant/index.ts'
import { ById, EMPTY_ID, id, t } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { asPercent, asRate } from '#server/money/decimal.ts'
import { amountForPrice } from '#server/money/price.ts'
import { getRecord } from '#server/records.ts'
import { explainPrice } from './explain-price.ts'
import { GroupList, PreviewQuery } from './input.ts'
import { presentEntry, presentExplanation, presentLink, presentPreview, readWholeGroup } from './present.ts'
import { previewPrice } from './preview-price.ts'

const reads = { claim: 'pricing.read' } as const

export const pricingApi: Route[] = [
  api('GET /api/pricing/groups', { ...reads, query: GroupList, summary: 'Lists pricing groups.' }, (c) => {
    const { skip = 0, take = 50, ...query } = c.query
    const rows = c.read((db) => listPricingGroups(db, query))
    return dataReply(rows.slice(skip, skip + take), { total: rows.length })
  }),

  api(
    'GET /api/pricing/groups/:id',
    { ...reads, params: ById, summary: 'A pricing group with its prices and its clients.' },
    (c) => c.read((db) => readWholeGroup(db, c.params.id)),
  ),

  api('GET /api/pricing/clients', { ...reads, summary: 'Which client is in which pricing group.' }, (c) => {
    const links = c.read((db) => listClientLinks(db)).map(presentLink)
    return dataReply(links, { total: links.length })
  }),

  api(
    'GET /api/pricing/client/:id',
    { ...reads, params: ById, summary: 'The pricing group of a client, or none.' },
    (c) =>
      c.read((db) => {
        const { name } = getRecord(db, clients, c.params.id)
        const [link] = listClientLinks(db, { client: c.params.id })
        return link ? presentLink(link) : { client: { id: c.params.id, name }, pricinggroup: null }
      }),
  ),

  api(
    'GET /api/pricing/inventory/client/:id',
    { ...reads, params: ById, summary: 'The prices that a client has agreed to.' },
    (c) =>
      c.read((db) => {
        getRecord(db, clients, c.params.id)
        const [link] = listClientLinks(db, { client: c.params.id })
        const decides = link && !getRecord(db, pricinggroups, link.pricinggroup).archived
        const rows = decides ? listGroupEntries(db, link.pricinggroup, { take: -1 }).rows : []
        return dataReply(rows.map(presentEntry), { total: rows.length })
      }),
  ),

  api(
    'GET /api/pricing/inventory/:a/:b',
    {
      ...reads,
      params: t.Object({ a: id(), b: id() }),
      summary:
        'What a client, or a pricing group, `a` pays for the item `b`, step by step; the empty UUID is anybody.',
    },
    (c) =>
      c.read((db) => {
        const { a, b } = c.params
        if (a === EMPTY_ID) return presentExplanation(explainPrice(db, b, {}))
        const [group] = listPricingGroups(db, { id: a, archived: true })
        return presentExplanation(explainPrice(db, b, group ? { pricinggroup: a } : { client: a }))
      }),
  ),

  api(
    'GET /api/pricing/preview',
    {
      claim: 'inventory.read',
      query: PreviewQuery,
      summary: 'What the figures of an item, or its `price`, would come to, before they are saved.',
    },
    (c) => {
      const { exclusive = true, category = null, price, ...typed } = c.query
      const baserate = asRate(typed.baserate ?? 0)
      const markuppercent = asPercent(typed.markuppercent ?? 0)
      const markupamount =
        price == null
          ? asRate(typed.markupamount ?? 0)
          : amountForPrice(baserate, markuppercent, asRate(price))
      const figures = { baserate, markuppercent, markupamount }
      return c.read((db) => presentPreview(previewPrice(db, { figures, exclusive, category })))
    },
  ),
]
