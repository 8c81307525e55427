import { findOrderItems } from '#db/queries/purchasing/order-items.ts'
import { listServicesOfJob, listServicesOrderedForJob } from '#db/queries/purchasing/services-of-job.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { lotQuantity } from '#server/domains/purchasing/supplieritems/price-for.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { findName } from '#server/records.ts'
import type { ShortItem } from '#views/purchasing/orders/new.tsx'
import { sayLotRule } from './line-hints.ts'

type Figure = 'planned' | 'used' | 'ordered' | 'drafted'
type Sums = Record<Figure, number>

/** Services that suppliers render and a job plans beyond what was used, or is ordered for it, in base units. */
export function listUnorderedServices(db: TenantDb, jobid: string): ShortItem[] {
  const sums = new Map<string, Sums>()
  const add = (id: string, figure: Figure, quantity: number, unitratio: string) => {
    const own = sums.get(id) ?? { planned: 0, used: 0, ordered: 0, drafted: 0 }
    sums.set(id, { ...own, [figure]: own[figure] + toBase(asQuantity(quantity), parseRatio(unitratio)) })
  }
  for (const { inventoryid, estimated, consumed, unitratio } of listServicesOfJob(db, jobid)) {
    add(inventoryid, 'planned', estimated, unitratio)
    add(inventoryid, 'used', consumed, unitratio)
  }
  const ids = [...sums.keys()]
  if (ids.length === 0) return []
  for (const { inventoryid, quantity, unitratio, isdraft } of listServicesOrderedForJob(db, jobid))
    if (sums.has(inventoryid)) add(inventoryid, isdraft ? 'drafted' : 'ordered', quantity, unitratio)
  return findOrderItems(db, ids).flatMap((item) => {
    const { planned, used, ordered, drafted } = sums.get(item.id)!
    // What was used may be what was ordered.
    const short = asQuantity(Math.max(0, planned - Math.max(used, ordered)))
    if (short === 0) return []
    const indraft = asQuantity(Math.min(short, drafted))
    const left = asQuantity(short - indraft)
    const lot = { minimum: item.minimumordervolume, packsize: item.packagingquantity }
    const order = lotQuantity(left, lot)
    return {
      ...{ inventoryid: item.id, code: item.code, name: item.name, unit: item.baseunit, free: null },
      ...{ needed: Math.max(0, planned - used), onorder: ordered, minimum: 0, drafted: indraft, below: 0 },
      ...{ short, make: 0, order, rule: order === left ? '' : sayLotRule(item.baseunit, lot) },
      supplier: item.supplier ? { id: item.supplier, name: findName(db, suppliers, item.supplier) } : null,
    }
  })
}
