import { lastBalance, stockItems } from '#db/queries/stock/stock.ts'
import type { Tx } from '#db/tenants.ts'
import { daysAfter } from '#server/dates.ts'
import type { LineValues } from '#server/domains/work/materials/line-values.ts'
import { asCents, asQuantity, type Cents, type Quantity } from '#server/money/decimal.ts'
import { movedBy } from '#server/stock/direction.ts'
import type { StockEntry } from '#server/stock/ledger.ts'
import type { Cost } from '#server/stock/value-movement.ts'
import { takePortion } from '#server/stock/worth.ts'
import { formatQuantity } from '#views/format.ts'
import type { WriteContext } from './write-context.ts'

/** `effectivedate` is the day on which the job was done. */
export type StockUse = StockEntry & { effectivedate: string; said?: Cents }

/** `said`: what the file says that the line cost. */
export function stockUses(
  line: LineValues & { id: string; jobid: string },
  day: string,
  said?: Cents,
): StockUse[] {
  const { inventoryid, storageid, inventoryclass, jobid, id: materialid, consumed, unit } = line
  const quantity = movedBy(line)
  if (!inventoryid || quantity === 0) return []
  const about = { inventoryid, storageid, inventoryclass, jobid, materialid }
  const entered = { quantity: consumed, unit }
  return [{ ...about, quantity, kind: 'line', entered, effectivedate: day, ...(said ? { said } : {}) }]
}

type StockContext = Pick<WriteContext, 'tx' | 'targets' | 'steps' | 'ledger'>

/** Before what imported jobs used. An existing item keeps what it had: its shelf was counted since. */
export function planStockUses(context: StockContext, uses: readonly StockUse[]) {
  for (const [inventoryid, own] of Map.groupBy(uses, (use) => use.inventoryid))
    planItemUses(context, inventoryid, own)
}

function planItemUses({ tx, targets, steps, ledger }: StockContext, inventoryid: string, own: StockUse[]) {
  const byDay = own.toSorted((a, b) => (a.effectivedate < b.effectivedate ? -1 : 1))
  const used = asQuantity(-own.reduce((sum, use) => sum + use.quantity, 0))
  let surplus = 0
  steps.push(() => {
    const before = lastBalance(tx.db, inventoryid)
    const target = targets.get(inventoryid) ?? asQuantity(before)
    targets.delete(inventoryid)
    const quantity = asQuantity(target + used - before)
    const cost = before === 0 && quantity > 0 ? saidCost(own, quantity) : undefined
    if (quantity > 0) ledger.book({ ...openingEntry(tx, byDay[0]!, used, target), quantity, cost })
    else surplus = -quantity
  })
  for (const use of byDay) steps.push(() => ledger.book(use))
  steps.push(() => {
    if (surplus === 0) return
    ledger.flush()
    // Not down to what there was: others may have moved the item meanwhile.
    ledger.book(openingCount(tx, inventoryid, asQuantity(lastBalance(tx.db, inventoryid) - surplus)))
  })
}

/** What stock that was there before its first use cost, by what its uses are said to have cost. */
function saidCost(uses: readonly StockUse[], quantity: Quantity): Cost | undefined {
  const told = uses.filter((use) => use.said && use.quantity < 0)
  const taken = told.reduce((sum, use) => sum - use.quantity, 0)
  const spent = told.reduce((sum, { said = 0 }) => sum + said, 0)
  return taken > 0 ? { cents: asCents(takePortion(spent, quantity, taken)) } : undefined
}

/** Items without a past. */
export function planOpeningCounts({ tx, targets, steps, ledger }: StockContext) {
  for (const [inventoryid, target] of targets)
    steps.push(() => {
      const entry = openingCount(tx, inventoryid, target)
      if (entry.quantity !== 0) ledger.book(entry)
    })
}

function openingCount(tx: Tx, inventoryid: string, target: Quantity): StockEntry {
  const entered = { quantity: target, unit: baseUnit(tx, inventoryid) }
  const quantity = asQuantity(target - lastBalance(tx.db, inventoryid))
  return { inventoryid, quantity, kind: 'count', entered, note: 'On hand at the import.' }
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
