import { and, asc, getTableColumns, sql } from 'drizzle-orm'
import { NEVER } from '#db/queries/outbox.ts'
import { xero_outbox as outbox } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'
import { NEW_ID, NEW_ROW, REVISED } from './xero.ts'

const STANDS = `o.tenantid = $tenantid AND o.state IN ('sent', 'diverged') AND o.xeroid <> ''`

type Share = { id: string; recordid: string; invoiceid: string; sentcents: Cents }

/** Payments and credits that stand on bills of which a payment was taken back here. */
export const listReversedShares = (db: TenantDb, tenantid: string): Share[] =>
  prepared<Share>(
    db,
    `SELECT o.id, o.recordid, o.invoiceid, o.sentcents FROM xero_outbox o
     WHERE ${STANDS} AND o.kind IN ('billpayment', 'billallocation') AND EXISTS (
       SELECT 1 FROM supplier_payment_parts x JOIN supplier_payments p ON p.id = x.paymentid
       WHERE x.invoiceid = o.invoiceid AND p.reversedutc IS NOT NULL)`,
  ).all({ tenantid })

type Queued = { tenantid: string; now: string; changed: readonly string[] }

/**
 * Asks anew for these, for bills that were cancelled and for payments that are no longer put to their invoice as sent,
 * and for credit notes of invoices that stand there or wait to go. Returns how many.
 */
export function queueTakenBackEntries(db: TenantDb, { tenantid, now, changed }: Queued): number {
  const revised = prepared(
    db,
    `UPDATE xero_outbox SET ${REVISED}, nextutc = $now WHERE id IN (
       SELECT value FROM json_each($changed)
       UNION ALL SELECT o.id FROM xero_outbox o JOIN supplierinvoices i ON i.id = o.recordid
         WHERE ${STANDS} AND o.kind IN ('bill', 'billcredit') AND i.cancelledutc IS NOT NULL
       UNION ALL SELECT o.id FROM xero_outbox o WHERE ${STANDS} AND o.kind = 'payment' AND o.sentcents <> (
         SELECT coalesce(sum(p.amountcents), 0) FROM invoice_payments p
         WHERE p.paymentid = o.recordid AND p.invoiceid = o.invoiceid))`,
  ).run({ tenantid, now, changed: JSON.stringify(changed) }).changes
  return revised + putCredits(db, 'o.tenantid = $tenantid', { tenantid, now })
}

/** Credit notes of invoices that went to an organisation or are to go, and what they take off those. Returns how many. */
function putCredits(db: TenantDb, which: string, given: { tenantid: string; now: string; noteid?: string }) {
  const put = (kind: 'creditnote' | 'allocation', invoiceid: string) =>
    prepared(
      db,
      `${NEW_ROW} SELECT ${NEW_ID}, '${kind}', n.id, ${invoiceid}, o.tenantid, 'waiting',
         iif(o.tenantid = $tenantid, $now, '${NEVER}'), $now, $now
       FROM xero_outbox o JOIN invoices n ON n.credits = o.recordid AND n.kind = 'creditnote' AND n.state <> 'draft'
       WHERE o.state <> 'withdrawn' AND o.kind = 'invoice' AND ${which}`,
    ).run(given).changes
  const notes = put('creditnote', "''")
  if (notes > 0) put('allocation', 'o.recordid')
  return notes
}

/** Wherever its invoice went or is to go, in another organisation than `tenantid` once that one is chosen again. */
export const putXeroCredit = (db: TenantDb, given: { noteid: string; tenantid: string; now: string }) =>
  putCredits(db, 'n.id = $noteid', given)

/** What stands there as it was before it was taken back here; an invoice, until what credits it is put to it. */
const isHeld = sql`${outbox.state} IN ('waiting', 'refused') AND (${outbox.xeroid} <> '' OR ${outbox.kind} = 'allocation')
  AND (${outbox.xeroid} <> '' OR EXISTS (SELECT 1 FROM xero_outbox AS d WHERE d.recordid = xero_outbox.invoiceid
    AND d.kind = 'invoice' AND d.invoiceid = '' AND d.tenantid = xero_outbox.tenantid AND d.xeroid <> ''))`

/** Of a credit that waits to be put to its invoice, that Xero refused its credit note: it goes by nothing that is done here. */
const isNoteRefused = sql<0 | 1>`(${outbox.kind} = 'allocation' AND EXISTS (SELECT 1 FROM xero_outbox AS n
  WHERE n.recordid = xero_outbox.recordid AND n.kind = 'creditnote' AND n.invoiceid = '' AND n.tenantid = xero_outbox.tenantid
    AND n.state = 'refused'))`

const elsewhere = statement((q, p: Params<{ id: string; tenantid: string }>) =>
  q
    .select({ ...getTableColumns(outbox), noterefused: isNoteRefused })
    .from(outbox)
    .where(
      and(
        sql`+${outbox.tenantid} <> ${p.tenantid}`,
        isHeld,
        sql`(${outbox.recordid} = ${p.id} OR (${outbox.invoiceid} = ${p.id} AND ${outbox.invoiceid} <> ''))`,
      ),
    )
    .orderBy(asc(outbox.createdutc), asc(outbox.id)),
)

/** What of it stands still in other organisations, though it was taken back here. */
export const listXeroElsewhere = (db: TenantDb, id: string, tenantid: string) =>
  elsewhere.all(db, { id, tenantid })

export const heldXeroEntries = statement((q) =>
  q
    .select({
      tenantid: outbox.tenantid,
      waiting: sql<number>`sum(${outbox.state} = 'waiting' AND NOT ${isNoteRefused})`,
      refused: sql<number>`sum(${outbox.state} = 'refused' OR ${isNoteRefused})`,
    })
    .from(outbox)
    .where(isHeld)
    .groupBy(outbox.tenantid),
)

/** How much of it there is, by organisation: what waits to be taken back there, and what Xero refused to. */
export const countXeroHeld = (db: TenantDb) => heldXeroEntries.all(db)
