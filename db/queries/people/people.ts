import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** Where a tenant's file holds a person who acts, or is told. History and the ledger keep the name, as it was. */
const places = [
  ['workers', 'userid'],
  ['locations', 'responsibilityid'],
  ['location_stakeholders', 'userid'],
  ['notes', 'userid'],
  ['notifications', 'userid'],
  ['preferences', 'userid'],
  ['digests', 'userid'],
  ['invoice_payments', 'userid'],
  ['client_payments', 'userid'],
  ['payment_reminders', 'userid'],
] as const

/** Everything of one person becomes another's, who has a row already; the first one's row stays, archived. */
export function movePerson(db: TenantDb, from: string, to: string) {
  for (const [table, column] of places)
    prepared(db, `UPDATE OR IGNORE ${table} SET ${column} = ? WHERE ${column} = ?`).run([to, from])
  prepared(db, 'UPDATE users SET archived = 1 WHERE id = ?').run([from])
}
