import { linesByIds } from '#db/queries/work/materials.ts'
import { delivery_lines } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { updateById } from '#db/write-rows.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { type LineGoods, sendOut } from '#server/domains/sales/invoices/line-goods.ts'
import { readLineGoods, storeLineGoods } from '#server/domains/sales/invoices/read-goods.ts'
import { settleJob } from '#server/domains/sales/invoices/settle-job.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { changeConsumed } from './change-consumed.ts'
import { makesStock } from './consign.ts'

type Leaving = {
  line: { id: string; materialid: string; jobid: string; description: string }
  quantity: Quantity
}
/** `quantity`: out of stock again; `mended`: of what was in none. */
type Redelivered = Leaving & { mended: Quantity; ismade: boolean; before: LineGoods; after: LineGoods }

/** Of what a note is about to deliver, what had come back. */
export function findRedelivered(db: TenantDb, leaving: readonly Leaving[]): Redelivered[] {
  const ids = leaving.map(({ line }) => line.materialid)
  const goodsOf = readLineGoods(db, ids)
  const rows = new Map(linesByIds(db, ids).map((row) => [row.id, row]))
  return leaving.flatMap(({ line, quantity }) => {
    const row = rows.get(line.materialid)
    const before = goodsOf.get(line.materialid)
    if (!row || !before) return []
    const { redelivered, mended, after } = sendOut(before, quantity)
    if (redelivered + mended === 0) return []
    const ismade = makesStock(row)
    return [{ line, ismade, before, after, quantity: asQuantity(redelivered), mended: asQuantity(mended) }]
  })
}

/**
 * What came back and goes out again leaves stock again and is charged, unless it was not credited yet (decision 250). What the job
 * made moves by `settleDeparted`. Gives what to say of stock that it took below zero.
 * @throws as `changeConsumed`
 */
export function redeliver(tx: Tx, viewer: Viewer, again: readonly Redelivered[], number: string): string[] {
  if (again.length === 0) return []
  storeLineGoods(tx, again)
  for (const { line, quantity, mended } of again)
    updateById(tx.db, delivery_lines, line.id, { redelivered: quantity, mended })
  return changeConsumed(
    tx,
    viewer,
    again.filter(({ ismade, quantity }) => !ismade && quantity > 0),
    { way: 1, storageid: null, note: `Delivered again by ${number}`, invoiced: true },
  )
}

/** What is charged again reopens its job, as what is credited does. */
export function reopenRedelivered(tx: Tx, again: readonly Redelivered[]) {
  const charged = again.filter(({ quantity }) => quantity > 0)
  for (const jobid of new Set(charged.map(({ line }) => line.jobid))) settleJob(tx, jobid)
}
