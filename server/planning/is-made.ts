import { stockDirection } from '#db/stock-classes.ts'
import type { BillItem } from '#server/stock/bill.ts'

const FINISHED_GOODS = 3

/** Of a line that makes its item, whatever the class says of it elsewhere: what is sold from stock is put there first. */
export const classOfMade = (inventoryclass: number | null) =>
  stockDirection(inventoryclass) < 0 ? FINISHED_GOODS : inventoryclass

/** `sold`: a supplier is known for it. */
type Kind = { inventoryclass: number; sold: number }

/**
 * Made by jobs, else bought: never both. What has inputs is made; so are finished goods of which nobody has said what they
 * are made of, nor who sells them.
 */
export const isMade = ({ inventoryclass, sold }: Kind, bill: BillItem | undefined) =>
  (bill?.inputs.length ?? 0) > 0 || (inventoryclass === FINISHED_GOODS && sold === 0)
