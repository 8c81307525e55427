import { listJobLines, type MaterialRow } from '#db/queries/work/materials.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import { recordLineHistory } from '#server/domains/work/jobs/line-history.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { countReplaced } from '#server/domains/work/materials/count-replaced.ts'
import { readLineContext, refuseClosed, refuseTemplate } from '#server/domains/work/materials/line-context.ts'
import { moveStock } from '#server/domains/work/materials/move-stock.ts'
import { storeLine } from '#server/domains/work/materials/store-line.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { fromBase, parseRatio } from '#server/money/units.ts'
import { bookTogether } from '#server/stock/book.ts'
import { settleMade } from '#server/stock/departed.ts'
import { movedBy } from '#server/stock/direction.ts'
import { readOnHand } from '#server/stock/read.ts'

/** What became of one line; quantities in its own unit. `short` is planned but not booked for want of stock. */
export type SyncedLine = { before: MaterialRow; line: MaterialRow; booked: Quantity; short: Quantity }

/**
 * Spec: `PATCH stocksync` with `{job, restrict}` and no more; this reading of it is ours. What a job makes it may use,
 * so lines that put in come first. @throws 400 for a settled job or a template, and when negative stock is blocked
 */
export function syncStock(
  tx: Tx,
  jobid: string,
  restrict: boolean,
): { synced: SyncedLine[]; warnings: string[] } {
  const lines = filterOutstanding(listJobLines(tx.db, jobid).map(({ line }) => line))
  const lineContext = readLineContext(tx.db, [{ jobid }, ...lines])
  refuseClosed(lineContext.job(jobid))
  if (lines.length > 0) refuseTemplate(lineContext.job(jobid), 1)
  const left = readStock(tx, lines)
  const warnings: string[] = []
  const synced = bookTogether(tx, (book) =>
    lines.map((before) => {
      const booked = bookable(before, restrict, left)
      const after = countReplaced(tx.db, before, {
        ...before,
        consumed: asQuantity(before.consumed + booked),
      })
      const short = asQuantity(before.estimated - after.consumed)
      if (booked === 0) return { before, line: before, booked, short }
      const warning = moveStock(tx, book, before, before.consumed, after.consumed, { note: 'Stock sync' })
      if (warning) warnings.push(warning)
      const line = storeLine(tx, before, after)
      recordLineHistory(tx, 'changed', line, before, line, lineContext.names)
      return { before, line, booked, short }
    }),
  )
  if (synced.some(({ booked }) => booked !== 0)) touchJob(tx, jobid)
  return { synced, warnings: [...new Set([...warnings, ...settleMade(tx, synced)])] }
}

const filterOutstanding = (lines: MaterialRow[]) =>
  lines
    .filter(
      ({ inventoryid, inventoryclass, estimated, consumed }) =>
        inventoryid && stockDirection(inventoryclass) !== 0 && estimated > consumed,
    )
    .toSorted((a, b) => stockDirection(b.inventoryclass) - stockDirection(a.inventoryclass))

const readStock = (tx: Tx, lines: readonly MaterialRow[]) =>
  new Map<string | null, number>(
    [...readOnHand(tx.db, [...new Set(lines.map((line) => line.inventoryid!))])].map(([id, { quantity }]) => [
      id,
      quantity,
    ]),
  )

/** `left` is in base units. */
function bookable(line: MaterialRow, restrict: boolean, left: Map<string | null, number>): Quantity {
  const there = left.get(line.inventoryid) ?? 0
  const wanted = line.estimated - line.consumed
  const takesOut = stockDirection(line.inventoryclass) === -1
  let booked = restrict && takesOut ? Math.min(wanted, unitsIn(line, there)) : wanted
  // The unit's quantity is rounded, and so may come to a millionth more than there is.
  while (restrict && takesOut && booked > 0 && there + movesBy(line, booked) < 0) booked--
  left.set(line.inventoryid, there + movesBy(line, booked))
  return asQuantity(booked)
}

const movesBy = (line: MaterialRow, more: number): number =>
  movedBy({ ...line, consumed: asQuantity(line.consumed + more) }) - movedBy(line)

const unitsIn = ({ unitratio }: MaterialRow, base: number): Quantity =>
  fromBase(asQuantity(Math.max(base, 0)), parseRatio(unitratio, 'ratio of the unit'))
