import { delivery_lines } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { updateById } from '#db/write-rows.ts'
import { bringBack } from '#server/domains/sales/invoices/line-goods.ts'
import { storeLineGoods } from '#server/domains/sales/invoices/read-goods.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { settleDeparted } from '#server/stock/departed.ts'
import type { Chosen } from './after-issue.ts'
import type { PutBack } from './return-goods.ts'

/**
 * Of what comes back unsold, what had come back of its job before and went out on consignment is back in stock again, the last of
 * its note. Gives what to say of stock.
 */
export function takeUnsoldBack(
  tx: Tx,
  chosen: readonly Chosen[],
  { goodsOf, events, storageid, number }: PutBack,
): string[] {
  const changes = chosen.flatMap(({ line, quantity }) => {
    const before = goodsOf.get(line.materialid)
    const again = countAgain(line, quantity)
    if (!before || again === 0) return []
    const about = { id: events.get(line.id) as string, dateutc: tx.now, instock: true, unsold: true }
    return [{ line, again, before, after: bringBack(before, again, about).after }]
  })
  storeLineGoods(tx, changes)
  for (const { line, again } of changes)
    updateById(tx.db, delivery_lines, line.id, { restocked: asQuantity(line.restocked + again) })
  const jobids = chosen.map(({ line }) => line.jobid)
  return settleDeparted(tx, jobids, { kind: 'delivery', document: number, storageid })
}

/** What was sold and credited came back by its credit note, and is none of what is unsold. */
function countAgain(line: Chosen['line'], quantity: number) {
  const { redelivered, mended, returned, restocked, restockedbefore } = line
  const rest = line.quantity - returned - quantity + restockedbefore
  return Math.max(0, Math.min(quantity, redelivered + mended - (restocked - restockedbefore) - rest))
}
