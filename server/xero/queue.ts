import { listPaymentParts } from '#db/queries/purchasing/supplier-invoices.ts'
import { putXeroEntry } from '#db/queries/settings/xero.ts'
import { readSetting } from '#db/queries/settings.ts'
import type { XeroKind } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { shareParts } from './bill-shares.ts'

export const XERO_QUEUED = 'XeroQueued'
export const XERO_TENANT = 'xerotenant'

/** The organisation that the account is connected to, as its own file knows it; undefined: none. */
export const readXeroTenant = (db: TenantDb): string | undefined =>
  readSetting<string | null>(db, XERO_TENANT) ?? undefined

/** Goes out if and only if the transaction commits; what waits already is asked anew. */
export function queueForXero(tx: Tx, kind: XeroKind, recordid: string, invoiceid = '') {
  const tenantid = readXeroTenant(tx.db)
  if (!tenantid) return
  putXeroEntry(tx.db, { kind, recordid, invoiceid, tenantid, now: tx.now })
  tx.publish(XERO_QUEUED, [])
}

/** What a payment to a supplier, or its taking back, changes on the bills there. */
export function queueSupplierPayment(tx: Tx, paymentid: string) {
  if (!readXeroTenant(tx.db)) return
  const parts = listPaymentParts(tx.db, paymentid).map((part) => ({ ...part, paymentid, date: '' }))
  for (const { kind, recordid, invoiceid } of shareParts(parts)) queueForXero(tx, kind, recordid, invoiceid)
}
