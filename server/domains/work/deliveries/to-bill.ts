import { invoicedByLine } from '#db/queries/sales/invoice-lines.ts'
import { listDeliveredOfJob } from '#db/queries/work/delivery-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import type { ToBill } from '#views/work/deliveries/types.ts'

type Figures = { delivered: Quantity; returned: Quantity; invoiced: Quantity }

/** What was delivered, did not come back and is not invoiced; below zero it is to be credited. */
export const countToBill = ({ delivered, returned, invoiced }: Figures): Quantity =>
  asQuantity(delivered - returned - invoiced)

/** Of a job's lines that stand on issued notes, those whose invoices say something else than the notes. */
export function listToBill(db: TenantDb, jobid: string): ToBill[] {
  const invoiced = invoicedByLine(db, [jobid])
  return listDeliveredOfJob(db, jobid).flatMap(({ materialid, description, unit, ...figures }) => {
    const quantity = countToBill({
      delivered: asQuantity(figures.delivered),
      returned: asQuantity(figures.returned),
      invoiced: asQuantity(invoiced.get(materialid)?.quantity ?? 0),
    })
    return quantity === 0 ? [] : [{ materialid, description, unit, quantity }]
  })
}
