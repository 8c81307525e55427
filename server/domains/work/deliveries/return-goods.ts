import { listNotedLines, storeUncredited } from '#db/queries/sales/noted-lines.ts'
import { listDeliveryLines } from '#db/queries/work/delivery-lines.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import { delivery_lines, storage } from '#db/schema/tenant/index.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import { updateById } from '#db/write-rows.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { matchCredits, readUninvoiced } from '#server/domains/sales/invoices/match-credits.ts'
import { settleUnbilled } from '#server/domains/sales/invoices/settle-job.ts'
import { pieceKinds, recordLineRows } from '#server/domains/work/jobs/line-history.ts'
import { recordHistory } from '#server/history.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { bookMovements } from '#server/stock/book.ts'
import { settleDeparted } from '#server/stock/departed.ts'
import { formatQuantity } from '#views/format.ts'
import {
  type Chosen,
  checkStorage,
  chooseOut,
  countOut,
  issuedDelivery,
  type LineQuantity,
  recordEvents,
  sayChosen,
  storeState,
} from './after-issue.ts'
import { changeConsumed, openConsumed } from './change-consumed.ts'
import { movedRow, movesStock, transfer } from './consign.ts'
import { recordOnJobs } from './record-delivery.ts'
import { listToBill } from './to-bill.ts'

export type GoodsReturn = {
  returns?: LineQuantity[]
  storageid?: string | null
  reason?: string
  /** The lines have used that much less, which puts it back into stock. */
  restock?: boolean
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
  { returns, reason = '', restock = false, ...at }: GoodsReturn,
  version?: number,
): string[] {
  const { delivery } = issuedDelivery(tx, viewer, id, version)
  const number = delivery.number as string
  const storageid = checkStorage(tx, at.storageid)
  const chosen = chooseOut(tx, id, 'returns', returns)
  if (delivery.storageid) moveBack(tx, chosen, delivery.storageid, storageid, number)
  const events = recordEvents(tx, chosen, { kind: 'returned', storageid, reason })
  const warnings = delivery.storageid
    ? []
    : restock
      ? putBack(tx, viewer, chosen, { events, storageid, number })
      : putAside(tx, chosen)
  const whole = chooseRest(tx, id).length === 0
  const state = whole ? 'returned' : delivery.state
  storeState(tx, delivery, { state })
  const where = storageid ? ` to ${getRecord(tx.db, storage, storageid).name}` : ''
  const said = `${sayChosen(chosen)} came back${where}${reason ? `: ${reason}` : ''}`
  recordHistory(tx, 'deliveries', id, [{ field: 'returned', oldvalue: '', newvalue: said }])
  if (state !== delivery.state)
    recordHistory(tx, 'deliveries', id, [{ field: 'state', oldvalue: delivery.state, newvalue: state }])
  for (const { line, quantity } of chosen)
    recordLineRows(
      tx,
      line.jobid,
      'returned',
      [
        {
          kind: 'Delivery',
          old: `${number}: ${formatQuantity(quantity, line.unit)}`,
          new: `came back${where}`,
        },
        ...(line.equipmentname ? [{ kind: pieceKinds[1] as string, old: '', new: line.equipmentname }] : []),
        ...(storageid && delivery.storageid && line.moved
          ? [movedRow(tx, delivery.storageid, storageid)]
          : []),
      ],
      line.description,
    )
  const part = whole ? 'came back' : 'came back in part'
  const jobids = [...new Set(chosen.map(({ line }) => line.jobid))]
  // What came back is charged to nobody, which may have been all that was left to invoice.
  if (delivery.storageid || restock) for (const jobid of jobids) settleUnbilled(tx, jobid)
  recordOnJobs(tx, id, jobids, `${number} ${part}`)
  return viewer.claims.has('invoices.read') ? [...warnings, ...sayToCredit(tx, jobids)] : warnings
}

/** `events`: of the lines, what came back of each. */
type PutBack = { events: ReadonlyMap<string, string>; storageid: string | null; number: string }

/** What was used is used less; what the job made stays made, and comes in as it left. */
function putBack(
  tx: Tx,
  viewer: Viewer,
  chosen: readonly Chosen[],
  { events, storageid, number }: PutBack,
): string[] {
  const { lines } = openConsumed(tx, viewer, chosen, true)
  const isMade = ({ line: { materialid } }: Chosen) => {
    const line = lines.get(materialid)
    return Boolean(line && movesStock(line) && stockDirection(line.inventoryclass) > 0)
  }
  const note = `Came back of ${number}`
  const { counted, said } = lessCredited(tx, chosen)
  const open = counted.flatMap(({ before, ...one }) =>
    isMade(one) || before === one.quantity
      ? []
      : [{ line: one.line, quantity: asQuantity(one.quantity - before) }],
  )
  const uninvoiced = readUninvoiced(
    tx.db,
    chosen.map(({ line }) => line.materialid),
  )
  const warnings = changeConsumed(tx, viewer, open, { way: -1, storageid, note })
  for (const { line, quantity, before } of counted)
    updateById(tx.db, delivery_lines, line.id, {
      restocked: asQuantity(line.restocked + quantity),
      restockedbefore: asQuantity(line.restockedbefore + before),
    })
  const credited = matchCredits(tx, beyond(counted), { instock: true, uninvoiced })
  storeUncredited(
    tx.db,
    counted.map(({ line: { id, materialid }, quantity, before }) => ({
      id: events.get(id) as string,
      uncredited: quantity - before - (credited.get(materialid) ?? 0),
    })),
  )
  const jobids = counted.filter(isMade).map(({ line }) => line.jobid)
  return [
    ...said,
    ...warnings,
    ...settleDeparted(tx, jobids, { kind: 'delivery', document: number, storageid, note }),
  ]
}

/** What is not fit for sale, or is mended and goes out again, is in no stock; it may have been credited. */
function putAside(tx: Tx, chosen: readonly Chosen[]): string[] {
  const ids = chosen.map(({ line }) => line.materialid)
  const { counted } = lessCredited(tx, chosen)
  matchCredits(tx, beyond(counted), { instock: false, uninvoiced: readUninvoiced(tx.db, ids) })
  return []
}

const beyond = (counted: readonly Counted[]) =>
  counted.map(({ line: { materialid }, quantity, before }) => ({ materialid, quantity: quantity - before }))

type Counted = Chosen & { before: Quantity }

/** What credit notes brought in before the goods came back by a note is not put back twice (decision 199): `before` of each. */
function lessCredited(tx: Tx, chosen: readonly Chosen[]) {
  const noted = listNotedLines(
    tx.db,
    chosen.map(({ line }) => line.materialid),
  )
  const ahead = new Map(noted.map((line) => [line.materialid, line.ahead]))
  const counted: Counted[] = []
  const said: string[] = []
  for (const { line, quantity } of chosen) {
    const { materialid, description, unit } = line
    // These already stand among what came back and is not put back.
    const before = asQuantity(Math.min(quantity, Math.max(0, (ahead.get(materialid) ?? 0) + quantity)))
    counted.push({ line, quantity, before })
    if (before > 0)
      said.push(
        `${formatQuantity(before, unit)} ${description} came back into stock by a credit note before.`,
      )
  }
  return { counted, said }
}

function sayToCredit(tx: Tx, jobids: readonly string[]): string[] {
  const lines = jobids.flatMap((jobid) => listToBill(tx.db, jobid)).filter(({ tocredit }) => tocredit > 0)
  if (lines.length === 0) return []
  const what = lines.map(
    ({ tocredit, unit, description }) => `${formatQuantity(tocredit, unit)} ${description}`,
  )
  return [`It is invoiced: ${what.join(', ')} ${lines.length === 1 ? 'is' : 'are'} to be credited.`]
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
      return line && moved ? transfer(line, quantity, from, to ?? line.storageid, number) : []
    }),
  )
}
