import type { Tx } from '#db/tenants.ts'
import { type Change, type HistoryEntry, recordHistoryEntries, recordImportedRows } from '#server/history.ts'
import type { ImportRecord } from '#server/import/check/coerce-rows.ts'

export type ImportHistory = {
  add(record: ImportRecord, entity: string, id: string, details?: { item?: string; changes?: Change[] }): void
  flush(): void
}

type ImportedRows = { entity: string; file: string; all: [id: string, line: number][] }

export function createImportHistory(tx: Tx): ImportHistory {
  let entries: HistoryEntry[] = []
  const arrivals = new Map<string, ImportedRows>()

  function arrivalsFrom(entity: string, file: string) {
    const key = `${entity} ${file}`
    const found = arrivals.get(key) ?? { entity, file, all: [] }
    arrivals.set(key, found)
    return found.all
  }

  return {
    add({ row }, entity, id, { item = '', changes = [] } = {}) {
      if (!item && changes.length === 0) {
        arrivalsFrom(entity, row.file).push([id, row.line])
        return
      }
      for (const { field, oldvalue, newvalue } of changes)
        entries.push([entity, id, item, field, oldvalue, newvalue])
      entries.push([entity, id, item, 'imported', '', `${row.file}, line ${row.line}`])
    },
    flush() {
      for (const { entity, file, all } of arrivals.values()) recordImportedRows(tx, entity, file, all)
      if (entries.length) recordHistoryEntries(tx, entries)
      arrivals.clear()
      entries = []
    },
  }
}
