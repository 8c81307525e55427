import { findReversal, movementBySeq } from '#db/queries/stock/stock.ts'
import { linesByIds, type MaterialRow } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { changeableJob } from '#server/domains/work/jobs/find-job.ts'
import { recordLineHistory } from '#server/domains/work/jobs/line-history.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { countReplaced } from '#server/domains/work/materials/count-replaced.ts'
import {
  type LineContext,
  readLineContext,
  refuseClosed,
  refuseTemplate,
} from '#server/domains/work/materials/line-context.ts'
import { withLineNumber } from '#server/domains/work/materials/line-problem.ts'
import { checkValues } from '#server/domains/work/materials/line-values.ts'
import { overMostPerJob } from '#server/domains/work/materials/most-per-job.ts'
import { moveStock } from '#server/domains/work/materials/move-stock.ts'
import { storeLine } from '#server/domains/work/materials/store-line.ts'
import { warnOfOthersGoods } from '#server/domains/work/materials/warn-others-goods.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { type Book, bookTogether } from '#server/stock/book.ts'
import { formatQuantity, isOrAre } from '#views/format.ts'
import { PICKED_BELOW_ZERO, PICKED_NOTHING } from '#views/ui/field-rules.ts'
import { listLinesToPick, PICKED, type PickLine } from './picking-list.ts'

type At = { materialid: string; storageid?: string | null }

export type Picked = { line: MaterialRow; warnings: string[] }

/** What a line has picked after this change. @throws a refusal */
type Figure = (line: MaterialRow, shown: PickLine) => Quantity

type Change = At & { figure: Figure; reverses?: number }

/**
 * Consumption from a place. More than is left to pick is refused: two people may be at the same line.
 * @throws 404; 400 with the fields named by the line's position (`3.quantity`), plain where there is one
 */
export const pickLines = (
  tx: Tx,
  viewer: Viewer,
  jobid: string,
  picks: readonly (At & { quantity: Quantity })[],
) =>
  bookChanges(
    tx,
    viewer,
    jobid,
    picks.map(({ quantity, ...at }) => ({ ...at, figure: (line, shown) => addPick(line, shown, quantity) })),
  )

function addPick({ estimated, consumed, unit }: MaterialRow, { picks, inventory }: PickLine, more: Quantity) {
  if (more <= 0) throw invalid({ quantity: PICKED_NOTHING })
  const left = asQuantity(Math.max(0, estimated - consumed))
  if (more <= left) return asQuantity(consumed + more)
  const last = picks.findLast(({ undone, user, quantity }) => !undone && user && quantity > 0)
  const who = last ? ` ${last.user} picked ${formatQuantity(last.quantity, unit)} last.` : ''
  const what = left === 0 ? 'Nothing is' : `${formatQuantity(left, unit)} ${isOrAre(left)}`
  throw invalid({ quantity: `${what} left to pick of ${inventory.name} [${inventory.code}].${who}` })
}

/** Sets what is picked in all, by movements of the difference; more than planned is warned of. @throws as `pickLines` */
export function setPicked(
  tx: Tx,
  viewer: Viewer,
  jobid: string,
  figures: readonly (At & { picked: Quantity })[],
): Picked[] {
  if (new Set(figures.map(({ materialid }) => materialid)).size < figures.length)
    throw invalid({ materialid: 'Each line may be set once in one call.' })
  const changes = figures.map(({ picked, ...at }) => ({ ...at, figure: () => checkPicked(picked) }))
  return bookChanges(tx, viewer, jobid, changes).map(({ line, warnings }) => ({
    line,
    warnings: [...warnings, ...sayOverPlan(line)],
  }))
}

function checkPicked(picked: Quantity): Quantity {
  if (picked < 0) throw invalid({ picked: PICKED_BELOW_ZERO })
  return picked
}

function sayOverPlan({ estimated, consumed, unit, description }: MaterialRow): string[] {
  const over = asQuantity(consumed - estimated)
  return over > 0 ? [`Saved: that is ${formatQuantity(over, unit)} of ${description} more than planned.`] : []
}

/** Puts back what one pick took, to where it came from. @throws 404; 409 when it was undone before; 400 */
export function undoPick(tx: Tx, viewer: Viewer, jobid: string, seq: number): Picked {
  const pick = movementBySeq(tx.db, seq)
  if (!pick?.materialid || pick.jobid !== jobid || pick.kind !== 'line') throw notFound('pick')
  const taken = pick.enteredquantity
  if (pick.reverses !== null || !taken || taken < 0)
    throw new Problem(400, 'This put something back: pick it again instead.')
  if (findReversal(tx.db, seq)) throw new Problem(409, 'This pick was undone before.')
  const figure: Figure = ({ consumed, unit }) => {
    if (consumed >= taken) return asQuantity(consumed - taken)
    const left = formatQuantity(consumed, unit)
    throw new Problem(400, `Only ${left} of this line are picked still: set what is picked instead.`)
  }
  const { materialid, storageid } = pick
  return bookChanges(tx, viewer, jobid, [{ materialid, storageid, figure, reverses: seq }])[0] as Picked
}

function bookChanges(tx: Tx, viewer: Viewer, jobid: string, changes: readonly Change[]): Picked[] {
  const { id } = changeableJob(tx.db, viewer, jobid)
  const shown = new Map(listLinesToPick(tx.db, id).map((line) => [line.materialid, line]))
  if (changes.some(({ materialid }) => !shown.has(materialid))) throw notFound('line of the picking list')
  const ids = changes.map(({ materialid }) => materialid)
  const lines = new Map(linesByIds(tx.db, [...new Set(ids)]).map((line) => [line.id, line]))
  const places = changes.map(({ storageid }) => ({ jobid: id, storageid }))
  const lineContext = readLineContext(tx.db, [...lines.values(), ...places])
  refuseClosed(lineContext.job(id))
  const stored = new Map(lines)
  const numbered = changes.length > 1 ? withLineNumber : <T>(_: number, run: () => T) => run()
  const picked = bookTogether(tx, (book) =>
    changes.map((change, at) =>
      numbered(at, () => {
        const before = lines.get(change.materialid) as MaterialRow
        const line = shown.get(change.materialid) as PickLine
        const outcome = bookChange(tx, book, lineContext, before, line, change)
        lines.set(change.materialid, outcome.line)
        return outcome
      }),
    ),
  )
  touchJob(tx, id)
  const grown = [...lines.values()].filter(({ id, consumed }) => consumed > (stored.get(id)?.consumed ?? 0))
  const over = overMostPerJob(tx.db, lineContext, grown)
  const theirs = warnOfOthersGoods(
    tx,
    viewer,
    grown.map((after) => ({ before: stored.get(after.id), after })),
  )
  return picked.map(({ line, warnings }, at) => ({
    line,
    warnings: [...warnings, over.get(line.id) ?? [], at === 0 ? theirs : []].flat(),
  }))
}

function bookChange(
  tx: Tx,
  book: Book,
  lineContext: LineContext,
  before: MaterialRow,
  shown: PickLine,
  { figure, storageid, reverses }: Change,
): Picked {
  const after = countReplaced(tx.db, before, { ...before, consumed: figure(before, shown) })
  checkValues(after)
  lineContext.check({ jobid: before.jobid, storageid })
  refuseTemplate(lineContext.job(before.jobid), after.consumed)
  if (after.consumed === before.consumed) return { line: before, warnings: [] }
  const takes = after.consumed > before.consumed
  const place = storageid === undefined && takes ? (shown.storage?.id ?? null) : storageid
  const warning = moveStock(tx, book, before, before.consumed, after.consumed, {
    storageid: place,
    reverses,
    note: takes ? PICKED : 'Put back',
  })
  const line = storeLine(tx, before, after)
  recordLineHistory(tx, 'changed', line, before, line, lineContext.names)
  return { line, warnings: warning ? [warning] : [] }
}
