import type { BillItem } from '#server/stock/bill.ts'

export const FINISHED_GOODS = 3

/** `sold`: a supplier is known for it. */
type Kind = { inventoryclass: number; sold: number }

/**
 * Made by jobs, else bought: never both. What has inputs is made; so are finished goods of which nobody has said what they
 * are made of, nor who sells them.
 */
export const isMade = ({ inventoryclass, sold }: Kind, bill: BillItem | undefined) =>
  (bill?.inputs.length ?? 0) > 0 || (inventoryclass === FINISHED_GOODS && sold === 0)
