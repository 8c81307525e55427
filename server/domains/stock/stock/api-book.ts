import type { Tx } from '#db/tenants.ts'
import { changeableJob } from '#server/domains/work/jobs/find-job.ts'
import { invalid } from '#server/errors.ts'
import { integer, object, t, text } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import type { Quantity } from '#server/money/decimal.ts'
import { type Booked, reverse } from '#server/stock/book.ts'
import { type Adjustment, adjustStock } from './adjust-stock.ts'
import { countStock, warningOf } from './count-stock.ts'
import { StockCount, StockMovement, StockSync } from './input.ts'
import { presentBooked, presentSynced } from './present.ts'
import { syncStock } from './sync-stock.ts'

const booked = (outcome: Booked) => data(presentBooked(outcome), { message: outcome.warning })
const adjust = (kind: 'inbound' | 'outbound', body: Adjustment) => (tx: Tx) =>
  booked(adjustStock(tx, kind, body))

const counted = ({ storageid, counted }: { storageid?: string | null; counted: Quantity | null }) => {
  if (counted === null) throw invalid({ counts: 'Every place needs what was counted there.' })
  return { storageid: storageid ?? null, counted }
}

/** The calls that move stock. */
export const stockApiBook: Route[] = [
  api('POST /api/inventory/inbound', { claim: 'stock.adjust', body: StockMovement }, (c) =>
    c.write(adjust('inbound', c.body)),
  ),

  api('POST /api/inventory/outbound', { claim: 'stock.adjust', body: StockMovement }, (c) =>
    c.write(adjust('outbound', c.body)),
  ),

  api(
    'POST /api/inventory/count',
    { claim: 'stock.adjust', body: StockCount, summary: 'Books what was counted, place by place.' },
    (c) =>
      c.write((tx) => {
        const booked = countStock(tx, { ...c.body, counts: c.body.counts.map(counted) })
        return data(booked.map(presentBooked), { message: warningOf(booked) })
      }),
  ),

  api(
    'PATCH /api/jobs/stocksync',
    {
      claim: 'materials.consume',
      body: StockSync,
      summary: 'Books what a job planned and did not consume yet; `restrict` keeps within the stock on hand.',
    },
    (c) =>
      c.write((tx, viewer) => {
        changeableJob(tx.db, viewer, c.body.job)
        const { synced, warnings } = syncStock(tx, c.body.job, c.body.restrict ?? false)
        return data(synced.map(presentSynced), {
          total: synced.length,
          message: warnings.join(' ') || undefined,
        })
      }),
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
