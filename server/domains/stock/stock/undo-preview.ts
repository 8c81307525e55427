import { type Movement, movementBySeq, onHandAt } from '#db/queries/stock/stock.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { reversalRefusal } from '#server/stock/book.ts'
import { readOnHand } from '#server/stock/read.ts'

/** Base units. */
type UndoPreview = {
  movement: Movement
  now: { item: Quantity; place: Quantity }
  after: { item: Quantity; place: Quantity }
  refused?: string
}

/** @throws 404 for a movement that is not there or is another item's. */
export function undoPreview(db: TenantDb, inventoryid: string, seq: number): UndoPreview {
  const movement = movementBySeq(db, seq)
  if (movement?.inventoryid !== inventoryid) throw notFound('movement')
  const item = readOnHand(db, [inventoryid]).get(inventoryid)!.quantity
  const place = asQuantity(onHandAt(db, inventoryid, movement.storageid ?? ''))
  return {
    movement,
    now: { item, place },
    after: {
      item: asQuantity(item - movement.quantity),
      place: asQuantity(place - movement.quantity),
    },
    refused: reversalRefusal(db, movement)?.message,
  }
}
