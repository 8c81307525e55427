import { listPaymentParts } from '#db/queries/purchasing/supplier-invoices.ts'
import { putXeroEntries, reviseXeroEntries, type XeroEntryKey } from '#db/queries/settings/xero.ts'
import { firstXeroEntryUtc } from '#db/queries/settings/xero-changes.ts'
import {
  listReversedShares,
  putXeroCredit,
  queueTakenBackEntries,
} from '#db/queries/settings/xero-taken-back.ts'
import { readSetting, setSetting } from '#db/queries/settings.ts'
import type { XeroKind } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { readBillShares, shareKey, shareParts } from './bill-shares.ts'

export const XERO_QUEUED = 'XeroQueued'
export const XERO_TENANT = 'xerotenant'

/** The organisation that the account is connected to, as its own file knows it; undefined: none. */
export const readXeroTenant = (db: TenantDb): string | undefined =>
  readSetting<string | null>(db, XERO_TENANT) ?? undefined

const TENANT_NAMES = 'xerotenantnames'
const readTenantNames = (db: TenantDb) => readSetting<Record<string, string>>(db, TENANT_NAMES) ?? {}

/** Kept for when another one is chosen: Xero tells it of those alone that are open. */
export const nameXeroTenant = (tx: Tx, tenantid: string, name: string) =>
  setSetting(tx.db, TENANT_NAMES, { ...readTenantNames(tx.db), [tenantid]: name })

const LAST_CHECKS = 'xerolastchecks'
const readLastChecks = (db: TenantDb) => readSetting<Record<string, string>>(db, LAST_CHECKS) ?? {}

/** Kept for when the organisation is chosen again. In a file that was put back it is earlier, which asks for more. */
export const keepLastCheck = (tx: Tx, tenantid: string, utc: string) =>
  setSetting(tx.db, LAST_CHECKS, { ...readLastChecks(tx.db), [tenantid]: utc })

/** Since when an organisation was not asked what changed there; null: nothing was to go to it yet. */
export const readLastCheck = (db: TenantDb, tenantid: string): string | null =>
  readLastChecks(db)[tenantid] ?? firstXeroEntryUtc(db, tenantid)

/** An organisation that was chosen once. */
export const xeroTenantName = (db: TenantDb, tenantid: string): string =>
  readTenantNames(db)[tenantid] ?? 'another organisation of Xero'

/** Go out if and only if the transaction commits; what went before is asked anew wherever it went. */
export function queueForXero(tx: Tx, records: readonly QueuedRecord[]) {
  takeBackFromXero(tx, records)
  const tenantid = readXeroTenant(tx.db)
  if (tenantid) putXeroEntries(tx.db, toKeys(records), { tenantid, now: tx.now })
}

/** `invoiceid`: what it is put to. */
type QueuedRecord = { kind: XeroKind; recordid: string; invoiceid?: string }

const toKeys = (records: readonly QueuedRecord[]): XeroEntryKey[] =>
  records.map(({ kind, recordid, invoiceid = '' }) => ({ kind, recordid, invoiceid }))

/** A client's credit note, and what it takes off its invoice: wherever that went or is to go. */
export function queueCreditForXero(tx: Tx, noteid: string) {
  const tenantid = readXeroTenant(tx.db) ?? ''
  putXeroCredit(tx.db, { noteid, tenantid, now: tx.now })
  if (tenantid) tx.publish(XERO_QUEUED, [])
}

/** Only where they went before: whichever organisation is chosen now, or none. */
export function takeBackFromXero(tx: Tx, records: readonly QueuedRecord[]) {
  const tenantid = readXeroTenant(tx.db) ?? ''
  reviseXeroEntries(tx.db, toKeys(records), { tenantid, now: tx.now })
  if (tenantid) tx.publish(XERO_QUEUED, [])
}

/** What a payment to a supplier, or its taking back, changes on the bills there. */
export function queueSupplierPayment(tx: Tx, paymentid: string) {
  const parts = listPaymentParts(tx.db, paymentid).map((part) => ({ ...part, paymentid, date: '' }))
  queueForXero(tx, shareParts(parts))
}

/**
 * What stands in an organisation as sent and was cancelled, reversed or credited here, while nothing was queued for that
 * one. Returns how many.
 */
export function queueTakenBack(tx: Tx, tenantid: string): number {
  const { db, now } = tx
  const reversed = listReversedShares(db, tenantid)
  const bills = [...new Set(reversed.map(({ invoiceid }) => invoiceid))]
  const shares = readBillShares(db, bills)
  const changed = reversed.filter((one) => one.sentcents !== (shares.get(shareKey(one))?.cents ?? 0))
  return queueTakenBackEntries(db, { tenantid, now, changed: changed.map(({ id }) => id) })
}
