import { lastBalance, stockItems } from '#db/queries/stock/stock.ts'
import type { Tx } from '#db/tenants.ts'
import { daysAfter } from '#server/dates.ts'
import type { LineValues } from '#server/domains/work/materials/line-values.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { bookMovement } from '#server/stock/book.ts'
import { movedBy } from '#server/stock/direction.ts'
import type { StockEntry } from '#server/stock/ledger.ts'
import { formatQuantity } from '#views/format.ts'

export type StockTargets = Map<string, Quantity>
/** `effectivedate` is the day on which the job was done. */
export type StockUse = StockEntry & { effectivedate: string }

export function stockUses(line: LineValues & { id: string; jobid: string }, day: string): StockUse[] {
  const { inventoryid, storageid, inventoryclass, jobid, id: materialid, consumed, unit } = line
  const quantity = movedBy(line)
  if (!inventoryid || quantity === 0) return []
  const about = { inventoryid, storageid, inventoryclass, jobid, materialid }
  return [{ ...about, quantity, kind: 'line', entered: { quantity: consumed, unit }, effectivedate: day }]
}

/** Before what imported jobs used. An existing item keeps what it had: its shelf was counted since. */
export function bookStockUses(tx: Tx, targets: StockTargets, uses: readonly StockUse[]) {
  for (const [inventoryid, own] of Map.groupBy(uses, (use) => use.inventoryid)) {
    const byDay = own.toSorted((a, b) => (a.effectivedate < b.effectivedate ? -1 : 1))
    const before = lastBalance(tx.db, inventoryid)
    const target = targets.get(inventoryid) ?? asQuantity(before)
    targets.set(inventoryid, target)
    const used = asQuantity(-own.reduce((sum, use) => sum + use.quantity, 0))
    const quantity = asQuantity(target + used - before)
    if (quantity > 0) bookMovement(tx, { ...openingEntry(tx, byDay[0]!, used, target), quantity })
    for (const use of byDay) bookMovement(tx, use)
  }
}

/** Items without a past, or whose past made more than is left. */
export function bookOpeningCounts(tx: Tx, targets: StockTargets) {
  for (const [inventoryid, target] of targets) {
    const quantity = asQuantity(target - lastBalance(tx.db, inventoryid))
    if (quantity === 0) continue
    const entered = { quantity: target, unit: baseUnit(tx, inventoryid) }
    bookMovement(tx, { inventoryid, quantity, kind: 'count', entered, note: 'On hand at the import.' })
  }
}

function openingEntry(
  tx: Tx,
  first: StockUse,
  used: Quantity,
  target: Quantity,
): Omit<StockEntry, 'quantity'> {
  const { inventoryid, storageid } = first
  const unit = baseUnit(tx, inventoryid)
  const day = daysAfter(first.effectivedate, -1)
  const note = `Opening stock of the import: ${formatQuantity(used, unit)} for the imported jobs, ${formatQuantity(target, unit)} on hand.`
  return { inventoryid, storageid, kind: 'inbound', effectivedate: day, note }
}

const baseUnit = (tx: Tx, inventoryid: string) => stockItems(tx.db, [inventoryid])[0]?.baseunit ?? ''
