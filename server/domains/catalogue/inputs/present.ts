import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { type Quantity, toDecimal } from '#server/money/decimal.ts'
import { type Bill, readBill } from '#server/stock/bill.ts'
import { readCosts, readLabourCosts } from './read-costs.ts'
import { readInputs } from './read-inputs.ts'

export const presentInputs = (c: ClaimHolder, db: TenantDb, productid: string) =>
  readInputs(c, db, productid).inputs.map(
    ({ inventoryid, code, name, archived, quantity, unit, scrap, made, cost }) => ({
      inventoryid,
      code,
      name,
      archived,
      quantity: toDecimal(quantity, 'quantity'),
      unit,
      /** Percent on top. */
      scrap: toDecimal(scrap, 'percent'),
      made,
      /** Rand without VAT. */
      ...(cost === undefined ? {} : { cost: toDecimal(cost, 'rate') }),
    }),
  )

/** Rand without VAT, of one base unit; null for what is not made of other items. */
export const presentInputCost = (db: TenantDb, productid: string) =>
  presentCost(db, readBill(db, [productid]), productid)

/** As `presentInputCost`, of an item that is not there yet; quantities in base units. */
export function presentNewInputCost(db: TenantDb, given: readonly { id: string; quantity: Quantity }[]) {
  const inputs = given.map(({ id, quantity }) => ({
    inventoryid: id,
    per: { n: BigInt(quantity), d: 1_000_000n },
  }))
  const ids = [...new Set(given.map(({ id }) => id))]
  return presentCost(db, new Map([['', { inputs, phantom: false, whole: false }], ...readBill(db, ids)]), '')
}

function presentCost(db: TenantDb, bill: Bill, productid: string) {
  if (bill.get(productid)?.inputs.length === 0) return null
  const { cost, incomplete } = readCosts(db, bill).get(productid)!
  const { cost: labour } = readLabourCosts(db, bill).get(productid)!
  return {
    cost: toDecimal(cost, 'rate'),
    labour: toDecimal(labour, 'rate'),
    /** Something in it has no rate, so that it costs more than this. */
    incomplete,
  }
}
