import { stockItems } from '#db/queries/stock.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { id, integer, object, t, text } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { find } from '#server/records.ts'
import { type Booked, reverse } from '#server/stock/book.ts'
import { ledgerOf, onHand } from '#server/stock/read.ts'
import { type Adjustment, adjustStock } from './adjust-stock.ts'
import { LedgerQuery, StockMovement, StockQuery } from './input.ts'
import { presentBooked, presentMovement, presentOnHand } from './present.ts'

const booked = (outcome: Booked) => data(presentBooked(outcome), { message: outcome.warning })
const adjust = (kind: 'inbound' | 'outbound', body: Adjustment) => (tx: Tx) =>
  booked(adjustStock(tx, kind, body))

export const stockApi: Route[] = [
  api(
    'GET /api/inventory/stockonhand',
    { claim: 'stock.read', query: StockQuery, summary: 'Stock of some items, in all and by storage.' },
    (c) =>
      c.read((db) => {
        const ids = c.query.inventoryids.split(',').filter(Boolean)
        const stock = onHand(db, ids)
        const found = stockItems(db, [...stock.keys()]).map((item) =>
          presentOnHand(item, stock.get(item.id)!),
        )
        return data(found, { total: found.length })
      }),
  ),

  api(
    'GET /api/inventory/:id/ledger',
    {
      claim: 'stock.read',
      params: t.Object({ id: id() }),
      query: LedgerQuery,
      summary:
        'Why the stock is this number: movements, newest first; `before` is the last seq of the page before.',
    },
    (c) =>
      c.read((db) => {
        find(db, inventory, c.params.id)
        return ledgerOf(db, c.params.id, c.query).map(presentMovement)
      }),
  ),

  api('POST /api/inventory/inbound', { claim: 'stock.adjust', body: StockMovement }, (c) =>
    c.write(adjust('inbound', c.body)),
  ),

  api('POST /api/inventory/outbound', { claim: 'stock.adjust', body: StockMovement }, (c) =>
    c.write(adjust('outbound', c.body)),
  ),

  api(
    'POST /api/inventory/ledger/:seq/reverse',
    {
      claim: 'stock.adjust',
      params: t.Object({ seq: integer(1, 999_999_999) }),
      body: object({ note: t.Optional(text(500)) }),
      summary: 'Takes a movement back, once.',
    },
    (c) => c.write((tx) => booked(reverse(tx, c.params.seq, c.body.note))),
  ),
]
