import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

type Money<Name extends string> = Record<`${Name}vat` | `${Name}total`, number>

/**
 * Of a line of a job, in millionths of its unit and cents. `invoiced`: less what was credited to be invoiced again. `back`: of what
 * was credited for good, what came back, and its money at the price before money was taken off it, with what of such money was off
 * what was credited to be invoiced again and came back. `off`: all money that was taken off its price.
 */
type InvoicedFigures = {
  materialid: string
  jobid: string
  invoiced: number
  back: number
} & Money<'invoiced'> &
  Money<'back'> &
  Money<'off'>

const sumOf = (where: string, what: string, name: string) => `sum(iif(${where}, ${what}, 0)) AS ${name}`

const STANDS = `c.creditline IS NULL OR c.again = 1`
const REDUCES = `c.creditline IS NOT NULL AND c.quantity = 0`
const FOLLOWS = `c.fixedprice OR (c.creditline IS NOT NULL AND c.again = 0)`

const moneyBack = (cents: string) =>
  sumOf(
    'c.back <> 0',
    `CAST(round(1.0 * (CASE WHEN c.again = 0 THEN c.full${cents} WHEN c.fixedprice THEN -c.${cents}cents
      ELSE c.full${cents} + c.${cents}cents END) * c.back / -c.quantity) AS INTEGER)`,
    `back${cents}`,
  )

const SUMS = [
  sumOf(STANDS, 'c.quantity', 'invoiced'),
  sumOf(STANDS, 'c.vatcents', 'invoicedvat'),
  sumOf(STANDS, 'c.totalcents', 'invoicedtotal'),
  sumOf(FOLLOWS, 'c.back', 'back'),
  moneyBack('vat'),
  moneyBack('total'),
  sumOf(REDUCES, '-c.vatcents', 'offvat'),
  sumOf(REDUCES, '-c.totalcents', 'offtotal'),
]

/** What a line of a credit note would have taken off, had no money been taken off its price. */
const full = (cents: string) => `CASE WHEN l.creditline IS NULL THEN 0
  WHEN o.quantity <> 0 AND z.creditline IS NOT NULL
  THEN CAST(round(-1.0 * o.${cents} * l.quantity / o.quantity) AS INTEGER) ELSE -l.${cents} END`

/** The lines of invoices off whose price a credit note took money. */
const REDUCED = `SELECT DISTINCT r.credits AS invoiceid, x.creditline
  FROM json_each($jobids) listed CROSS JOIN invoices r ON r.jobid = listed.value CROSS JOIN invoice_lines x ON x.invoiceid = r.id
  WHERE r.credits IS NOT NULL AND x.creditline IS NOT NULL AND x.quantity = 0`

/**
 * A fixed price does not follow what was used: of it, what was credited and is in stock is charged again once it goes out again, and of
 * what goes on consignment once it is sold. What was stated in error is due again, wherever the goods are.
 */
const BACK = `CASE WHEN l.creditline IS NULL THEN 0 WHEN j.fixedprice = 0 THEN l.backbynote + l.restocked
  WHEN l.again = 0 THEN l.outagain - l.laid WHEN n.reason = 'error' THEN 0 ELSE l.outagain - l.laid - l.backbynote - l.restocked END`

const FIGURES = `
  SELECT c.materialid, c.jobid, ${SUMS}
  FROM (
    SELECT j.id AS jobid, j.fixedprice, l.materialid, l.creditline, l.again, l.quantity, l.vatcents, l.totalcents,
      ${BACK} AS back, ${full('vatcents')} AS fullvat, ${full('totalcents')} AS fulltotal
    FROM json_each($jobids) listed CROSS JOIN jobs j ON j.id = listed.value CROSS JOIN invoices n ON n.jobid = j.id
    CROSS JOIN invoice_lines l ON l.invoiceid = n.id
    LEFT JOIN invoice_lines o ON o.invoiceid = n.credits AND o.position = l.creditline
    LEFT JOIN (${REDUCED}) z ON z.invoiceid = n.credits AND z.creditline = l.creditline
    WHERE l.materialid IS NOT NULL
  ) c
  GROUP BY c.jobid, c.materialid`

/** Of the lines of some jobs that an invoice names. */
export const listInvoicedFigures = (db: TenantDb, jobids: readonly string[]): InvoicedFigures[] =>
  prepared<InvoicedFigures>(db, FIGURES).all({ jobids: JSON.stringify([...new Set(jobids)]) })
