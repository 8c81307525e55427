import { listDeliveryLines } from '#db/queries/work/delivery-lines.ts'
import { hasFixedPrice } from '#db/queries/work/jobs.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import { storage } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { bringBack, type LineGoods } from '#server/domains/sales/invoices/line-goods.ts'
import { readLineGoods } from '#server/domains/sales/invoices/read-goods.ts'
import { settleUnbilled } from '#server/domains/sales/invoices/settle-job.ts'
import { pieceKinds, recordRowsOfLines } from '#server/domains/work/jobs/line-history.ts'
import { recordHistory } from '#server/history.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { bookMovements } from '#server/stock/book.ts'
import { settleDeparted } from '#server/stock/departed.ts'
import { formatQuantity } from '#views/format.ts'
import { returnOutcomes } from '#views/work/deliveries/returned-goods.ts'
import type { ToBill } from '#views/work/deliveries/types.ts'
import {
  type Chosen,
  checkStorage,
  chooseOut,
  countOut,
  issuedDelivery,
  type LineQuantity,
  recordEvents,
  sayChosen,
  storeBack,
  storeState,
} from './after-issue.ts'
import { changeConsumed, openConsumed } from './change-consumed.ts'
import { makesStock, moveDescriber, movesStock, transfer } from './consign.ts'
import { recordOnJobs } from './record-delivery.ts'
import { type BroughtIn, scrapReturned } from './scrap-returned.ts'
import { takeUnsoldBack } from './take-unsold-back.ts'
import { listToBill } from './to-bill.ts'

export type GoodsReturn = {
  returns?: LineQuantity[]
  storageid?: string | null
  reason?: string
  /** The lines have used that much less, which puts it back into stock. */
  restock?: boolean
  /** It is fit for nothing: others are taken from stock in its place. */
  scrap?: boolean
}

/**
 * What came back, and where to. It moves no stock, unless it is asked to put back what was used or made;
 * goods on consignment leave the client's place.
 * @throws as `issuedDelivery`, 400 by field for more than is out
 */
export function returnGoods(
  tx: Tx,
  viewer: Viewer,
  id: string,
  { returns, reason = '', scrap = false, restock = scrap, ...at }: GoodsReturn,
  version?: number,
): string[] {
  const { delivery } = issuedDelivery(tx, viewer, id, version)
  const number = delivery.number as string
  const storageid = checkStorage(tx, at.storageid)
  const chosen = chooseOut(tx, id, 'returns', returns)
  if (delivery.storageid) moveBack(tx, chosen, delivery.storageid, storageid, number)
  const goodsOf = readLineGoods(
    tx.db,
    chosen.map(({ line }) => line.materialid),
  )
  const kind = delivery.storageid ? 'returned' : scrap ? 'scrapped' : restock ? 'restocked' : 'mended'
  const events = recordEvents(tx, chosen, { kind, storageid, reason })
  const warnings = delivery.storageid
    ? takeUnsoldBack(tx, chosen, { goodsOf, events, storageid, number })
    : scrap
      ? scrapReturned(tx, number, () =>
          putBack(tx, viewer, chosen, { goodsOf, events, storageid, number, scrap }),
        )
      : restock
        ? putBack(tx, viewer, chosen, { goodsOf, events, storageid, number }).said
        : countBack(tx, chosen, { goodsOf, events, instock: false }).said
  const whole = chooseRest(tx, id).length === 0
  const state = whole ? 'returned' : delivery.state
  storeState(tx, delivery, { state })
  const where = storageid ? ` to ${getRecord(tx.db, storage, storageid).name}` : ''
  const said = `${sayChosen(chosen)} came back${where}${returnOutcomes[kind]}${reason ? `: ${reason}` : ''}`
  recordHistory(tx, 'deliveries', id, [{ field: 'returned', oldvalue: '', newvalue: said }])
  if (state !== delivery.state)
    recordHistory(tx, 'deliveries', id, [{ field: 'state', oldvalue: delivery.state, newvalue: state }])
  const describeMove = moveDescriber(tx)
  recordRowsOfLines(
    tx,
    'returned',
    chosen.map(({ line, quantity }) => ({
      jobid: line.jobid,
      item: line.description,
      rows: [
        {
          kind: 'Delivery',
          old: `${number}: ${formatQuantity(quantity, line.unit)}`,
          new: `came back${where}`,
        },
        ...(line.equipmentname ? [{ kind: pieceKinds[1] as string, old: '', new: line.equipmentname }] : []),
        ...(storageid && delivery.storageid && line.moved
          ? [describeMove(delivery.storageid, storageid)]
          : []),
      ],
    })),
  )
  const part = whole ? 'came back' : 'came back in part'
  const jobids = [...new Set(chosen.map(({ line }) => line.jobid))]
  // What came back is charged to nobody, which may have been all that was left to invoice.
  if (delivery.storageid || restock) for (const jobid of jobids) settleUnbilled(tx, jobid)
  recordOnJobs(tx, id, jobids, `${number} ${part}`)
  if (scrap) {
    const from = chosen.some(({ line }) => movesStock(line)) ? 'takes others from stock' : 'is of others'
    return [...warnings, `The next delivery note ${from}; credit what is not replaced.`]
  }
  return viewer.claims.has('invoices.read') ? [...warnings, ...sayToCredit(tx, chosen)] : warnings
}

/** `goodsOf`: before they came back; `events`: of the lines, what came back of each. */
type Counting = {
  goodsOf: ReadonlyMap<string, LineGoods>
  events: ReadonlyMap<string, string>
  scrap?: boolean
}
export type PutBack = Counting & { storageid: string | null; number: string }

/** What was used is used less; what the job made stays made, and comes in as it left. */
function putBack(
  tx: Tx,
  viewer: Viewer,
  chosen: readonly Chosen[],
  { storageid, number, ...counting }: PutBack,
): BroughtIn {
  const { lines } = openConsumed(tx, viewer, chosen, true)
  const isMade = ({ line: { materialid } }: Chosen) => {
    const line = lines.get(materialid)
    return line !== undefined && makesStock(line)
  }
  const note = `Came back of ${number}`
  const { counted, said } = countBack(tx, chosen, { ...counting, instock: true })
  const open = counted.flatMap(({ before, ...one }) =>
    isMade(one) || before === one.quantity
      ? []
      : [{ line: one.line, quantity: asQuantity(one.quantity - before) }],
  )
  const warnings = changeConsumed(tx, viewer, open, { way: -1, storageid, note })
  const jobids = counted.filter(isMade).map(({ line }) => line.jobid)
  const settled = settleDeparted(tx, jobids, { kind: 'delivery', document: number, storageid, note })
  const before = counted.flatMap(({ line: { materialid }, before: quantity }) => {
    const row = lines.get(materialid)
    return row && quantity > 0 ? [{ row, quantity }] : []
  })
  return { said: [...said, ...warnings, ...settled], before }
}

type Counted = Chosen & { before: Quantity }

/**
 * Keeps what documents before are about these goods. What credit notes brought in before the goods came back by a note is not put
 * back twice (decision 199): `before` of each. What is not fit for sale, or is mended and goes out again, is in no stock.
 */
function countBack(
  tx: Tx,
  chosen: readonly Chosen[],
  { goodsOf, events, instock, scrap }: Counting & { instock: boolean },
) {
  const changes = chosen.flatMap(({ line, quantity }) => {
    const goods = goodsOf.get(line.materialid)
    if (!goods) return []
    const id = events.get(line.id) as string
    return [
      {
        line,
        quantity,
        goods,
        ...bringBack(goods, quantity, { id, dateutc: tx.now, instock, scrapped: scrap }),
      },
    ]
  })
  storeBack(
    tx,
    changes.map(({ line, quantity, before, goods, after }) => ({
      ...{ line, before, instock: instock ? quantity : before },
      goods: { before: goods, after },
    })),
  )
  const said = changes
    .filter(({ before }) => before > 0)
    .map(({ line: { unit, description }, before }) => {
      const what = `${formatQuantity(asQuantity(before), unit)} ${description} came back into stock by a credit note before`
      return instock && !scrap ? `${what}.` : `${what}: take out of stock what is not fit for sale.`
    })
  const counted: Counted[] = changes.map(({ before, line, quantity }) => ({
    ...{ line, quantity },
    before: asQuantity(before),
  }))
  return { counted, said }
}

function sayToCredit(tx: Tx, chosen: readonly Chosen[]): string[] {
  const back = new Map(chosen.map(({ line, quantity }) => [line.materialid, quantity]))
  const jobids = [...new Set(chosen.map(({ line }) => line.jobid))]
  const rows = jobids.flatMap((jobid) => listToBill(tx.db, jobid))
  const tocredit = rows.filter((row) => row.tocredit > 0)
  const fixed = new Set(jobids.filter((jobid) => hasFixedPrice(tx.db, jobid)))
  const ofFixed = new Set(chosen.flatMap(({ line }) => (fixed.has(line.jobid) ? line.materialid : [])))
  const owed = rows.flatMap(({ quantity, toreplace, tomend, ...row }) => {
    const most = ofFixed.has(row.materialid) ? (back.get(row.materialid) ?? 0) : 0
    const tocredit = asQuantity(Math.min(most, -quantity - toreplace - tomend))
    return tocredit > 0 ? [{ ...row, tocredit }] : []
  })
  const say = (lines: readonly Pick<ToBill, 'tocredit' | 'unit' | 'description'>[]) =>
    `${lines.map((line) => `${formatQuantity(line.tocredit, line.unit)} ${line.description}`).join(', ')} ${lines.length === 1 ? 'is' : 'are'}`
  return [
    ...(tocredit.length > 0 ? [`It is invoiced: ${say(tocredit)} to be credited.`] : []),
    ...(owed.length > 0
      ? [`The price is fixed, and is charged all the same: ${say(owed)} still to be delivered, or credited.`]
      : []),
  ]
}

const chooseRest = (tx: Tx, id: string) =>
  listDeliveryLines(tx.db, id).filter((line) => countOut(line) > 0 || line.sold > 0)

/** To the place that is named, else to where the line has its own. */
function moveBack(tx: Tx, chosen: readonly Chosen[], from: string, to: string | null, number: string) {
  const lines = new Map(
    linesByIds(
      tx.db,
      chosen.map(({ line }) => line.materialid),
    ).map((line) => [line.id, line]),
  )
  bookMovements(
    tx,
    chosen.flatMap(({ line: { materialid, moved }, quantity }) => {
      const line = lines.get(materialid)
      return line && moved && movesStock(line)
        ? transfer(line, quantity, from, to ?? line.storageid, number)
        : []
    }),
  )
}
