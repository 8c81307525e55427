import { listNeededByJob } from '#db/queries/purchasing/needed-by-job.ts'
import { findOrderItems } from '#db/queries/purchasing/order-items.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { lotQuantity } from '#server/domains/purchasing/supplieritems/price-for.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { findName } from '#server/records.ts'
import { listLevels } from '#server/stock/read.ts'
import type { ShortItem } from '#views/purchasing/orders/new.tsx'
import { sayLotRule } from './line-hints.ts'

type Figures = Record<'needed' | 'reserved' | 'available' | 'onorder', Quantity>

/** What neither the stock that is free for the job nor what is on order covers; `reserved`: by the job itself. */
export const countShort = ({ needed, reserved, available, onorder }: Figures): Quantity =>
  asQuantity(Math.max(0, needed - Math.max(0, available + reserved + onorder)))

/** What a job takes out of stock, and stock and orders do not cover, in base units. */
export function listShortOfJob(db: TenantDb, jobid: string): ShortItem[] {
  const needed = new Map<string, Quantity>()
  const reserved = new Map<string, Quantity>()
  for (const { inventoryid, unitratio, ...row } of listNeededByJob(db, jobid)) {
    const ratio = parseRatio(unitratio)
    for (const [sums, quantity] of [
      [needed, row.quantity],
      [reserved, row.reserved],
    ] as const)
      sums.set(inventoryid, asQuantity((sums.get(inventoryid) ?? 0) + toBase(asQuantity(quantity), ratio)))
  }
  const ids = [...needed.keys()]
  const levels = listLevels(db, ids)
  return findOrderItems(db, ids).flatMap((item) => {
    const { available, onorder } = levels.get(item.id)!
    const figures = {
      needed: needed.get(item.id) ?? asQuantity(0),
      reserved: reserved.get(item.id) ?? asQuantity(0),
      ...{ available, onorder },
    }
    const short = item.keptinstock ? countShort(figures) : asQuantity(0)
    if (short === 0) return []
    const lot = { minimum: item.minimumordervolume, packsize: item.packagingquantity }
    const order = lotQuantity(short, lot)
    return {
      ...{ inventoryid: item.id, code: item.code, name: item.name, unit: item.baseunit },
      ...{ needed: figures.needed, free: asQuantity(Math.max(0, available + figures.reserved)) },
      ...{ onorder, short, order },
      rule: order === short ? '' : sayLotRule(item.baseunit, lot),
      supplier: item.supplier ? { id: item.supplier, name: findName(db, suppliers, item.supplier) } : null,
    }
  })
}
