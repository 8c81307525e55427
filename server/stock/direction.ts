import { stockDirection } from '#db/stock-classes.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'

/** Spec 2, section 3. */
export const classNames: Readonly<Record<number, string>> = {
  1: 'Merchandise',
  2: 'Raw Materials',
  3: 'Finished Goods',
  4: 'Work In Progress',
  5: 'Consumables',
}

/** Of an item: its lines have no class, whatever its category says. */
export const NOT_KEPT = 0

export const itemClassNames: Readonly<Record<number, string>> = {
  [NOT_KEPT]: 'Not kept in stock',
  ...classNames,
}

type Consumption = {
  inventoryid: string | null
  inventoryclass: number | null
  consumed: Quantity
  unitratio: string
}

/**
 * In base units and signed. Movements are differences of this figure, never conversions of a difference: so a thousand
 * returns and consumptions in thirds of a box leave not a millionth behind.
 */
export function movedBy({ inventoryid, inventoryclass, consumed, unitratio }: Consumption): Quantity {
  const direction = inventoryid ? stockDirection(inventoryclass) : 0
  return direction === 0
    ? asQuantity(0)
    : asQuantity(direction * toBase(consumed, parseRatio(unitratio, 'ratio of the unit')))
}
