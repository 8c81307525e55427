import { classesPage } from '#db/queries/catalogue/inventory-classes.ts'
import { listItemPrices } from '#db/queries/catalogue/inventory-prices.ts'
import { listItemUnits } from '#db/queries/catalogue/units.ts'
import { nameById } from '#db/queries/crud.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { historyCall, listCall, readCallWithHistory } from '#server/crud/api.ts'
import { changeCalls } from '#server/crud/crud.ts'
import { presentResource } from '#server/crud/read.ts'
import { followClass, sayLeftInStock } from '#server/domains/catalogue/follow-class.ts'
import { unit } from '#server/domains/catalogue/units/resource.ts'
import { sayUsedBefore } from '#server/domains/stock/stock/book-used-before.ts'
import type { Context } from '#server/http/context.ts'
import { ById, t } from '#server/http/fields.ts'
import { dataReply, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { syncApi } from './api-sync.ts'
import { changeClass, putClass, readClasses } from './change-classes.ts'
import { ClassChange, ClassesQuery, NewClass, RowsQuery, SectionsQuery } from './input.ts'
import { presentClass, withoutRate } from './input-classes.ts'
import { permittedItemSort } from './item-sort.ts'
import { listFirstItems, listItemRanges } from './list-items.ts'
import { presentPrice } from './present-price.ts'
import { item } from './resource.ts'

const reads = { claim: 'inventory.read' } as const
const writes = { claim: 'inventory.write' } as const

const listCalls: Route[] = [
  api(
    'GET /api/inventory/list/sections',
    { ...reads, query: SectionsQuery, summary: 'Items by category: counts, and the rows of a first screen.' },
    (c) => {
      const { folded = '', ...query } = c.query
      permittedItemSort(c, query.sort)
      return c.read((db) =>
        listFirstItems(
          db,
          { ...query, stock: c.can('stock.read'), rates: canSeeItemRates(c) },
          folded.split('.').filter(Boolean),
        ),
      )
    },
  ),

  api(
    'GET /api/inventory/list/rows',
    {
      ...reads,
      query: RowsQuery,
      summary: 'Stretches of sections: `ranges` as section.skip.take, with commas.',
    },
    (c) => {
      const { ranges, ...query } = c.query
      permittedItemSort(c, query.sort)
      return c.read((db) =>
        listData(
          listItemRanges(db, ranges.split(',').map(parseRange), {
            ...query,
            stock: c.can('stock.read'),
            rates: canSeeItemRates(c),
          }),
        ),
      )
    },
  ),
]

function parseRange(text: string) {
  const [section = '', skip, take] = text.split('.')
  return { section: section === 'none' ? '' : section, skip: Number(skip), take: Math.min(Number(take), 500) }
}

const partCalls: Route[] = [
  api(
    'GET /api/inventory/units/:id',
    { ...reads, params: ById, reply: t.Array(unit.schemas.Reply), summary: 'The units of one item.' },
    (c) =>
      c.read((db) => {
        const one = getRecord(db, inventory, c.params.id)
        const name = nameById(db, inventory, one.id)
        return listData(
          listItemUnits(db, [one.id]).map((record) =>
            presentResource(
              unit,
              { title: record.name, record, names: { inventoryid: name }, linked: {} },
              c,
            ),
          ),
        )
      }),
  ),

  api(
    'GET /api/inventory/classes',
    { ...reads, query: ClassesQuery, summary: 'What items are in the jobs of some categories.' },
    (c) => {
      const { rows, total } = c.read((db) => classesPage(db, c.query as { skip?: number; take?: number }))
      const classes = rows.map(presentClass)
      return dataReply(canSeeItemRates(c) ? classes : classes.map(withoutRate), { total })
    },
  ),

  api(
    'GET /api/inventory/:id/classes',
    { ...reads, params: ById, summary: 'What an item is in the jobs of each category.' },
    (c) => c.read((db) => listData(readClasses(c, db, c.params.id))),
  ),

  api(
    'POST /api/inventory/:id/classes',
    { ...writes, params: ById, body: NewClass, summary: 'Says what an item is in the jobs of one category.' },
    (c) => c.write((tx) => putClass(c, tx, c.params.id, c.body)),
  ),

  api(
    'PATCH /api/inventory/:id/classes',
    {
      ...writes,
      params: ById,
      body: ClassChange,
      summary: 'Changes what is given of one category’s class; `archived` takes it away.',
    },
    (c) => c.write((tx) => changeClass(c, tx, c.params.id, c.body)),
  ),

  api(
    'GET /api/inventory/:id/prices',
    { claim: 'pricing.read', params: ById, summary: 'What each pricing group asks for an item.' },
    (c) => readPrices(c, c.params.id),
  ),
]

const readPrices = (c: Context, inventoryid: string) =>
  c.read((db) => {
    getRecord(db, inventory, inventoryid)
    return listData(listItemPrices(db, inventoryid).map(presentPrice))
  })

export const inventoryApi: Route[] = [
  ...listCalls,
  ...partCalls,
  ...syncApi,
  listCall(item),
  readCallWithHistory(item),
  historyCall(item),
  ...changeCalls(item, (tx, before, { linked, record }) => {
    if (Bun.deepEquals(before.linked, linked)) return
    const ordered = followClass(tx, [record.id])
    if (linked.keptinstock === before.linked.keptinstock) return ordered
    const said = linked.keptinstock ? sayUsedBefore(tx.db, record.id) : sayLeftInStock(tx.db, record.id)
    return [ordered, said].filter(Boolean).join(' ')
  }),
]
