import { deleteImportKeys, importById, markUndone } from '#db/queries/settings/imports.ts'
import type { Tx } from '#db/tenants.ts'
import { notFound, Problem } from '#server/errors.ts'
import { recordHistoryEntries } from '#server/history.ts'
import { readUndoLog, saveUndoLog, type WrittenRecord } from '#server/import/write/undo-log.ts'
import { invoicedSince } from './blockers.ts'
import { reverseStock } from './reverse-stock.ts'
import { type Undo, undoTable } from './undo-table.ts'

/** `skipped` were changed by somebody since, and stay as they are. */
export type UndoResult = { filename: string; removed: number; restored: number; skipped: number }

/** @throws 404; 409 when it was undone before, or when something refers to what it added: then nothing is undone */
export function undoImport(tx: Tx, id: string): UndoResult {
  const done = importById(tx.db, id)
  if (!done) throw notFound('import')
  if (done.undoneutc) throw new Problem(409, 'This import was taken back before.')
  const written = readUndoLog(tx.db, id)
  // What was written last may refer to what was written first.
  const tables = [...Map.groupBy(written, ({ table }) => table)].reverse()
  const lines = tables.find(([table]) => table === 'materials')?.[1].map((one) => one.id) ?? []
  const blockers = invoicedSince(tx, lines)
  const undo: Undo = { done, booked: reverseStock(tx, done, lines), entries: [], blockers }
  const results = tables.map(([table, records]) => undoTable(tx, table, records, undo))
  if (blockers.length)
    throw new Problem(409, `This import cannot be taken back: ${blockers.join('; ')}. Nothing was undone.`, {
      code: 'referred',
    })
  recordHistoryEntries(tx, undo.entries)
  markAsUndone(tx, id, written)
  const sum = (part: 'removed' | 'restored' | 'skipped') =>
    results.reduce((total, result) => total + result[part], 0)
  return {
    filename: done.filename,
    removed: sum('removed') + (tables.length === 0 ? undo.booked.size : 0),
    restored: sum('restored'),
    skipped: sum('skipped'),
  }
}

function markAsUndone(tx: Tx, id: string, written: readonly WrittenRecord[]) {
  saveUndoLog(tx.db, id, written)
  deleteImportKeys(tx.db, id)
  markUndone(tx.db, id, tx.now, tx.by.name)
  tx.invalidateCaches()
  const tables = new Set(written.map(({ table }) => table))
  const event = tables.has('jobs') || tables.has('materials') ? 'Reload' : 'RecordChanged'
  tx.publish(event, [{ tables: ['imports', ...[...tables].reverse()] }])
}
