import type { Tx } from '#db/tenants.ts'
import { addLines, type NewLine } from '#server/domains/work/materials/add-lines.ts'
import {
  changeLines,
  type LineUpdate,
  removeLines,
  type ShowLine,
} from '#server/domains/work/materials/change-line.ts'

/** One line alone, by the rules that calls book many by. */
export function addLine(tx: Tx, input: NewLine) {
  const { lines, warnings } = addLines(tx, [input])
  return { line: lines[0]!, warnings }
}

export const changeLine = (tx: Tx, id: string, input: Omit<LineUpdate, 'id'>, show: ShowLine) =>
  changeLines(tx, [{ ...input, id }], show)[0]!

export const removeLine = (tx: Tx, id: string, version: number | undefined, show: ShowLine) =>
  removeLines(tx, [{ id, version }], show)[0]!
