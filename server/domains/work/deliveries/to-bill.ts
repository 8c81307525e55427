import { chargedByLine } from '#db/queries/sales/invoice-lines.ts'
import { listNotedLines } from '#db/queries/sales/noted-lines.ts'
import { listDeliveredOfJob } from '#db/queries/work/delivery-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import type { ToBill } from '#views/work/deliveries/types.ts'

/** `invoiced`: less what was credited; `forgood`: of that, what is not to be invoiced again, and came back by no note. */
type Figures = { delivered: Quantity; returned: Quantity; invoiced: Quantity; forgood: Quantity }

/**
 * What was delivered, did not come back, is not invoiced and was not credited for good; below zero it is to be credited, or still
 * to be delivered.
 */
export function countToBill({ delivered, returned, invoiced, forgood }: Figures): Quantity {
  const open = delivered - returned - invoiced
  return asQuantity(open > 0 ? Math.max(0, open - forgood) : open)
}

/** Of what is invoiced and not with the client: what came back. The rest never left. */
export const countToCredit = (figures: Figures): Quantity =>
  asQuantity(Math.max(0, Math.min(-countToBill(figures), figures.returned)))

/** Of a job's lines that stand on issued notes, those whose invoices say something else than the notes. */
export function listToBill(db: TenantDb, jobid: string): ToBill[] {
  const invoiced = chargedByLine(db, jobid)
  const delivered = listDeliveredOfJob(db, jobid)
  const noted = listNotedLines(
    db,
    delivered.map(({ materialid }) => materialid),
  )
  const forgood = new Map(
    noted.map(({ materialid, givenaway, ahead }) => [materialid, asQuantity(givenaway + Math.max(0, ahead))]),
  )
  return delivered.flatMap(({ materialid, description, unit, ...counted }) => {
    const figures = {
      delivered: asQuantity(counted.delivered),
      returned: asQuantity(counted.returned),
      invoiced: invoiced.get(materialid) ?? asQuantity(0),
      forgood: forgood.get(materialid) ?? asQuantity(0),
    }
    const quantity = countToBill(figures)
    return quantity === 0
      ? []
      : [{ materialid, description, unit, quantity, tocredit: countToCredit(figures) }]
  })
}
