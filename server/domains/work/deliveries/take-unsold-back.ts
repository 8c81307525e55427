import { hasFixedPrice } from '#db/queries/work/jobs.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import { countUnsoldAgain } from '#server/domains/sales/invoices/consigned.ts'
import { bringBack } from '#server/domains/sales/invoices/line-goods.ts'
import { settleDeparted } from '#server/stock/departed.ts'
import { type Chosen, storeBack } from './after-issue.ts'
import { makesStock } from './consign.ts'
import type { PutBack } from './return-goods.ts'

/**
 * Of what comes back unsold, what had come back of its job before and went out on consignment is back in stock again, the last of
 * its note, and so is all that a fixed price charges. Gives what to say of stock.
 */
export function takeUnsoldBack(
  tx: Tx,
  chosen: readonly Chosen[],
  { goodsOf, events, storageid, number }: PutBack,
): string[] {
  const rows = linesByIds(
    tx.db,
    chosen.map(({ line }) => line.materialid),
  )
  const made = new Set(rows.filter(makesStock).map(({ id }) => id))
  const changes = chosen.flatMap(({ line, quantity }) => {
    const before = goodsOf.get(line.materialid)
    const ischarged = made.has(line.materialid) && hasFixedPrice(tx.db, line.jobid)
    const instock = countUnsoldAgain(line, quantity, ischarged)
    if (!before || instock === 0) return []
    const about = { id: events.get(line.id) as string, dateutc: tx.now, instock: true, unsold: true }
    const { after } = bringBack(before, instock, about)
    return [{ line, instock, before: 0, goods: { before, after } }]
  })
  storeBack(tx, changes)
  const jobids = chosen.map(({ line }) => line.jobid)
  return settleDeparted(tx, jobids, { kind: 'delivery', document: number, storageid })
}
