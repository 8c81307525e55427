import { prepared } from '#db/sqlite.ts'
import { PUTS_IN } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'

type Money<Name extends string> = Record<`${Name}vat` | `${Name}total`, number>

/**
 * Of a line of a job, in millionths of its unit and cents. `invoiced`: less what was credited to be invoiced again. Credited as
 * `gone`: for good, and as `again`; `…returned`: of that, as returned; `…restocked`: of it, what the credit notes brought into stock.
 * `gone…`: also at the price before money was taken off; `reduced…`: what of that money was off what was credited to be invoiced again.
 */
export type InvoicedFigures = {
  materialid: string
  jobid: string
  fixedprice: number
  made: number
  invoiced: number
  gone: number
  gonereturned: number
  gonerestocked: number
  gonereturnedrestocked: number
  again: number
  againrestocked: number
  againreturned: number
  againreturnedrestocked: number
  /** By delivery notes, and not by a credit note before. */
  noterestocked: number
} & Money<'invoiced'> &
  Money<'gone'> &
  Money<'reduced'>

const sumOf = (where: string, what: string, name: string) => `sum(iif(${where}, ${what}, 0)) AS ${name}`

const OF_CREDIT = `c.creditline IS NOT NULL`
const GONE = `${OF_CREDIT} AND c.again = 0`
const AGAIN = `${OF_CREDIT} AND c.again = 1`
const RETURNED = `c.reason = 'returned'`

const SUMS = [
  sumOf(`c.creditline IS NULL OR c.again = 1`, 'c.quantity', 'invoiced'),
  sumOf(`c.creditline IS NULL OR c.again = 1`, 'c.vatcents', 'invoicedvat'),
  sumOf(`c.creditline IS NULL OR c.again = 1`, 'c.totalcents', 'invoicedtotal'),
  sumOf(GONE, '-c.quantity', 'gone'),
  sumOf(`${GONE} AND ${RETURNED}`, '-c.quantity', 'gonereturned'),
  sumOf(GONE, 'c.restocked', 'gonerestocked'),
  sumOf(`${GONE} AND ${RETURNED}`, 'c.restocked', 'gonereturnedrestocked'),
  sumOf(`${GONE} AND c.quantity <> 0`, 'c.fullvat', 'gonevat'),
  sumOf(`${GONE} AND c.quantity <> 0`, 'c.fulltotal', 'gonetotal'),
  sumOf(AGAIN, '-c.quantity', 'again'),
  sumOf(AGAIN, 'c.restocked', 'againrestocked'),
  sumOf(`${AGAIN} AND ${RETURNED}`, '-c.quantity', 'againreturned'),
  sumOf(`${AGAIN} AND ${RETURNED}`, 'c.restocked', 'againreturnedrestocked'),
  sumOf(AGAIN, 'c.fullvat + c.vatcents', 'reducedvat'),
  sumOf(AGAIN, 'c.fulltotal + c.totalcents', 'reducedtotal'),
]

/** What a line of a credit note would have taken off, had no money been taken off its price. */
const full = (cents: string) => `CASE WHEN l.creditline IS NULL THEN 0
  WHEN o.quantity <> 0 AND EXISTS (SELECT 1 FROM invoices r JOIN invoice_lines x ON x.invoiceid = r.id
    WHERE r.credits = n.credits AND x.creditline = l.creditline AND x.quantity = 0)
  THEN CAST(round(-1.0 * o.${cents} * l.quantity / o.quantity) AS INTEGER) ELSE -l.${cents} END`

const FIGURES = `
  SELECT c.materialid, c.jobid, c.fixedprice, coalesce(m.inventoryclass ${PUTS_IN}, 0) AS made, ${SUMS},
    coalesce((SELECT sum(d.restocked - d.restockedbefore) FROM delivery_lines d WHERE d.materialid = c.materialid), 0) AS noterestocked
  FROM (
    SELECT j.id AS jobid, j.fixedprice, n.reason, l.materialid, l.creditline, l.again, l.quantity, l.vatcents, l.totalcents,
      l.restocked, ${full('vatcents')} AS fullvat, ${full('totalcents')} AS fulltotal
    FROM json_each($jobids) listed CROSS JOIN jobs j ON j.id = listed.value CROSS JOIN invoices n ON n.jobid = j.id
    CROSS JOIN invoice_lines l ON l.invoiceid = n.id
    LEFT JOIN invoice_lines o ON o.invoiceid = n.credits AND o.position = l.creditline
    WHERE l.materialid IS NOT NULL
  ) c LEFT JOIN materials m ON m.id = c.materialid
  GROUP BY c.jobid, c.materialid`

/** Of the lines of some jobs that an invoice names. */
export const listInvoicedFigures = (db: TenantDb, jobids: readonly string[]): InvoicedFigures[] =>
  prepared<InvoicedFigures>(db, FIGURES).all({ jobids: JSON.stringify([...new Set(jobids)]) })
