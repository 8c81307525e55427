import { movedSince, onHandAt } from '#db/queries/stock/stock.ts'
import type { TenantDb } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import { addMs } from '#server/instants.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { LONGEST_WAIT_MS } from '#views/ui/longest-wait.ts'

type Place = { inventoryid: string; storageid: string | null }

/**
 * What lay at a place when it was counted there, at most a week ago: what the books say now, without the movements that
 * are dated later. @throws 409 where it was counted and booked since
 */
export function heldThen(db: TenantDb, { inventoryid, storageid }: Place, made: string): Quantity {
  const place = { inventoryid, storageid: storageid ?? '' }
  // What is dated before then arrived before now.
  const before = addMs(new Date(made), -LONGEST_WAIT_MS)
  const later = movedSince(db, { ...place, made, before })
  if (later?.countedutc)
    throw new Problem(
      409,
      `This was counted again since, by ${later.user}, and that count is booked. Remove this one.`,
    )
  return asQuantity(onHandAt(db, inventoryid, place.storageid) - (later?.quantity ?? 0))
}
