import { countLedger, stockItems } from '#db/queries/stock/stock.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { listLedger, listLevels, readLevels } from '#server/stock/read.ts'
import { readUsedBefore } from './book-used-before.ts'
import { CategoryQuery, LedgerInput, ledgerFilter, StockQuery } from './input.ts'
import { stockOfCategories } from './levels.ts'
import { presentLevels, presentMovement, presentUsedBefore } from './present.ts'

export const stockApi: Route[] = [
  api(
    'GET /api/inventory/stockonhand',
    {
      claim: 'stock.read',
      query: StockQuery,
      summary: 'Stock of some items, in all and by storage, with what is reserved, available and on order.',
    },
    (c) =>
      c.read((db) => {
        const ids = c.query.inventoryids.split(',').filter(Boolean)
        const levels = listLevels(db, ids)
        const found = stockItems(db, [...levels.keys()]).map((item) =>
          presentLevels(item, levels.get(item.id)!),
        )
        return dataReply(found, { total: found.length })
      }),
  ),

  api(
    'GET /api/inventory/:id/ledger',
    {
      claim: 'stock.read',
      params: ById,
      query: LedgerInput,
      summary:
        'Why the stock is this number: movements, newest first; `before` is the last seq of the page before.',
    },
    (c) =>
      c.read((db, viewer) => {
        getRecord(db, inventory, c.params.id)
        const filter = ledgerFilter(c.query)
        return dataReply(
          listLedger(db, c.params.id, filter).map((row) => presentMovement(row, viewer)),
          { total: countLedger(db, c.params.id, filter) },
        )
      }),
  ),

  api(
    'GET /api/inventory/:id/usedbefore',
    {
      claim: 'stock.read',
      params: ById,
      summary: 'Lines of jobs that used the item before it was kept in stock, and what each would move.',
    },
    (c) =>
      c.read((db, viewer) => {
        getRecord(db, inventory, c.params.id)
        const { lines, total } = readUsedBefore(db, c.params.id)
        return dataReply(
          lines.map((line) => presentUsedBefore(line, viewer)),
          { total: lines.length === 0 ? 0 : total },
        )
      }),
  ),

  api(
    'GET /api/inventory/categorystockonhand',
    {
      claim: 'stock.read',
      query: CategoryQuery,
      summary: 'Stock of the items in use of some categories; `codes` are their ids or names.',
    },
    (c) =>
      c.read((db) => {
        const found = stockOfCategories(db, c.query.codes.split(','))
        return dataReply(found, { total: found.length })
      }),
  ),

  api(
    'GET /api/inventory/:id/levels',
    {
      claim: 'stock.read',
      params: ById,
      summary: 'On hand, reserved by approved jobs, available, and on order from suppliers.',
    },
    (c) =>
      c.read((db) => {
        getRecord(db, inventory, c.params.id)
        const [item] = stockItems(db, [c.params.id])
        return presentLevels(item!, readLevels(db, c.params.id))
      }),
  ),
]
