import { listHistory } from '#db/queries/history.ts'
import type { TenantDb } from '#db/types.ts'
import { describeInvoicePart } from '#views/sales/invoices/part-words.ts'
import { readPart } from './part.ts'

/** The newest first. What an invoice charged of its job was once kept as it is stored. */
export const readInvoiceHistory = (db: TenantDb, id: string) =>
  listHistory(db, 'invoices', id).map((entry) =>
    entry.field === 'part'
      ? { ...entry, oldvalue: partWords(entry.oldvalue), newvalue: partWords(entry.newvalue) }
      : entry,
  )

const partWords = (kept: string): string =>
  kept === '' || kept.startsWith('{') ? describeInvoicePart(readPart(kept)) : kept
