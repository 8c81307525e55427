import type { Invoice } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { readToday } from '#server/zone.ts'
import { readBecameCredit } from './present-payments.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'

/** What a copy is printed from: the paper as it was issued, and what was paid, became credit and was credited since. */
export function snapshotAsItStands(db: TenantDb, invoice: Invoice): Snapshot {
  const snapshot = readSnapshot(invoice.snapshot)
  if (invoice.kind !== 'invoice') return snapshot
  const held = (snapshot.deposits ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const becamecredit = readBecameCredit(db, invoice.id)
  const paid = invoice.paidcents - held + becamecredit
  const credited = invoice.settledcents
  const isUntouched = paid === 0 && credited === 0
  return isUntouched
    ? snapshot
    : { ...snapshot, since: { date: readToday(db), paid, becamecredit, credited } }
}
