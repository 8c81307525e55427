import { deleteSomeImportKeys, forgetImport, markUndoing, markUndone } from '#db/queries/settings/imports.ts'
import type { SlicedFile, WriteStep } from '#db/sliced-file.ts'
import type { Tx } from '#db/tenants.ts'
import { recordHistoryEntries } from '#server/history.ts'
import type { OnRows } from '#server/import/run/worker-messages.ts'
import { saveUndoPart } from '#server/import/write/undo-log.ts'
import { refuseBlocked } from './blockers.ts'
import { movementSteps } from './reverse-stock.ts'
import { billSteps } from './undo-bills.ts'
import { readUndo, type Undo } from './undo-plan.ts'
import { removeSteps, restoreSteps } from './undo-table.ts'

/** `skipped` were changed by somebody since, and stay as they are. */
export type UndoResult = { filename: string; removed: number; restored: number; skipped: number }

/**
 * In slices. Once it has begun it goes to its end: what somebody changes or refers to meanwhile stays.
 * @throws 404; 409 when it was undone before, or when something refers to what it added: then nothing is undone
 */
export async function undoImport(file: SlicedFile, id: string, progress?: OnRows): Promise<UndoResult> {
  const undo = file.read((tx) => {
    const found = readUndo(tx, id)
    if (!found.done.unfinished) refuseBlocked(tx, found)
    return found
  })
  const { result } = undo
  const total = [...undo.tables.values()].reduce((sum, { length }) => sum + length, 0)
  await file.write(stepsOf(file, undo), {
    toEnd: true,
    flush: () => flush(file.tx, undo),
    progress: () => progress?.(result.removed + result.restored + result.skipped, total, 'writing'),
  })
  return { filename: undo.done.filename, ...result }
}

function* stepsOf(file: SlicedFile, undo: Undo): Generator<WriteStep> {
  const { tx } = file
  const { id } = undo.done
  yield () => void markUndoing(tx.db, id)
  yield* billSteps(tx, undo)
  yield* restoreSteps(tx, undo)
  yield* removeSteps(tx, undo, 'materials')
  yield* movementSteps(tx, undo)
  for (const table of undo.tables.keys()) if (table !== 'materials') yield* removeSteps(tx, undo, table)
  yield* keySteps(tx, id)
  yield () => finish(file, undo)
}

const KEYS_AT_ONCE = 500

function* keySteps({ db }: Tx, id: string) {
  let more = true
  while (more)
    yield () => {
      more = deleteSomeImportKeys(db, id, KEYS_AT_ONCE)
    }
}

function flush(tx: Tx, undo: Undo) {
  if (undo.entries.length) recordHistoryEntries(tx, undo.entries.splice(0))
  for (const part of undo.changed) saveUndoPart(tx.db, undo.done.id, part)
  undo.changed.clear()
}

/** An import that never was whole leaves nothing to be listed, unless something of it stays. */
function finish({ tx, announce }: SlicedFile, { done, tables, bills, result }: Undo) {
  if (done.unfinished === 'import' && result.skipped === 0) forgetImport(tx.db, done.id)
  else markUndone(tx.db, done.id, tx.now, tx.by.name)
  tx.invalidateCaches()
  const event = tables.has('jobs') || tables.has('materials') ? 'Reload' : 'RecordChanged'
  announce(event, [
    { tables: ['imports', 'stock', ...tables.keys(), ...(bills.length > 0 ? ['inventory'] : [])] },
  ])
}
