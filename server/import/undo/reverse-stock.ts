import { linesWithMovements, movementsBetween } from '#db/queries/settings/import-undo.ts'
import type { ImportDone } from '#db/queries/settings/imports.ts'
import type { Tx } from '#db/tenants.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { bookMovement, reverseMovement } from '#server/stock/book.ts'

/** The newest first. Returns what has movements and so can never be deleted. */
export function reverseStock(
  tx: Tx,
  { ledgerfrom, ledgerto }: ImportDone,
  lines: readonly string[],
): Set<string> {
  const note = 'An import was taken back.'
  const own = new Set(lines)
  const booked = new Set(linesWithMovements(tx.db, JSON.stringify(lines)).map(({ id }) => id))
  for (const movement of movementsBetween(tx.db, ledgerfrom, ledgerto)) {
    const { seq, kind, quantity, inventoryid, storageid, inventoryclass, jobid, materialid } = movement
    if (kind === 'line') {
      if (!materialid || !own.has(materialid)) continue
      const line = { inventoryid, storageid, inventoryclass, jobid, materialid }
      bookMovement(tx, { ...line, note, kind, quantity: asQuantity(-quantity) })
    } else {
      reverseMovement(tx, seq, note)
      if (lines.length === 0) booked.add(String(seq))
    }
  }
  return booked
}
