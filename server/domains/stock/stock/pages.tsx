import { forbidden } from '#server/errors.ts'
import type { Context, Reply } from '#server/http/context.ts'
import { ById, id, integer, object, type StaticDecode, t } from '#server/http/fields.ts'
import { dialogReply, fragment, redirect, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { BookInDialog } from '#views/stock/stock/book-in.tsx'
import { StockTab } from '#views/stock/stock/stock-tab.tsx'
import { WorklistPage as WorklistView } from '#views/stock/stock/worklist.tsx'
import { stockExport } from './api-export.ts'
import { countDialog, movementDialog, undoDialog, usedBeforeDialog, worthDialog } from './dialogs.tsx'
import { LedgerInput, StockAlertQuery } from './input.ts'
import { type ItemPageQuery, readStockFigures, seesWorth, stockPage } from './item-page.tsx'
import { listItemsBelowMinimum, listItemsBelowZero } from './levels.ts'

const STOCK = '/admin/stock'
type StockAlert = Partial<StaticDecode<typeof StockAlertQuery>>
const BookedItem = object({ item: t.Optional(id()) })
const Entry = t.Object({ id: id(), seq: integer(1, 999_999_999) })
const adjusts = { claim: 'stock.adjust', params: ById } as const

const movementPage = (way: 'inbound' | 'outbound'): Route =>
  page(
    `GET /inventory/:id/stock/${way}`,
    { ...adjusts, summary: `The form of stock that ${way === 'inbound' ? 'comes in' : 'goes out'}.` },
    (c) =>
      dialogReply(
        c,
        c.read((db) => movementDialog(db, c.params.id, way, seesWorth(c))),
        () => stockPage(c, c.params.id),
      ),
  )

export const stockPages: Route[] = [
  ...stockExport,

  page(
    'GET /inventory/:id/stock',
    {
      claim: 'stock.read',
      params: ById,
      query: LedgerInput,
      cached: true,
      summary: 'Stock of an item, and its movements.',
    },
    (c) => stockPage(c, c.params.id, c.query as ItemPageQuery),
  ),

  page(
    'GET /inventory/:id/stock/brief',
    { claim: 'stock.read', params: ById, summary: 'Stock of an item in a line.' },
    (c) =>
      fragment(
        c.read((db) => (
          <StockTab
            {...readStockFigures(db, c.params.id, seesWorth(c))}
            canadjust={c.can('stock.adjust')}
            seesorders={c.can('purchase.read')}
          />
        )),
      ),
  ),

  movementPage('inbound'),

  movementPage('outbound'),

  page('GET /inventory/:id/stock/count', { ...adjusts, summary: 'The form of a stock count.' }, (c) =>
    dialogReply(
      c,
      c.read((db) => countDialog(db, c.params.id)),
      () => stockPage(c, c.params.id),
    ),
  ),

  page(
    'GET /inventory/:id/stock/worth',
    { ...adjusts, summary: 'The form in which somebody says what stock of an item is worth.' },
    (c) => {
      if (!seesWorth(c)) throw forbidden()
      return dialogReply(
        c,
        c.read((db) => worthDialog(db, c.params.id)),
        () => stockPage(c, c.params.id),
      )
    },
  ),

  page(
    'GET /inventory/:id/stock/usedbefore',
    { ...adjusts, summary: 'What lines used before the item was kept in stock, before it is booked.' },
    (c) =>
      dialogReply(
        c,
        c.read((db, viewer) => usedBeforeDialog(db, viewer, c.params.id)),
        () => stockPage(c, c.params.id),
      ),
  ),

  page(
    'GET /inventory/:id/stock/:seq/undo',
    { claim: 'stock.adjust', params: Entry, summary: 'The dialog that takes a movement back.' },
    (c) =>
      dialogReply(
        c,
        c.read((db) => undoDialog(db, c.params.id, c.params.seq)),
        () => stockPage(c, c.params.id),
      ),
  ),

  page(
    'GET /admin/stock/inbound',
    {
      claim: 'stock.adjust',
      query: BookedItem,
      summary: 'Asks which item comes in, then the form of stock that comes in.',
    },
    (c) => {
      const { item } = c.query
      return dialogReply(
        c,
        item ? c.read((db) => movementDialog(db, item, 'inbound', seesWorth(c))) : <BookInDialog />,
        () => worklistView(c),
      )
    },
  ),

  page(
    'GET /admin/stock',
    { claim: 'stock.read', query: StockAlertQuery, cached: true, summary: 'What is in stock.' },
    (c) => worklistView(c, c.query),
  ),
]

function worklistView(c: Context, { of = 'negative', ...query }: StockAlert = {}): Reply {
  // Who comes from the menu sees what there is.
  if (c.url.pathname === STOCK && !c.url.search) return redirect('/admin/stock/worth')
  return c.read((db) => {
    const title = pageTitle(db, 'pages.admin.stock')
    const { rows, total } =
      of === 'negative' ? listItemsBelowZero(db, query) : listItemsBelowMinimum(db, query)
    return view(
      <WorklistView
        title={title}
        of={of}
        rows={rows}
        total={total}
        query={query}
        url={c.url.pathname === STOCK ? STOCK + c.url.search : STOCK}
        canexport={c.can('records.export')}
        canorder={c.can('purchase.write')}
        canadjust={c.can('stock.adjust')}
      />,
      { title, page: 'pages.admin.stock' },
    )
  })
}
