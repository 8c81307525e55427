import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { countGoods } from '#server/domains/sales/invoices/line-goods.ts'
import { readLineGoods } from '#server/domains/sales/invoices/read-goods.ts'
import { limit } from '#server/domains/sales/invoices/take-from-rows.ts'
import { makesStock } from '#server/domains/work/deliveries/consign.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { OUTPUT } from './line-roles.ts'

/**
 * A line of which a person books more or less as used or made, before it is stored. What is booked beyond what was ordered replaces what
 * came back into stock and was not credited for good. Booked less again, it replaces so much less.
 */
export function countReplaced(db: TenantDb, before: MaterialRow, after: MaterialRow): MaterialRow {
  const more = after.consumed - before.consumed
  if (more <= 0)
    return before.replaced === 0
      ? after
      : { ...after, replaced: asQuantity(limit(before.replaced, before.replaced + more)) }
  const goods = before.role === OUTPUT ? readLineGoods(db, [before.id]).get(before.id) : undefined
  if (!goods) return after
  const { instock, awaited, settled, replaced } = countGoods(goods)
  const ordered = after.consumed + (makesStock(before) ? 0 : instock) - replaced
  const now = replaced + limit(more, instock - awaited - settled - replaced, ordered - after.estimated)
  return { ...after, replaced: asQuantity(now) }
}
