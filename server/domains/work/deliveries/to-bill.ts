import { chargedByLine, listCharges } from '#db/queries/sales/invoice-lines.ts'
import { isInvoicedByPercent } from '#db/queries/sales/invoices.ts'
import { listDeliveredOfJob } from '#db/queries/work/delivery-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { countChargedBack, countToReplace } from '#server/domains/sales/invoices/charged-back.ts'
import { countGoods, countUncredited, invoiceGoods } from '#server/domains/sales/invoices/line-goods.ts'
import { readLineGoods } from '#server/domains/sales/invoices/read-goods.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import type { ToBill } from '#views/work/deliveries/types.ts'

/**
 * `invoiced`: less what was credited; `forgood`: of that, what is not to be invoiced again, and came back by no note. `uncredited`:
 * what came back into stock, is charged all the same, and no credit note has credited. `tomend`: what came back and is to go out again.
 */
type Figures = Record<'delivered' | 'returned' | 'invoiced' | 'forgood' | 'uncredited' | 'tomend', Quantity>

/**
 * What was delivered, did not come back, is not invoiced and was not credited for good; below zero it is to be credited, or still
 * to be delivered.
 */
export function countToBill({
  delivered,
  returned,
  invoiced,
  forgood,
}: Omit<Figures, 'uncredited' | 'tomend'>): Quantity {
  const open = delivered - returned - invoiced
  return asQuantity(open > 0 ? Math.max(0, open - forgood) : open)
}

/** Of what is invoiced and not with the client: what came back into stock. What is to be mended and what never left is to be delivered. */
export const countToCredit = (figures: Figures): Quantity =>
  asQuantity(Math.max(0, Math.min(-countToBill(figures) - figures.tomend, figures.uncredited)))

/** Of a job's lines that stand on issued notes, those whose invoices, with what a draft is `charging`, say something else than the notes. */
export function listToBill(
  db: TenantDb,
  jobid: string,
  charging: ReadonlyMap<string, Quantity> = new Map(),
): ToBill[] {
  const delivered = listDeliveredOfJob(db, jobid)
  if (delivered.length === 0) return []
  const invoiced = chargedByLine(db, jobid)
  const isShared = isInvoicedByPercent(db, jobid)
  const chargesOf = Map.groupBy(listCharges(db, jobid), ({ materialid }) => materialid)
  const goodsOf = readLineGoods(
    db,
    delivered.map(({ materialid }) => materialid),
  )
  return delivered.flatMap(({ materialid, description, unit, whole, ...counted }) => {
    const goods = goodsOf.get(materialid)
    if (!goods) return []
    const drafted = charging.get(materialid) ?? asQuantity(0)
    const { givenaway, awaited, over, aside } = countGoods(
      drafted === 0 ? goods : invoiceGoods(goods, drafted),
    )
    // What was in stock before it was invoiced is charged as agreed: only a draft says so.
    const charges = chargesOf.get(materialid) ?? []
    const since = drafted === 0 ? (charges[0]?.issuedutc ?? null) : null
    const uncredited =
      drafted === 0
        ? countChargedBack(goods, charges)
        : Math.min(countUncredited(goods, null), Math.max(0, over))
    const figures = {
      delivered: asQuantity(counted.delivered),
      returned: asQuantity(counted.returned),
      invoiced: asQuantity((invoiced.get(materialid) ?? 0) + drafted),
      forgood: asQuantity(givenaway + awaited),
      uncredited: asQuantity(uncredited),
      tomend: asQuantity(aside),
    }
    const quantity = countToBill(figures)
    const back = countToCredit(figures)
    const toreplace = asQuantity(Math.min(countToReplace(goods, since), back))
    // At a fixed price what came back is still owed, unless somebody credits it.
    const isOwed = goods.whole !== null && drafted === 0
    const tocredit = asQuantity(isOwed ? 0 : back - toreplace)
    const tomend = asQuantity(Math.max(0, Math.min(aside, -quantity)))
    return quantity === 0 && awaited === 0
      ? []
      : [
          {
            materialid,
            description,
            unit,
            ...(isShared && { of: whole }),
            quantity,
            tocredit,
            toreplace,
            tomend,
            awaited,
          },
        ]
  })
}
