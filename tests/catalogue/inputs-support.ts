import { storeInputs } from '#db/queries/catalogue/inputs.ts'
import type { Tx } from '#db/tenants.ts'
import { asPercent, parsePercent, parseQuantity, type Quantity } from '#server/money/decimal.ts'
import { makeItem } from '#tests/stock/support.ts'

export type Given = [inputid: string, quantity: number, scrap?: number]

/** As it is stored, past the rule that checks what people save. */
export const giveInputs = (tx: Tx, productid: string, inputs: readonly Given[]) =>
  storeInputs(
    tx.db,
    productid,
    inputs.map(([inputid, quantity, scrap]) => ({
      inputid,
      quantity: parseQuantity(quantity),
      unitid: null,
      scrap: scrap ? parsePercent(scrap) : asPercent(0),
    })),
  )

export const quantities = (wanted: Record<string, number>): Map<string, Quantity> =>
  new Map(Object.entries(wanted).map(([id, quantity]) => [id, parseQuantity(quantity)]))

/**
 * Levels of `width` items, of which each is made of all of the next level, `per` of each: so the last level's totals
 * are known without walking: wanted × (per × width) ^ (levels below).
 */
export function makeLevels(tx: Tx, levels: number, width: number, per: number): string[][] {
  const items = Array.from({ length: levels }, (_, level) =>
    Array.from({ length: level === 0 ? 1 : width }, () => makeItem(tx, { baseunit: 'm' })),
  )
  for (const [level, products] of items.entries())
    for (const product of products)
      giveInputs(
        tx,
        product,
        (items[level + 1] ?? []).map((id) => [id, per]),
      )
  return items
}
