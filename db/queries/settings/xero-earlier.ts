import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { goesThere, NEW_ID, NEW_ROW, type XeroEntryKey } from './xero.ts'

/** What is put to bills that go there; what was asked for before stays as it is. */
export const putEarlierEntries = (
  db: TenantDb,
  entries: readonly XeroEntryKey[],
  tenantid: string,
  now: string,
) =>
  prepared(
    db,
    `${NEW_ROW} SELECT ${NEW_ID}, v.value ->> 'kind', v.value ->> 'recordid', v.value ->> 'invoiceid', $tenantid, 'waiting', $now, $now, $now
     FROM json_each($entries) v
     WHERE EXISTS (SELECT 1 FROM xero_outbox o WHERE o.recordid = v.value ->> 'invoiceid' AND o.tenantid = $tenantid)`,
  ).run({ entries: JSON.stringify(entries), tenantid, now })

type Earlier = { tenantid: string; organisation: string; start: string; now: string }

const IS_SALE = `i.state <> 'draft' AND i.date >= $start AND ($organisation = '' OR i.organisation = $organisation)`

/**
 * Documents issued from a day on that never went to the organisation, with what is put to them; a client's credit note only
 * where its invoice goes or went. Returns how many.
 */
export function queueEarlierDocuments(db: TenantDb, given: Earlier): number {
  const { start, organisation, tenantid, now } = given
  const add = (select: string, values: Record<string, string>) =>
    prepared(db, `${NEW_ROW} ${select}`).run({ tenantid, now, ...values }).changes
  const rest = `$tenantid, 'waiting', $now, $now, $now`
  const sale = `SELECT ${NEW_ID}, i.kind, i.id, '', ${rest} FROM invoices i WHERE ${IS_SALE}`
  const sold = add(`${sale} AND i.kind = 'invoice'`, { start, organisation })
  const credited = add(`${sale} AND i.kind = 'creditnote' AND ${goesThere('i.credits')}`, {
    start,
    organisation,
  })
  const bills = add(
    `SELECT ${NEW_ID}, iif(i.kind = 'invoice', 'bill', 'billcredit'), i.id, '', ${rest} FROM supplierinvoices i
     WHERE i.approvedutc IS NOT NULL AND i.cancelledutc IS NULL AND i.date >= $start
       AND ($organisation = '' OR i.organisation = $organisation)`,
    { start, organisation },
  )
  const there = goesThere('i.id')
  add(
    `SELECT ${NEW_ID}, 'allocation', n.id, i.id, ${rest} FROM invoices n JOIN invoices i ON i.id = n.credits
     WHERE n.kind = 'creditnote' AND n.date >= $start AND ${there}`,
    { start },
  )
  add(
    `SELECT ${NEW_ID}, 'payment', p.paymentid, i.id, ${rest} FROM invoice_payments p JOIN invoices i ON i.id = p.invoiceid
     WHERE i.kind = 'invoice' AND p.paymentid IS NOT NULL AND i.date >= $start AND ${there}
     GROUP BY p.paymentid, i.id HAVING sum(p.amountcents) <> 0`,
    { start },
  )
  return sold + credited + bills
}

/** Credit notes issued from a day on that stay out of the organisation, because their invoice does. */
export const countLeftOutCredits = (db: TenantDb, { tenantid, organisation, start }: Omit<Earlier, 'now'>) =>
  prepared<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM invoices i WHERE ${IS_SALE} AND i.kind = 'creditnote'
       AND NOT EXISTS (SELECT 1 FROM xero_outbox o WHERE o.recordid = i.id AND o.tenantid = $tenantid)`,
  ).get({ tenantid, organisation, start })?.n ?? 0
