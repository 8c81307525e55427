import { lastBalance, stockItems } from '#db/queries/stock/stock.ts'
import type { Tx } from '#db/tenants.ts'
import type { LineValues } from '#server/domains/work/materials/line-values.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { book, type Entry } from '#server/stock/book.ts'
import { movedBy } from '#server/stock/direction.ts'
import { quantity as words } from '#views/format.ts'

/** What each new item has on hand today, by its file. */
export type Targets = Map<string, Quantity>
/** A movement of a line, on the day its job was done. */
export type Use = Entry & { effectivedate: string }

/** What a line moved, or nothing. */
export function usedBy(line: LineValues & { id: string; jobid: string }, day: string): Use[] {
  const { inventoryid, storageid, inventoryclass, jobid, id: materialid, consumed, unit } = line
  const quantity = movedBy(line)
  if (!inventoryid || quantity === 0) return []
  const about = { inventoryid, storageid, inventoryclass, jobid, materialid }
  return [{ ...about, quantity, kind: 'line', entered: { quantity: consumed, unit }, effectivedate: day }]
}

/**
 * Books what imported jobs used, in the order of their days, and before it an opening stock, such that an item ends
 * with what its file says is on hand today. An item that the account knew before keeps what it had: the past of
 * jobs says nothing about a shelf that was counted since.
 */
export function bookUses(tx: Tx, targets: Targets, uses: readonly Use[]) {
  for (const [inventoryid, own] of Map.groupBy(uses, (use) => use.inventoryid)) {
    const days = own.toSorted((a, b) => (a.effectivedate < b.effectivedate ? -1 : 1))
    const before = lastBalance(tx.db, inventoryid)
    const target = targets.get(inventoryid) ?? asQuantity(before)
    targets.set(inventoryid, target)
    const used = asQuantity(-own.reduce((sum, use) => sum + use.quantity, 0))
    const quantity = asQuantity(target + used - before)
    if (quantity > 0) book(tx, { ...opening(tx, days[0]!, used, target), quantity })
    for (const use of days) book(tx, use)
  }
}

/** Counts every item that does not have what it should: those without a past, or whose past made more than is left. */
export function bookCounts(tx: Tx, targets: Targets) {
  for (const [inventoryid, target] of targets) {
    const quantity = asQuantity(target - lastBalance(tx.db, inventoryid))
    if (quantity === 0) continue
    const entered = { quantity: target, unit: unitOf(tx, inventoryid) }
    book(tx, { inventoryid, quantity, kind: 'count', entered, note: 'On hand at the import.' })
  }
}

function opening(tx: Tx, first: Use, used: Quantity, target: Quantity): Omit<Entry, 'quantity'> {
  const { inventoryid, storageid } = first
  const unit = unitOf(tx, inventoryid)
  const day = new Date(Date.parse(first.effectivedate) - 86_400_000).toISOString().slice(0, 10)
  const note = `Opening stock of the import: ${words(used, unit)} for the imported jobs, ${words(target, unit)} on hand.`
  return { inventoryid, storageid, kind: 'inbound', effectivedate: day, note }
}

const unitOf = (tx: Tx, inventoryid: string) => stockItems(tx.db, [inventoryid])[0]?.baseunit ?? ''
