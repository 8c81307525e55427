import { balanceGaps, cacheGaps, lineSums } from '#db/queries/stock/stock-check.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { movedBy } from './direction.ts'

/** One figure that does not follow from the ledger; both are in millionths of the base unit. */
export type StockDifference = {
  kind: 'onhand' | 'balance' | 'line'
  inventoryid: string
  /** The storage (`''`: none given), the movement's `seq`, or the line's id. */
  at: string
  /** What the ledger's movements add up to. */
  ledger: Quantity
  /** What stands in the cache or on the movement, or what the line says it has consumed. */
  found: Quantity
}

/**
 * Compares everything that is derived from the ledger with its sums: on hand by place, the running balances, and
 * what each line has consumed. An empty list is a sound file.
 */
export function checkStock(db: TenantDb): StockDifference[] {
  const cached = cacheGaps(db).map((gap) =>
    difference('onhand', gap.inventoryid, gap.storageid, gap.ledger, gap.cached),
  )
  const balances = balanceGaps(db).map((gap) =>
    difference('balance', gap.inventoryid, String(gap.seq), gap.ledger, gap.balance),
  )
  const lines = lineSums(db)
    .map((line) => ({ ...line, moved: movedBy({ ...line, consumed: asQuantity(line.consumed) }) }))
    .filter((line) => line.moved !== line.ledger)
    .map((line) => difference('line', line.inventoryid ?? '', line.materialid, line.ledger, line.moved))
  return [...cached, ...balances, ...lines]
}

const difference = (
  kind: StockDifference['kind'],
  inventoryid: string,
  at: string,
  ledger: number,
  found: number,
): StockDifference => ({ kind, inventoryid, at, ledger: asQuantity(ledger), found: asQuantity(found) })
