import { beginImport, importParts, storeImportPart } from '#db/queries/settings/imports.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { ColumnValues } from '#server/import/check/coerce-rows.ts'

/** What an import wrote to one record, and its version then. `before` is missing of a new record. */
export type WrittenRecord = {
  table: string
  id: string
  version: number
  before?: ColumnValues
  /** The version with which an undo gave it back what it had. */
  restored?: number
  people?: { before: readonly string[]; after: readonly string[] }
}

type ImportBegun = { id: string; recordType: string; filename: string; rows: number; refused: number }

/** Stored in the transaction of what it names. */
export function createJournal(
  tx: Tx,
  { id, recordType, filename, rows, refused }: ImportBegun,
  written: WrittenRecord[],
) {
  const { db, by, now } = tx
  const tables = new Set<string>()
  let part = 0
  return {
    tables,
    begin() {
      beginImport(db, {
        id,
        noun: recordType,
        filename,
        rows,
        refused,
        userid: by.userid,
        user: by.name,
        doneutc: now,
      })
    },
    flush() {
      const entries = written.splice(0)
      for (const { table } of entries) tables.add(table)
      if (entries.length) storeImportPart(db, id, part++, JSON.stringify(entries))
    },
  }
}

export type UndoPart = { part: number; records: WrittenRecord[] }

export const saveUndoPart = (db: TenantDb, importid: string, { part, records }: UndoPart) =>
  storeImportPart(db, importid, part, JSON.stringify(records))

export const readUndoLog = (db: TenantDb, importid: string): UndoPart[] =>
  importParts(db, importid).map(({ part, entries }) => ({ part, records: JSON.parse(entries) }))
