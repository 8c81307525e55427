import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { toDecimal } from '#server/money/decimal.ts'
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
