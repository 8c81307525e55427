import { linesByIds } from '#db/queries/work/materials.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { readLineGoods, readNotedLines, storeLineGoods } from '#server/domains/sales/invoices/read-goods.ts'
import { sellLaid } from '#server/domains/sales/invoices/send-goods.ts'
import { settleJob } from '#server/domains/sales/invoices/settle-job.ts'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { bookMovements } from '#server/stock/book.ts'
import { settleDeparted } from '#server/stock/departed.ts'
import {
  type Chosen,
  chooseOut,
  issuedDelivery,
  type LineQuantity,
  recordEvents,
  sayChosen,
  storeState,
} from './after-issue.ts'
import { bookUnbooked } from './book-delivered.ts'
import { changeConsumed } from './change-consumed.ts'
import { sale } from './consign.ts'
import { recordOnJobs } from './record-delivery.ts'

/**
 * What the client sold of goods on consignment, or took for itself, leaves stock from their place: as used on its line, which
 * is charged; what the job made goes out by a movement of its own, and was booked as made before, or is by the last sale.
 * @throws as `issuedDelivery`, 400 by field for more than is out
 */
export function sellConsigned(
  tx: Tx,
  viewer: Viewer,
  id: string,
  sold: readonly LineQuantity[],
  version?: number,
): string[] {
  const { delivery } = issuedDelivery(tx, viewer, id, version)
  const number = delivery.number as string
  const { storageid } = delivery
  if (!storageid)
    throw new Problem(400, `${number} is no consignment: what it delivered is not sold from the client’s.`, {
      code: 'notconsigned',
    })
  const chosen = chooseOut(tx, id, 'sold', sold)
  const rows = new Map(
    linesByIds(
      tx.db,
      chosen.map(({ line }) => line.materialid),
    ).map((line) => [line.id, line]),
  )
  const isMade = ({ line }: Chosen) => stockDirection(rows.get(line.materialid)?.inventoryclass ?? null) > 0
  const used = chosen.filter((one) => !isMade(one))
  chargeLaid(tx, chosen)
  recordEvents(tx, chosen, { kind: 'sold', storageid, reason: '' })
  const note = `Sold of ${number}`
  const warnings =
    used.length > 0 ? changeConsumed(tx, viewer, used, { way: 1, storageid, note, invoiced: true }) : []
  const jobids = [...new Set(chosen.map(({ line }) => line.jobid))]
  const finished = jobids.flatMap((jobid) => bookUnbooked(tx, jobid, note))
  bookMovements(
    tx,
    chosen.filter(isMade).flatMap(({ line: { materialid, moved }, quantity }) => {
      const row = rows.get(materialid)
      return row && moved ? [sale(row, quantity, storageid, number)] : []
    }),
  )
  const about = { kind: 'delivery' as const, document: number }
  const settled = settleDeparted(tx, jobids, about)
  // What is sold is charged, which may open a job that is invoiced.
  for (const jobid of jobids) settleJob(tx, jobid)
  storeState(tx, delivery, {})
  const said = sayChosen(chosen)
  recordHistory(tx, 'deliveries', id, [{ field: 'sold', oldvalue: '', newvalue: said }])
  recordOnJobs(tx, id, jobids, `${number}: sold ${said}`)
  return [...warnings, ...finished, ...settled]
}

/** What came back, was credited and went on consignment is charged again. */
function chargeLaid(tx: Tx, chosen: readonly Chosen[]) {
  const ids = chosen.map(({ line }) => line.materialid)
  const noted = readNotedLines(tx.db, ids)
  const goodsOf = readLineGoods(tx.db, ids, noted)
  const changes = chosen.flatMap(({ line: { materialid }, quantity }) => {
    const before = goodsOf.get(materialid)
    const unsold = noted.get(materialid)?.unsold ?? 0
    return before ? [{ before, after: sellLaid(before, quantity, unsold) }] : []
  })
  storeLineGoods(tx, changes)
}
