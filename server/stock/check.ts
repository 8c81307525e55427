import { balanceGaps, cacheGaps, lineSums, valueGaps } from '#db/queries/stock/stock-check.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { movedBy } from './direction.ts'

/** Millionths of the base unit, of a value cents. */
type StockDifference = {
  kind: 'onhand' | 'balance' | 'value' | 'line'
  inventoryid: string
  /** The storage (`''`: none given), the movement's `seq`, or the line's id. */
  at: string
  ledger: Quantity
  found: Quantity
}

export function checkStock(db: TenantDb): StockDifference[] {
  const cached = cacheGaps(db).map((gap) =>
    difference('onhand', gap.inventoryid, gap.storageid, gap.ledger, gap.cached),
  )
  const balances = balanceGaps(db).map((gap) =>
    difference('balance', gap.inventoryid, String(gap.seq), gap.ledger, gap.balance),
  )
  const values = valueGaps(db).map((gap) =>
    difference('value', gap.inventoryid, String(gap.seq), gap.ledger, gap.valuebalance),
  )
  const lines = lineSums(db)
    .map((line) => ({ ...line, moved: movedBy({ ...line, consumed: asQuantity(line.consumed) }) }))
    .filter((line) => line.moved !== line.ledger && !(line.removed && line.ledger === 0))
    .map((line) => difference('line', line.inventoryid ?? '', line.materialid, line.ledger, line.moved))
  return [...cached, ...balances, ...values, ...lines]
}

const difference = (
  kind: StockDifference['kind'],
  inventoryid: string,
  at: string,
  ledger: number,
  found: number,
): StockDifference => ({ kind, inventoryid, at, ledger: asQuantity(ledger), found: asQuantity(found) })
