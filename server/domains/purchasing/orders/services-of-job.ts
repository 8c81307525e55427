import { findOrderItems } from '#db/queries/purchasing/order-items.ts'
import { listServicesOfJob, listServicesOrderedForJob } from '#db/queries/purchasing/services-of-job.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity } from '#server/money/decimal.ts'
import type { ShortItem } from '#views/purchasing/orders/new.tsx'
import { proposeLot, sumByItem } from './short-of-job.ts'

/** Services that suppliers render and a job plans beyond what was used, or is ordered for it, in base units. */
export function listUnorderedServices(db: TenantDb, jobid: string): ShortItem[] {
  const services = listServicesOfJob(db, jobid)
  if (services.length === 0) return []
  const held = listServicesOrderedForJob(db, jobid)
  const plannedOf = sumByItem(services.map(({ estimated, ...line }) => ({ ...line, quantity: estimated })))
  const usedOf = sumByItem(services.map(({ consumed, ...line }) => ({ ...line, quantity: consumed })))
  const orderedOf = sumByItem(held.filter(({ isdraft }) => !isdraft))
  const draftedOf = sumByItem(held.filter(({ isdraft }) => isdraft))
  return findOrderItems(db, [...plannedOf.keys()]).flatMap((item) => {
    const [planned = 0, used = 0, ordered = 0] = [plannedOf, usedOf, orderedOf].map((of) => of.get(item.id))
    // What was used may be what was ordered.
    const short = asQuantity(Math.max(0, planned - Math.max(used, ordered)))
    if (short === 0) return []
    return {
      ...proposeLot(db, item, short, draftedOf.get(item.id) ?? 0),
      ...{ free: null, needed: Math.max(0, planned - used), onorder: ordered, minimum: 0, below: 0, make: 0 },
    }
  })
}
