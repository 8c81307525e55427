import { lastMovement } from '#db/queries/stock/stock.ts'
import type { Tx } from '#db/tenants.ts'
import { openLedger, type StockEntry } from '#server/stock/ledger.ts'
import type { WrittenRecord } from './undo-log.ts'

export type ImportLedger = { book(entry: StockEntry): void; flush(): void }

/** Between two flushes nobody else books. */
export function createImportLedger(tx: Tx, written: WrittenRecord[]): ImportLedger {
  let open: ReturnType<typeof openLedger> | undefined
  return {
    book(entry) {
      open ??= openLedger(tx)
      open.book({ ...entry, reverses: null })
    },
    flush() {
      if (!open) return
      const before = lastMovement(tx.db)
      const last = open.store()
      for (let seq = before + 1; seq <= last; seq++)
        written.push({ table: LEDGER, id: String(seq), version: 1 })
      open = undefined
    },
  }
}

export const LEDGER = 'stock_ledger'
