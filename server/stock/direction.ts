import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'

/** The inventory classes of the specification (spec 2, section 3). */
export const classNames: Readonly<Record<number, string>> = {
  1: 'Merchandise',
  2: 'Raw Materials',
  3: 'Finished Goods',
  4: 'Work In Progress',
  5: 'Consumables',
}

/**
 * What consuming does to stock: −1 takes out (classes 1, 2, 5), 1 puts in (3, 4: the job makes them), 0 without a
 * class. It is the class of the line, never the tab it stands on (decision D2).
 */
export function directionOf(inventoryclass: number | null): -1 | 0 | 1 {
  if (inventoryclass === 1 || inventoryclass === 2 || inventoryclass === 5) return -1
  return inventoryclass === 3 || inventoryclass === 4 ? 1 : 0
}

type Consumption = {
  inventoryid: string | null
  inventoryclass: number | null
  consumed: Quantity
  unitratio: string
}

/**
 * What the consumption of one line has moved in all, in base units and signed. A line without an item or without a
 * class (labour, a fee) moves nothing. Movements are differences of this figure, never conversions of a difference:
 * so a thousand returns and consumptions in thirds of a box leave not a millionth behind.
 */
export function movedBy({ inventoryid, inventoryclass, consumed, unitratio }: Consumption): Quantity {
  const direction = inventoryid ? directionOf(inventoryclass) : 0
  return direction === 0
    ? asQuantity(0)
    : asQuantity(direction * toBase(consumed, parseRatio(unitratio, 'ratio of the unit')))
}
