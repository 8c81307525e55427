import { importParts, storeImportPart } from '#db/queries/settings/imports.ts'
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

const PART_RECORDS = 1000

export function saveUndoLog(db: TenantDb, importid: string, written: readonly WrittenRecord[]) {
  for (let at = 0; at < written.length; at += PART_RECORDS)
    storeImportPart(db, importid, at / PART_RECORDS, JSON.stringify(written.slice(at, at + PART_RECORDS)))
}

export const readUndoLog = (db: TenantDb, importid: string): WrittenRecord[] =>
  importParts(db, importid).flatMap((part) => JSON.parse(part) as WrittenRecord[])
