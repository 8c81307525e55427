import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'

type Asked = { date: string; client?: string }

export type OwedInvoice = {
  id: string
  number: string
  client: string | null
  clientname: string | null
  jobreference: string
  date: string
  duedate: string | null
  total: Cents
  open: Cents
}

// What was put to an invoice or credited later stood open on the day, whatever it is now.
const OWED = `
  WITH candidate (id) AS MATERIALIZED (SELECT DISTINCT id FROM (
    SELECT id FROM invoices
    WHERE kind = 'invoice' AND state = 'issued' AND paidcents < totalcents - settledcents
    UNION ALL SELECT invoiceid FROM invoice_payments WHERE date > ?1
    UNION ALL SELECT credits FROM invoices WHERE standing = 'creditnote' AND day > ?1
  )), owed AS (
    SELECT i.id, i.number, i.client, i.snapshot ->> '$.client.name' AS clientname, j.reference AS jobreference,
      i.date, i.duedate, i.totalcents AS total, i.series,
      i.totalcents
        - coalesce((SELECT sum(p.amountcents + p.roundingcents) FROM invoice_payments p
            WHERE p.invoiceid = i.id AND p.date <= ?1), 0)
        + coalesce((SELECT sum(n.totalcents) FROM invoices n WHERE n.credits = i.id AND n.date <= ?1), 0) AS open
    FROM candidate CROSS JOIN invoices i ON i.id = candidate.id CROSS JOIN jobs j ON j.id = i.jobid
    WHERE i.kind = 'invoice' AND i.state <> 'draft' AND i.date <= ?1 AND (?2 IS NULL OR i.client = ?2)
  )
  SELECT id, number, client, clientname, jobreference, date, duedate, total, open FROM owed WHERE open > 0
  ORDER BY date, series`

/** Invoices that were owed at the end of a day, the oldest first. */
export const listOwed = (db: TenantDb, { date, client }: Asked): OwedInvoice[] =>
  prepared<OwedInvoice>(db, OWED).all([date, client ?? null])

export type HeldCredit = {
  id: string
  client: string | null
  clientname: string | null
  date: string
  reference: string
  open: Cents
  /** What credit notes took off invoices that were paid by it, their numbers, and the day of the last one. */
  freed: Cents
  notes: string | null
  notedate: string | null
}

// A credit note frees what was paid in the change that issues it.
const FREED = `FROM invoice_payments p CROSS JOIN invoices n ON n.credits = p.invoiceid AND n.issuedutc = p.createdutc
        WHERE p.paymentid = c.id AND p.amountcents < 0 AND p.date <= ?1`

const CREDIT = `
  WITH candidate (id) AS MATERIALIZED (SELECT DISTINCT id FROM (
    SELECT id FROM client_payments WHERE reverseddate IS NULL AND amountcents - allocatedcents > 0
    UNION ALL SELECT paymentid AS id FROM invoice_payments WHERE date > ?1 AND paymentid IS NOT NULL
    UNION ALL SELECT id FROM client_payments WHERE reverseddate > ?1
    UNION ALL SELECT paymentid FROM credit_refunds WHERE date > ?1
    UNION ALL SELECT p.paymentid FROM invoices i CROSS JOIN invoice_payments p ON p.invoiceid = i.id
      WHERE (i.state <> 'draft') = 1 AND i.day > ?1 AND p.paymentid IS NOT NULL
  )), held AS (
    SELECT c.id, c.client, clients.name AS clientname, c.date, c.reference,
      c.amountcents - coalesce((SELECT sum(p.amountcents) FROM invoice_payments p
        WHERE p.paymentid = c.id AND p.date <= ?1
          AND (SELECT i.date FROM invoices i WHERE i.id = p.invoiceid) <= ?1), 0)
        - coalesce((SELECT sum(r.amountcents) FROM credit_refunds r
            WHERE r.paymentid = c.id AND r.date <= ?1), 0) AS open,
      coalesce((SELECT -sum(p.amountcents) ${FREED}), 0) AS freed,
      (SELECT group_concat(DISTINCT n.number) ${FREED}) AS notes,
      (SELECT max(n.date) ${FREED}) AS notedate
    FROM candidate CROSS JOIN client_payments c ON c.id = candidate.id LEFT JOIN clients ON clients.id = c.client
    WHERE c.date <= ?1 AND (c.reverseddate IS NULL OR c.reverseddate > ?1) AND (?2 IS NULL OR c.client = ?2)
  )
  SELECT * FROM held WHERE open > 0 ORDER BY date, id`

/** Payments that were put to no invoice at the end of a day, or to one that came later. */
export const listHeldCredit = (db: TenantDb, { date, client }: Asked): HeldCredit[] =>
  prepared<HeldCredit>(db, CREDIT).all([date, client ?? null])
