import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'

type Asked = { client: string; from: string; to: string }

export type ClientMovement = {
  id: string
  kind: 'invoice' | 'creditnote' | 'payment' | 'reversal' | 'refund' | 'held' | 'released' | 'rounding'
  date: string
  name: string
  detail: string
  /** What was received by, of a payment, of one taken back, and of what is held. */
  paymentid: string | null
  /** Above zero it is owed. */
  amount: Cents
}

// What a payment is put to changes no balance, but for a deposit: that is held beside it until it leaves its request.
const MOVEMENTS = `
  SELECT id, kind, date, name, detail, paymentid, amount FROM (
    SELECT i.id, i.kind, i.date, i.number AS name, j.reference AS detail, NULL AS paymentid, i.totalcents AS amount, coalesce(i.issuedutc, i.createdutc) AS moment, 1 AS rank,
      i.series AS nth
    FROM invoices i JOIN jobs j ON j.id = i.jobid
    WHERE i.client = ?1 AND i.date BETWEEN ?2 AND ?3 AND i.state <> 'draft' AND i.kind <> 'deposit'
    UNION ALL
    SELECT id, iif(amountcents < 0, 'refund', 'payment'), date, '', reference, id, -amountcents, createdutc, 2, id
    FROM client_payments
    WHERE client = ?1 AND date BETWEEN ?2 AND ?3
    UNION ALL
    SELECT c.id, 'reversal', c.reverseddate, '', c.reason, c.id, c.amountcents,
      (SELECT max(p.createdutc) FROM invoice_payments p WHERE p.paymentid = c.id), 5, c.id FROM client_payments c
    WHERE client = ?1 AND reverseddate BETWEEN ?2 AND ?3
    UNION ALL
    SELECT i.id, iif(p.amountcents > 0, 'held', 'released'), p.date, i.number, j.reference, p.paymentid, p.amountcents,
      p.createdutc, iif(p.amountcents > 0, 3, 4), p.id
    FROM invoices i CROSS JOIN invoice_payments p ON p.invoiceid = i.id JOIN jobs j ON j.id = i.jobid
    WHERE i.client = ?1 AND i.kind = 'deposit' AND p.date BETWEEN ?2 AND ?3
    UNION ALL
    SELECT i.id, 'rounding', p.date, i.number, j.reference, NULL, -p.roundingcents, p.createdutc, 6, p.id
    FROM invoices i CROSS JOIN invoice_payments p ON p.invoiceid = i.id JOIN jobs j ON j.id = i.jobid
    WHERE i.client = ?1 AND i.kind = 'invoice' AND p.roundingcents <> 0 AND p.date BETWEEN ?2 AND ?3
  )
  ORDER BY date, moment, rank, nth`

/** All that changed what a client owes, in the order in which it happened. */
export const listClientMovements = (db: TenantDb, { client, from, to }: Asked): ClientMovement[] =>
  prepared<ClientMovement>(db, MOVEMENTS).all([client, from, to])
