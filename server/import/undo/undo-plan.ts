import { movementsBetween, type OwnIds } from '#db/queries/settings/import-undo.ts'
import { findImport, type StoredImport } from '#db/queries/settings/imports.ts'
import type { Tx } from '#db/tenants.ts'
import { notFound, Problem } from '#server/errors.ts'
import type { HistoryEntry } from '#server/history.ts'
import { LEDGER } from '#server/import/write/import-ledger.ts'
import { readUndoLog, type UndoPart, type WrittenRecord } from '#server/import/write/undo-log.ts'
import { BILLS } from '#server/import/write/write-bills.ts'
import { versionsAfterUndos } from './versions-after-undos.ts'

export type Logged = { record: WrittenRecord; part: UndoPart }

export type Undo = {
  done: StoredImport
  /** Of each table; what was written last may refer to what was written first, and stands before it. */
  tables: ReadonlyMap<string, Logged[]>
  /** Products whose inputs it changed: these are lists, whose rows have no version. */
  bills: WrittenRecord[]
  /** By number, the newest first. */
  movements: number[]
  isUnchanged(record: WrittenRecord, version: number | undefined): boolean
  entries: HistoryEntry[]
  /** By table. */
  own?: OwnIds
  /** Parts that are to be stored anew. */
  changed: Set<UndoPart>
  result: { removed: number; restored: number; skipped: number }
}

export function readUndo(tx: Tx, id: string): Undo {
  const done = findImport(tx.db, id)
  if (!done) throw notFound('import')
  if (done.undoneutc) throw new Problem(409, 'This import was taken back before.')
  const logged = readUndoLog(tx.db, id).flatMap((part) => part.records.map((record) => ({ record, part })))
  const byTable = Map.groupBy(logged, ({ record }) => record.table)
  const own = byTable.get(LEDGER) ?? []
  byTable.delete(LEDGER)
  const bills = (byTable.get(BILLS) ?? []).map(({ record }) => record)
  byTable.delete(BILLS)
  return {
    done,
    tables: new Map([...byTable].reverse()),
    bills,
    movements: own.length
      ? own.map(({ record }) => Number(record.id)).reverse()
      : movementsBetween(tx.db, done.ledgerfrom, done.ledgerto).map(({ seq }) => seq),
    isUnchanged: unchangedSince(tx, done),
    entries: [],
    changed: new Set(),
    result: { removed: 0, restored: 0, skipped: 0 },
  }
}

function unchangedSince({ db }: Tx, done: StoredImport): Undo['isUnchanged'] {
  let later: Map<string, number> | undefined
  return ({ id, version }, present) => {
    if (present === version) return true
    later ??= versionsAfterUndos(db, done)
    return present !== undefined && present === later.get(`${id} ${version}`)
  }
}
