import type { Invoice } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { readToday } from '#server/zone.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'

/** What a copy is printed from: the paper as it was issued, and what was paid and credited since. */
export function snapshotAsItStands(db: TenantDb, invoice: Invoice): Snapshot {
  const snapshot = readSnapshot(invoice.snapshot)
  if (invoice.kind !== 'invoice') return snapshot
  const held = (snapshot.deposits ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const since = { date: readToday(db), paid: invoice.paidcents - held, credited: invoice.settledcents }
  return since.paid === 0 && since.credited === 0 ? snapshot : { ...snapshot, since }
}
