import { prepared } from '#db/sqlite.ts'
import { PUTS_IN } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'

/**
 * A line of a job whose product came back into stock by delivery notes or credit notes, or lies unsold at the client’s. `back` and
 * `unsold`: how much of it, and `here`: how much of the line no client has, sold or not, in millionths of its unit. `backvalue` and `unsoldvalue`, in cents, are what all of its item came in at in our places and at the client’s, which are
 * `backquantity` and `unsoldquantity` in base units.
 */
type RestockedProduct = { jobid: string; unitratio: string } & Record<
  'back' | 'unsold' | 'here' | 'backvalue' | 'backquantity' | 'unsoldvalue' | 'unsoldquantity',
  number
>

const sumOf = (what: string, where: string) => `sum(iif(${where}, ${what}, 0))`

// What is sold of it leaves stock by the movement of its note, and `departed` has none of that.
const IS_CONSIGNED = `n.storageid IS NOT NULL AND d.moved AND n.state <> 'draft'`

const RESTOCKED = `
  SELECT m.jobid, m.unitratio, m.back, m.unsold, m.consumed - m.departed - m.departedbefore - m.consigned AS here,
    ${sumOf('l.value', 's.client IS NULL')} AS backvalue, ${sumOf('l.quantity', 's.client IS NULL')} AS backquantity,
    ${sumOf('l.value', 's.client IS NOT NULL')} AS unsoldvalue, ${sumOf('l.quantity', 's.client IS NOT NULL')} AS unsoldquantity
  FROM (
    SELECT own.*,
      coalesce((SELECT sum(d.restocked - d.restockedbefore - d.redelivered + iif(d.moved, d.returned - d.restocked, 0))
        FROM delivery_lines d WHERE d.materialid = own.id), 0)
      + coalesce((SELECT sum(c.restocked) FROM invoice_lines c WHERE c.materialid = own.id), 0) AS back,
      coalesce((SELECT sum(d.quantity - d.returned) FROM delivery_lines d JOIN deliveries n ON n.id = d.deliveryid
        WHERE d.materialid = own.id AND ${IS_CONSIGNED}), 0) AS consigned,
      coalesce((SELECT sum(d.quantity - d.returned - d.sold) FROM delivery_lines d JOIN deliveries n ON n.id = d.deliveryid
        WHERE d.materialid = own.id AND ${IS_CONSIGNED}), 0) AS unsold
    FROM json_each($jobids) listed CROSS JOIN materials own ON own.jobid = listed.value
    WHERE own.archived = 0 AND own.inventoryid IS NOT NULL AND own.inventoryclass ${PUTS_IN}
  ) m CROSS JOIN stock_ledger l INDEXED BY stock_ledger_job ON l.jobid = m.jobid AND l.inventoryid = m.inventoryid
  LEFT JOIN storage s ON s.id = l.storageid
  WHERE (m.back > 0 OR m.unsold > 0) AND l.quantity > 0 AND l.kind IN ('delivery', 'sale')
  GROUP BY m.id`

export const listRestockedProducts = (db: TenantDb, jobids: readonly string[]): RestockedProduct[] =>
  prepared<RestockedProduct>(db, RESTOCKED).all({ jobids: JSON.stringify([...new Set(jobids)]) })
