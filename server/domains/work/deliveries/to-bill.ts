import { chargedByLine } from '#db/queries/sales/invoice-lines.ts'
import { listDeliveredOfJob } from '#db/queries/work/delivery-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import type { ToBill } from '#views/work/deliveries/types.ts'

/** `invoiced`: less what was credited. */
type Figures = { delivered: Quantity; returned: Quantity; invoiced: Quantity }

/** What was delivered, did not come back and is not invoiced; below zero it is to be credited, or still to be delivered. */
export const countToBill = ({ delivered, returned, invoiced }: Figures): Quantity =>
  asQuantity(delivered - returned - invoiced)

/** Of what is invoiced and not with the client: what came back. The rest never left. */
export const countToCredit = (figures: Figures): Quantity =>
  asQuantity(Math.max(0, Math.min(-countToBill(figures), figures.returned)))

/** Of a job's lines that stand on issued notes, those whose invoices say something else than the notes. */
export function listToBill(db: TenantDb, jobid: string): ToBill[] {
  const invoiced = chargedByLine(db, jobid)
  return listDeliveredOfJob(db, jobid).flatMap(({ materialid, description, unit, ...counted }) => {
    const figures = {
      delivered: asQuantity(counted.delivered),
      returned: asQuantity(counted.returned),
      invoiced: invoiced.get(materialid) ?? asQuantity(0),
    }
    const quantity = countToBill(figures)
    return quantity === 0
      ? []
      : [{ materialid, description, unit, quantity, tocredit: countToCredit(figures) }]
  })
}
