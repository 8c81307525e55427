import type { TenantDb } from '#db/types.ts'
import { changeableJob } from '#server/domains/work/jobs/find-job.ts'
import { isLongJob } from '#server/domains/work/materials/long-job.ts'
import { forbidden, invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, integer, object, t, text } from '#server/http/fields.ts'
import { dataReply, fragment, noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { action, api, type Route } from '#server/http/route.ts'
import { hasWaited } from '#server/http/waited.ts'
import { parseQuantity, type Quantity } from '#server/money/decimal.ts'
import { type BookedMovement, reverseMovement, reviseAverage } from '#server/stock/book.ts'
import { formatQuantity } from '#views/format.ts'
import { adjustStock } from './adjust-stock.ts'
import { bookUsedBefore } from './book-used-before.ts'
import { countStock, findVariances, largeDifference, lastWarning } from './count-stock.ts'
import { type CountFields, countDialog, parseCounts } from './dialogs.tsx'
import {
  CountForm,
  MovementForm,
  StockCount,
  StockMovement,
  StockSync,
  StockWorthInput,
  UndoForm,
} from './input.ts'
import { readStockItem, seesWorth } from './item-page.tsx'
import { presentBookingResult, presentSyncedLine } from './present.ts'
import { syncStock } from './sync-stock.ts'
import { undoPreview } from './undo-preview.ts'

const adjusts = { claim: 'stock.adjust' } as const

const bookedReply = (outcome: BookedMovement) =>
  dataReply(presentBookingResult(outcome), { message: outcome.warning })

const stockChanged = (message: string, { warning, undo }: { warning?: string; undo?: string }) =>
  noSwapReply(
    snackbarHeaders(warning || message, {
      level: warning ? 'warning' : 'success',
      undo,
      closedialog: true,
      refresh: { table: 'stock' },
    }),
  )

/** `balance`: in base units, as the call answers it. */
function bookingMessage(
  c: Context<{ id: string }>,
  balance: number,
  verb: string,
  more: { warning: string; undo?: string },
) {
  const { item } = c.read((db) => readStockItem(db, c.params.id))
  const onhand = formatQuantity(parseQuantity(balance), item.baseunit)
  return stockChanged(`${verb}: ${onhand} of ${item.name} on hand`, more)
}

const movement = (way: 'inbound' | 'outbound', verb: string): Route[] =>
  action(
    { api: `POST /api/inventory/${way}`, page: `POST /inventory/:id/stock/${way}` },
    {
      ...adjusts,
      summary: `Books one movement of stock: ${way}.`,
      body: StockMovement,
      form: {
        params: ById,
        body: MovementForm,
        input: ({ params, body }, db) => ({
          body: { ...body, inventoryid: readStockItem(db, params.id).item.id },
        }),
      },
    },
    (tx, _, c) => bookedReply(adjustStock(tx, way, c.body)),
    (outcome, c, warning) =>
      bookingMessage(c, outcome.balance, verb, {
        warning,
        undo: `/inventory/${c.params.id}/stock/${outcome.seq}/undo`,
      }),
  )

const requireCount = ({ storageid, counted }: { storageid?: string | null; counted: Quantity | null }) => {
  if (counted === null) throw invalid({ counts: 'Every place needs what was counted there.' })
  return { storageid: storageid ?? null, counted }
}

type CountContext = Context<{ id: string }, unknown, CountFields>

/** What was counted, or the question: once for a large difference, and whenever stock moved in the meantime. */
function toCount(c: CountContext, db: TenantDb) {
  const { params, body: fields } = c
  const { id: inventoryid } = params
  const { unit, effectivedate, note, confirmed } = fields
  const input = { inventoryid, unit, effectivedate, note, counts: parseCounts(fields) }
  const made = hasWaited(c.request) ? c.now().toISOString() : undefined
  const variances = findVariances(db, { ...input, made })
  const isLarge = !confirmed && variances.some(({ large }) => large)
  if (isLarge && made) throw largeDifference(variances, readStockItem(db, inventoryid).item.baseunit)
  const asks = variances.some(({ stale }) => stale) ? 'stale' : isLarge ? 'large' : undefined
  return asks ? fragment(countDialog(db, inventoryid, fields, asks)) : { body: input }
}

export const stockActions: Route[] = [
  ...movement('inbound', 'Booked in'),
  ...movement('outbound', 'Booked out'),

  ...action(
    { api: 'POST /api/inventory/count', page: 'POST /inventory/:id/stock/count' },
    {
      ...adjusts,
      canwait: true,
      body: StockCount,
      form: { params: ById, body: t.Unsafe<CountFields>(CountForm), input: toCount },
      summary: 'Books what was counted, place by place.',
    },
    (tx, _, c) => {
      const counts = c.body.counts.map(requireCount)
      const booked = countStock(tx, { ...c.body, counts, made: hasWaited(c.request) ? tx.now : undefined })
      return dataReply(booked.map(presentBookingResult), { message: lastWarning(booked) })
    },
    (outcomes, c, warning) => {
      const { balance, seq } = outcomes.at(-1)!
      const undo = outcomes.length === 1 ? `/inventory/${c.params.id}/stock/${seq}/undo` : undefined
      return bookingMessage(c, balance, 'Counted', { warning, undo })
    },
  ),

  ...action(
    { api: 'POST /api/inventory/:id/worth', page: 'POST /inventory/:id/stock/worth' },
    {
      ...adjusts,
      params: ById,
      body: StockWorthInput,
      summary:
        'Says what one base unit of the stock of an item is worth; the difference goes to cost of sales.',
    },
    (tx, _, c) => {
      if (!seesWorth(c)) throw forbidden()
      const { average, note } = c.body
      if (average === null || average < 0) throw invalid({ average: 'The cost is a figure of 0 or more.' })
      const { id } = readStockItem(tx.db, c.params.id).item
      return bookedReply(reviseAverage(tx, id, average, note))
    },
    () => stockChanged('Worth changed', {}),
  ),

  ...action(
    { api: 'POST /api/inventory/:id/usedbefore', page: 'POST /inventory/:id/stock/usedbefore' },
    {
      ...adjusts,
      params: ById,
      summary: 'Books what lines of jobs used before the item was kept in stock.',
    },
    (tx, _, c) => {
      const { booked, warning } = bookUsedBefore(tx, readStockItem(tx.db, c.params.id).item.id)
      return dataReply({ booked }, { message: warning })
    },
    ({ booked }, _, warning) =>
      stockChanged(booked === 1 ? 'One line booked' : `${booked} lines booked`, { warning }),
  ),

  api(
    'PATCH /api/jobs/stocksync',
    {
      claim: 'materials.consume',
      body: StockSync,
      long: (c) => c.read((db) => isLongJob(db, (c.body as { job: string }).job)),
      summary: 'Books what a job planned and did not consume yet; `restrict` keeps within the stock on hand.',
    },
    (c) =>
      c.write((tx, viewer) => {
        changeableJob(tx.db, viewer, c.body.job)
        const { synced, warnings } = syncStock(tx, c.body.job, c.body.restrict ?? false)
        return dataReply(synced.map(presentSyncedLine), {
          total: synced.length,
          message: warnings.join(' ') || undefined,
        })
      }),
  ),

  ...action(
    {
      api: 'POST /api/inventory/ledger/:seq/reverse',
      page: 'POST /inventory/:id/stock/:seq/undo',
    },
    {
      ...adjusts,
      params: t.Object({ seq: integer(1, 999_999_999) }),
      body: object({ note: t.Optional(text(500)) }),
      form: {
        params: t.Object({ id: id(), seq: integer(1, 999_999_999) }),
        body: UndoForm,
        input: ({ params: { id, seq }, body = {} }, db) => {
          undoPreview(db, readStockItem(db, id).item.id, seq)
          return { params: { seq }, body }
        },
      },
      summary: 'Takes a movement back, once.',
    },
    (tx, _, c) => bookedReply(reverseMovement(tx, c.params.seq, c.body.note)),
    ({ balance }, c, warning) => bookingMessage(c, balance, 'Taken back', { warning }),
  ),
]
