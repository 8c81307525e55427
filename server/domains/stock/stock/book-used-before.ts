import { countUnbookedLines, listUnbookedLines, type UnbookedLine } from '#db/queries/stock/unbooked-lines.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { recordLineHistory } from '#server/domains/work/jobs/line-history.ts'
import { touchJobs } from '#server/domains/work/jobs/touch-job.ts'
import { readLineContext } from '#server/domains/work/materials/line-context.ts'
import { moveStock } from '#server/domains/work/materials/move-stock.ts'
import { storeLine } from '#server/domains/work/materials/store-line.ts'
import { Problem } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { bookTogether } from '#server/stock/book.ts'
import { settleMade } from '#server/stock/departed.ts'
import { movedBy } from '#server/stock/direction.ts'
import { usedBeforeWords } from '#views/stock/stock/used-before.tsx'

/** In one write: some 50 ms. What is left is offered again. */
const MAX_AT_ONCE = 500

/** `moves` in base units, signed. */
export type LineToBook = UnbookedLine & { after: MaterialRow; moves: Quantity }

/** `total`: with those that follow after these. */
type UsedBefore = { lines: LineToBook[]; moves: Quantity; total: number }

export function readUsedBefore(db: TenantDb, inventoryid: string): UsedBefore {
  const found = listUnbookedLines(db, inventoryid, MAX_AT_ONCE)
  const { item } = readLineContext(
    db,
    found.map(({ line }) => line),
  )
  const lines = found.flatMap((one): LineToBook[] => {
    const { inventoryclass = null, storageid = null } =
      item(one.line.jobid, one.line.inventoryid, 'archived') ?? {}
    const after = { ...one.line, inventoryclass, storageid: one.line.storageid ?? storageid }
    const moves = movedBy(after)
    return moves === 0 ? [] : [{ ...one, after, moves }]
  })
  const moves = asQuantity(lines.reduce((sum, one) => sum + one.moves, 0))
  return { lines, moves, total: countUnbookedLines(db, inventoryid) }
}

export function sayUsedBefore(db: TenantDb, inventoryid: string): string | undefined {
  const { lines, total } = readUsedBefore(db, inventoryid)
  return lines.length === 0 ? undefined : usedBeforeWords(total)
}

/** @throws 400 when nothing is left to book, or the account blocks negative stock */
export function bookUsedBefore(tx: Tx, inventoryid: string): { booked: number; warning?: string } {
  const { lines } = readUsedBefore(tx.db, inventoryid)
  if (lines.length === 0) throw new Problem(400, 'Nothing that was used of this item is left to book.')
  const { names } = readLineContext(
    tx.db,
    lines.map(({ after }) => after),
  )
  const note = 'Used before the item was kept in stock'
  const warnings = bookTogether(tx, (book) =>
    lines.map(({ line, after }) => {
      const warning = moveStock(tx, book, after, asQuantity(0), after.consumed, { note })
      recordLineHistory(tx, 'changed', line, line, storeLine(tx, line, after), names)
      return warning
    }),
  )
  touchJobs(
    tx,
    lines.map(({ line }) => line.jobid),
  )
  const departed = settleMade(
    tx,
    lines.map(({ line, after }) => ({ before: line, line: after })),
  )
  return { booked: lines.length, warning: [...warnings, ...departed].findLast(Boolean) }
}
