import { movementsOfLines } from '#db/queries/settings/import-undo.ts'
import { findReversal, movementBySeq } from '#db/queries/stock/stock.ts'
import type { WriteStep } from '#db/sliced-file.ts'
import type { Tx } from '#db/tenants.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { bookTogether, reverseMovement } from '#server/stock/book.ts'
import type { Undo } from './undo-plan.ts'

const NOTE = 'An import was taken back.'

/** Of what no line moved. The newest first. */
export const movementSteps = (tx: Tx, { movements, tables, result }: Undo): WriteStep[] =>
  movements.map((seq) => () => {
    if (movementBySeq(tx.db, seq)?.kind === 'line' || findReversal(tx.db, seq)) return
    reverseMovement(tx, seq, NOTE)
    if (tables.size === 0) result.removed++
  })

/** Returns the lines that have movements and so can never be deleted. */
export function reverseLines(tx: Tx, lines: readonly string[]): Set<string> {
  const moved = movementsOfLines(tx.db, JSON.stringify(lines))
  bookTogether(tx, (book) => {
    for (const { quantity, inventoryid, storageid, inventoryclass, jobid, materialid } of moved) {
      const line = { inventoryid, storageid, inventoryclass, jobid, materialid }
      book({ ...line, note: NOTE, kind: 'line', quantity: asQuantity(-quantity) })
    }
  })
  return new Set(moved.map(({ materialid }) => String(materialid)))
}
