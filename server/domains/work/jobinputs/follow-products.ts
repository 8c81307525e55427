import { linesByIds } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import { addLines, type NewLine } from '#server/domains/work/materials/add-lines.ts'
import {
  changeLines,
  type LineUpdate,
  removeLines,
  type ShowLine,
} from '#server/domains/work/materials/change-line.ts'
import { withPlainFields } from '#server/domains/work/materials/line-problem.ts'
import { addInputLines } from './bring-inputs.ts'
import { findFollowing, type ProductChange } from './find-following.ts'

/** As `addLines`; what is made brings its inputs. */
export function addLinesWithInputs(tx: Tx, inputs: readonly NewLine[]) {
  const { lines, warnings } = addLines(tx, inputs)
  const changes = lines.map((after) => ({ after }))
  return { lines, changes, warnings: [...warnings, ...followProducts(tx, changes)] }
}

/** As `changeLines`; the inputs of what is made follow it. */
export function changeLinesWithInputs(tx: Tx, changes: readonly LineUpdate[], show: ShowLine) {
  const ids = changes.map(({ id }) => id)
  const before = new Map(linesByIds(tx.db, ids).map((line) => [line.id, line]))
  const outcomes = changeLines(tx, changes, show)
  const lines = outcomes.map(({ line }) => line)
  const warnings = outcomes.flatMap(({ warning }) => warning ?? [])
  const products = lines.map((after) => ({ before: before.get(after.id), after }))
  return { lines, changes: products, warnings: [...warnings, ...followProducts(tx, products)] }
}

/** As `removeLines`, with the inputs that the line brought. */
export function removeLineWithInputs(tx: Tx, removal: LineUpdate, show: ShowLine) {
  const [before] = linesByIds(tx.db, [removal.id])
  const changes = before ? [{ before }] : []
  const { gone } = findFollowing(tx.db, changes)
  const warnings = removeLines(tx, [removal, ...gone], show).flatMap(({ warning }) => warning ?? [])
  return { changes, warnings }
}

/** Decision 217. */
function followProducts(tx: Tx, changes: readonly ProductChange[]): string[] {
  const { missing, changed, gone } = findFollowing(tx.db, changes)
  return withPlainFields(() => {
    if (gone.length > 0) {
      // They went by themselves: what a person removes stays with its product, so that it is not planned anew.
      changeLines(
        tx,
        gone.map(({ id }) => ({ id, jobproduct: null })),
        () => null,
      )
      removeLines(tx, gone, () => null)
    }
    const outcomes = changed.length > 0 ? changeLines(tx, changed, () => null) : []
    return [...outcomes.flatMap(({ warning }) => warning ?? []), ...addInputLines(tx, missing).warnings]
  })
}
