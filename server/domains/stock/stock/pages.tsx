import type { Tx } from '#db/tenants.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, integer, t } from '#server/http/fields.ts'
import { dialogOver, fragment, nothing, says, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { type Booked, reverse } from '#server/stock/book.ts'
import { quantity } from '#views/format.ts'
import { StockBrief } from '#views/stock/stock/brief.tsx'
import { WorklistPage as WorklistView } from '#views/stock/stock/worklist.tsx'
import { adjustStock } from './adjust-stock.ts'
import { stockExport } from './api-export.ts'
import { countStock, variancesOf, warningOf } from './count-stock.ts'
import { type CountFields, countDialog, countsOf, movementDialog, undoDialog } from './dialogs.tsx'
import { CountForm, LedgerQuery, MovementForm, UndoForm, Worklist } from './input.ts'
import { headOf, itemOf, type Query, stockPage } from './item-page.tsx'
import { belowMinimum, belowZero } from './levels.ts'
import { undoPreview } from './undo-preview.ts'

const Entry = t.Object({ id: id(), seq: integer(1, 999_999_999) })
const adjusts = { claim: 'stock.adjust', params: ById } as const

/** After a booking: the dialog closes, the figures follow, and what was booked can be taken back. */
const booked = (message: string, { warning, undo }: { warning?: string; undo?: string }) =>
  nothing(
    says(warning ?? message, {
      level: warning ? 'warning' : 'success',
      undo,
      closedialog: true,
      refresh: { table: 'stock' },
    }),
  )

const said = (tx: Tx, inventoryid: string, { seq, balance, warning }: Booked, verb: string) => {
  const { item } = itemOf(tx.db, inventoryid)
  return booked(`${verb}: ${quantity(balance, item.baseunit)} of ${item.name} on hand`, {
    warning,
    undo: `/inventory/${inventoryid}/stock/${seq}/undo`,
  })
}

const movement = (way: 'inbound' | 'outbound', verb: string): Route[] => [
  page(`GET /inventory/:id/stock/${way}`, adjusts, (c) =>
    dialogOver(
      c,
      c.read((db) => movementDialog(db, c.params.id, way)),
      () => stockPage(c, c.params.id),
    ),
  ),

  page(`POST /inventory/:id/stock/${way}`, { ...adjusts, body: MovementForm }, (c) =>
    c.write((tx) => {
      const { item } = itemOf(tx.db, c.params.id)
      return said(tx, item.id, adjustStock(tx, way, { ...c.body, inventoryid: item.id }), verb)
    }),
  ),
]

/** Books a count, or asks again: once for a large difference, and whenever stock moved in the meantime. */
function bookCount(c: Context, inventoryid: string, fields: CountFields) {
  const input = { ...fields, inventoryid, counts: countsOf(fields) }
  return c.write((tx) => {
    const variances = variancesOf(tx.db, input)
    const asks = variances.some(({ stale }) => stale) ? 'stale' : largest(variances, fields.confirmed)
    if (asks) return fragment(countDialog(tx.db, inventoryid, fields, asks))
    const outcomes = countStock(tx, input)
    const { item } = itemOf(tx.db, inventoryid)
    const last = outcomes.at(-1) as Booked
    return booked(`Counted: ${quantity(last.balance, item.baseunit)} of ${item.name} on hand`, {
      warning: warningOf(outcomes),
      undo: outcomes.length === 1 ? `/inventory/${inventoryid}/stock/${last.seq}/undo` : undefined,
    })
  })
}

const largest = (variances: { large: boolean }[], confirmed?: boolean) =>
  !confirmed && variances.some(({ large }) => large) ? 'large' : undefined

export const stockPages: Route[] = [
  ...stockExport,

  page(
    'GET /inventory/:id/stock',
    { claim: 'stock.read', params: ById, query: LedgerQuery, cached: true },
    (c) => stockPage(c, c.params.id, c.query as Query),
  ),

  page('GET /inventory/:id/stock/brief', { claim: 'stock.read', params: ById }, (c) =>
    fragment(c.read((db) => <StockBrief {...headOf(db, c.params.id)} />)),
  ),

  ...movement('inbound', 'Booked in'),
  ...movement('outbound', 'Booked out'),

  page('GET /inventory/:id/stock/count', adjusts, (c) =>
    dialogOver(
      c,
      c.read((db) => countDialog(db, c.params.id)),
      () => stockPage(c, c.params.id),
    ),
  ),

  page('POST /inventory/:id/stock/count', { ...adjusts, body: CountForm }, (c) =>
    bookCount(c, c.params.id, c.body as CountFields),
  ),

  page('GET /inventory/:id/stock/:seq/undo', { claim: 'stock.adjust', params: Entry }, (c) =>
    dialogOver(
      c,
      c.read((db) => undoDialog(db, c.params.id, c.params.seq)),
      () => stockPage(c, c.params.id),
    ),
  ),

  page('POST /inventory/:id/stock/:seq/undo', { claim: 'stock.adjust', params: Entry, body: UndoForm }, (c) =>
    c.write((tx) => {
      const { item } = itemOf(tx.db, c.params.id)
      undoPreview(tx.db, item.id, c.params.seq)
      const { balance, warning } = reverse(tx, c.params.seq, c.body?.note)
      return booked(`Taken back: ${quantity(balance, item.baseunit)} of ${item.name} on hand`, { warning })
    }),
  ),

  page('GET /admin/stock', { claim: 'stock.read', query: Worklist, cached: true }, (c) =>
    c.read((db) => {
      const title = pageTitle(db, 'pages.admin.stock')
      const { of = 'negative', ...query } = c.query
      const { rows, total } = of === 'negative' ? belowZero(db, query) : belowMinimum(db, query)
      const url = c.url.pathname + c.url.search
      return view(
        <WorklistView
          title={title}
          of={of}
          rows={rows}
          total={total}
          query={query}
          url={url}
          canexport={c.can('records.export')}
        />,
        {
          title,
          page: 'pages.admin.stock',
        },
      )
    }),
  ),
]
