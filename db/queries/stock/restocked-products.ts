import { prepared } from '#db/sqlite.ts'
import { PUTS_IN } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'

/**
 * A line of a job whose product came back into stock by delivery notes or credit notes, or unsold. `back`: how much of it, and
 * `here`: how much of the line no client has, sold or not, in millionths of its unit. `value`, in cents, is what all that came back of
 * its item came in at, which is `quantity` in base units.
 */
type RestockedProduct = {
  jobid: string
  unitratio: string
  back: number
  here: number
  value: number
  quantity: number
}

// What is sold of it leaves stock by the movement of its note, and `departed` has none of that.
const IS_CONSIGNED = `n.storageid IS NOT NULL AND d.moved AND n.state <> 'draft'`

const RESTOCKED = `
  SELECT m.jobid, m.unitratio, m.back, m.consumed - m.departed - m.departedbefore - m.consigned AS here,
    sum(l.value) AS value, sum(l.quantity) AS quantity
  FROM (
    SELECT own.*,
      coalesce((SELECT sum(d.restocked - d.restockedbefore - d.redelivered + iif(d.moved, d.returned - d.restocked, 0))
        FROM delivery_lines d WHERE d.materialid = own.id), 0)
      + coalesce((SELECT sum(c.restocked) FROM invoice_lines c WHERE c.materialid = own.id), 0) AS back,
      coalesce((SELECT sum(d.quantity - d.returned) FROM delivery_lines d JOIN deliveries n ON n.id = d.deliveryid
        WHERE d.materialid = own.id AND ${IS_CONSIGNED}), 0) AS consigned
    FROM json_each($jobids) listed CROSS JOIN materials own ON own.jobid = listed.value
    WHERE own.archived = 0 AND own.inventoryid IS NOT NULL AND own.inventoryclass ${PUTS_IN}
  ) m CROSS JOIN stock_ledger l INDEXED BY stock_ledger_job ON l.jobid = m.jobid AND l.inventoryid = m.inventoryid
  LEFT JOIN storage s ON s.id = l.storageid
  WHERE m.back > 0 AND l.quantity > 0 AND l.kind IN ('delivery', 'sale') AND s.client IS NULL
  GROUP BY m.id`

export const listRestockedProducts = (db: TenantDb, jobids: readonly string[]): RestockedProduct[] =>
  prepared<RestockedProduct>(db, RESTOCKED).all({ jobids: JSON.stringify([...new Set(jobids)]) })
