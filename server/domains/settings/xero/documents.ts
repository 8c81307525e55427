import { supplierInvoiceRow } from '#db/queries/purchasing/supplier-invoices.ts'
import { invoiceRow } from '#db/queries/sales/invoices.ts'
import {
  changeXeroEntry,
  countXeroEntries,
  listXeroEntries,
  listXeroEntriesAbout,
  wakeXeroEntries,
  type XeroEntry,
  xeroEntryById,
} from '#db/queries/settings/xero.ts'
import { listPartsSince } from '#db/queries/settings/xero-bills.ts'
import {
  countLeftOutCredits,
  putEarlierEntries,
  queueEarlierDocuments,
} from '#db/queries/settings/xero-earlier.ts'
import { linkContact } from '#db/queries/settings/xero-names.ts'
import { countXeroHeld, listXeroElsewhere } from '#db/queries/settings/xero-taken-back.ts'
import type { XeroEntryState, XeroKind } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { conflict, invalid, notFound, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { readBillShares, shareKey, shareParts } from '#server/xero/bill-shares.ts'
import { xeroInUse } from '#server/xero/in-use.ts'
import { readXeroMapping } from '#server/xero/mapping.ts'
import { readXeroTenant, XERO_QUEUED, xeroTenantName } from '#server/xero/queue.ts'
import { readToday } from '#server/zone.ts'
import { formatRand } from '#views/format.ts'
import type { XeroDocument } from './build-sale.ts'
import { CASH } from './find-contact.ts'

type Asking = Pick<Context, 'services' | 'person'>

/** When something goes again to the organisation that is chosen; empty while it does. */
export function readXeroHold({ services, person }: Asking, db: TenantDb): string {
  const tenantid = readXeroTenant(db)
  if (!tenantid) return ''
  if (xeroInUse(services, person)?.tenantid !== tenantid)
    return `once ${xeroTenantName(db, tenantid)} is connected again`
  return readXeroMapping(db)?.sending ? '' : 'once sending is switched on in the mapping'
}

/**
 * The document and what is put to it. What was taken back and stands there still says so: in the organisation that is
 * chosen while nothing goes to it, and in others.
 */
export function readXeroStates(c: Asking & Pick<Context, 'can'>, db: TenantDb, id: string) {
  const tenantid = readXeroTenant(db) ?? ''
  const elsewhere = listXeroElsewhere(db, id, tenantid).map((entry) => {
    const name = xeroTenantName(db, entry.tenantid)
    return { ...entry, elsewhere: true, reason: sayElsewhere(entry, name) }
  })
  const hold = readXeroHold(c, db)
  const chosen = tenantid ? listXeroEntriesAbout(db, id, tenantid) : []
  const held = chosen.map((entry) => {
    const reason = hold && entry.state === 'waiting' ? sayHeld(entry, hold) : ''
    return reason ? { ...entry, reason } : entry
  })
  const canmap = c.can('settings.manage')
  return [...held, ...elsewhere].map((entry) => ({ ...entry, canmap }))
}

type Elsewhere = ReturnType<typeof listXeroElsewhere>[number]

function sayElsewhere({ state, reason, xeroid, noterefused }: Elsewhere, name: string) {
  if (state === 'refused') return `In ${name}: ${reason}`
  if (noterefused) return `The invoice still stands open in ${name}, where Xero refused the credit note.`
  const once = `once ${name} is connected again`
  return xeroid
    ? `It still stands in ${name} as it was before; that is put right ${once}.`
    : `The invoice still stands open in ${name}; this is put to it there ${once}.`
}

function sayHeld({ kind, xeroid, xeronumber, sentcents }: XeroEntry, hold: string) {
  if (xeroid)
    return `It still stands in Xero as ${xeronumber || formatRand(sentcents)}, and is taken back there ${hold}.`
  return kind === 'allocation' ? `It is put to the invoice in Xero ${hold}.` : ''
}

/** Organisations in which something stands still that was taken back here, and when that is put right there. */
export function readNotTakenBack(c: Asking, db: TenantDb) {
  const chosen = readXeroTenant(db)
  const hold = readXeroHold(c, db)
  return countXeroHeld(db).flatMap(({ tenantid, waiting, refused }) => {
    const name = xeroTenantName(db, tenantid)
    // What was refused in the chosen one is listed there.
    if (tenantid === chosen)
      return hold && waiting ? [{ tenantid, name, waiting, refused: 0, once: hold }] : []
    return [{ tenantid, name, waiting, refused, once: `once ${name} is connected again` }]
  })
}

export const countTakenBack = (db: TenantDb, tenantid: string): number =>
  countXeroHeld(db).find((one) => one.tenantid === tenantid)?.waiting ?? 0

type Query = { state?: XeroEntryState | ''; skip?: number; take?: number }

/** A payment that was `takenback` here is shown with the amount that it had. */
export function findXeroDocuments(db: TenantDb, { state, skip = 0, take = 50 }: Query) {
  const tenantid = readXeroTenant(db) ?? ''
  const counts = countXeroEntries(db, tenantid)
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const rows = listXeroEntries(db, { tenantid, ...(state ? { state } : {}) }, { skip, take })
  const bills = rows.flatMap(({ billid }) => billid ?? [])
  const [shares, reversed] = [readBillShares(db, bills), readBillShares(db, bills, true)]
  return {
    rows: rows.map(({ recordid, lastcents, ...row }) => {
      const key = shareKey({ recordid, invoiceid: row.billid ?? '' })
      const stands = isPart(row.kind) ? shares.get(key)?.cents : row.cents
      const taken = lastcents || reversed.get(key)?.cents
      return { ...row, cents: stands || taken || row.cents, takenback: !stands && Boolean(taken) }
    }),
    counts,
    total: state ? (counts[state] ?? 0) : all,
  }
}

/** What is put to a bill follows from the payments to its supplier. */
const isPart = (kind: XeroKind) => kind === 'billpayment' || kind === 'billallocation'

/** @throws 404 */
export function findXeroEntry(db: TenantDb, id: string) {
  const entry = xeroEntryById(db, id)
  if (!entry || entry.tenantid !== readXeroTenant(db)) throw notFound('document')
  return entry
}

/** What was refused, once it is mended. @throws 404, 409 for what is not refused */
export function sendXeroAgain(tx: Tx, id: string) {
  const entry = findXeroEntry(tx.db, id)
  if (entry.state !== 'refused') throw conflict(null, 'Only what Xero refused is sent again.')
  changeXeroEntry(tx.db, id, {
    ...{ state: 'waiting', revision: entry.revision + 1, attempts: 0, code: '', reason: '' },
    ...{ nextutc: tx.now, changedutc: tx.now },
  })
  tx.publish(XERO_QUEUED, [])
  tx.publish('RecordChanged', [{ table: 'xero', id: entry.recordid }])
}

/** How many documents, and how many credit notes stay out because their invoice does. @throws 400 */
export function sendEarlier(tx: Tx, start: string | null): { documents: number; leftout: number } {
  const tenantid = readXeroTenant(tx.db)
  const mapping = readXeroMapping(tx.db)
  if (!tenantid || !mapping) throw new Problem(400, 'Save the mapping first.', { code: 'mapping' })
  if (!start || start > readToday(tx.db)) throw invalid({ start: 'Choose a day that is not after today.' })
  const { organisation } = mapping
  const documents = queueEarlierDocuments(tx.db, { tenantid, organisation, start, now: tx.now })
  const parts = Map.groupBy(listPartsSince(tx.db, start), ({ paymentid }) => paymentid)
  putEarlierEntries(tx.db, [...parts.values()].flatMap(shareParts), tenantid, tx.now)
  tx.publish(XERO_QUEUED, [])
  tx.publish('RecordChanged', [{ table: 'xero' }])
  return { documents, leftout: countLeftOutCredits(tx.db, { tenantid, organisation, start }) }
}

/** Whose document it is; null: a cash sale. */
export function readEntryWho(
  db: TenantDb,
  { kind, recordid }: ReturnType<typeof findXeroEntry>,
): XeroDocument['who'] {
  if (kind === 'bill' || kind === 'billcredit') {
    const supplier = supplierInvoiceRow(db, recordid)?.invoice.supplier
    return supplier ? { noun: 'suppliers', id: supplier } : null
  }
  const client = invoiceRow(db, recordid)?.invoice.client
  return client ? { noun: 'clients', id: client } : null
}

/** From now on it is the same one; all that waited for the word goes. */
export function confirmContact(tx: Tx, id: string, contact: { contactid: string; name: string }) {
  const entry = findXeroEntry(tx.db, id)
  const who = readEntryWho(tx.db, entry)
  linkContact(tx.db, {
    ...{ noun: who?.noun ?? 'clients', recordid: who?.id ?? CASH, tenantid: entry.tenantid },
    ...{ contactid: contact.contactid, contactname: contact.name },
    ...{ confirmedby: tx.by.name, confirmedutc: tx.now },
  })
  wakeXeroEntries(tx.db, entry.tenantid, tx.now, 'namesake')
  tx.publish(XERO_QUEUED, [])
  tx.publish('RecordChanged', [{ table: 'xero', id: entry.recordid }])
}
