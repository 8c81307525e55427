import { type InputRow, listInputs } from '#db/queries/catalogue/inputs.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { asRate, type Rate } from '#server/money/decimal.ts'
import { exactProduct, exactWhole } from '#server/money/exact.ts'
import { divideRounded } from '#server/money/round.ts'
import { type Bill, readBill } from '#server/stock/bill.ts'
import type { RolledCost } from '#server/stock/bill-cost.ts'
import { readCosts } from './read-costs.ts'

type ReadInput = InputRow & {
  unit: string
  /** Whether it is made of inputs of its own. */
  made: boolean
  phantom: boolean
  /** Of this much of it, without VAT; only for who may see what items cost. */
  cost?: Rate
}

type ReadInputs = { bill: Bill; inputs: ReadInput[]; costs?: Map<string, RolledCost> }

export function readInputs(c: ClaimHolder, db: TenantDb, productid: string): ReadInputs {
  const bill = readBill(db, [productid])
  const costs = canSeeItemRates(c) ? readCosts(db, bill) : undefined
  const pers = new Map(bill.get(productid)?.inputs.map(({ inventoryid, per }) => [inventoryid, per]))
  const inputs = listInputs(db, productid).map((row) => {
    const { inventoryid, unitname, baseunit } = row
    const [item, own, per] = [bill.get(inventoryid), costs?.get(inventoryid), pers.get(inventoryid)]
    const total = own && per && exactProduct(per, exactWhole(own.cost))
    return {
      ...row,
      unit: unitname ?? baseunit,
      made: (item?.inputs.length ?? 0) > 0,
      phantom: item?.phantom ?? false,
      ...(total ? { cost: asRate(Number(divideRounded(total.n, total.d))) } : {}),
    }
  })
  return { bill, inputs, costs }
}
