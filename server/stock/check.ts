import { balanceGaps, cacheGaps, departedSums, lineSums, valueGaps } from '#db/queries/stock/stock-check.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { findUnsettled } from './departed.ts'
import { movedBy } from './direction.ts'

/** Millionths of the base unit, of a value cents. */
type StockDifference = {
  kind: 'onhand' | 'balance' | 'value' | 'line' | 'departed' | 'gone'
  inventoryid: string
  /** The storage (`''`: none given), the movement's `seq`, the line's id, or the job's. `gone`: what documents took of a line. */
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
  const unsettled = findUnsettled(db).map(({ line, departed }) =>
    difference('gone', line.inventoryid, line.id, line.departed, departed),
  )
  return [...cached, ...balances, ...values, ...lines, ...departedGaps(db), ...unsettled]
}

const departedGaps = (db: TenantDb) =>
  [...Map.groupBy(departedSums(db), ({ jobid, inventoryid }) => `${jobid} ${inventoryid}`).values()].flatMap(
    (lines) => {
      const [{ jobid, inventoryid, ledger }] = lines as [(typeof lines)[number]]
      const gone = lines.reduce((sum, line) => sum - toBase(line.departed, parseRatio(line.unitratio)), 0)
      return gone === ledger ? [] : [difference('departed', inventoryid ?? '', jobid, ledger, gone)]
    },
  )

const difference = (
  kind: StockDifference['kind'],
  inventoryid: string,
  at: string,
  ledger: number,
  found: number,
): StockDifference => ({ kind, inventoryid, at, ledger: asQuantity(ledger), found: asQuantity(found) })
