import { movementBySeq, type NewMovement } from '#db/queries/stock/stock.ts'
import { lineWorth, listAverages, listWorths, wentOutSince } from '#db/queries/stock/worth.ts'
import type { ValuedBy } from '#db/schema/tenant/index.ts'
import { toPair } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { extendedAmount } from '#server/money/amounts.ts'
import { asCents, asQuantity, type Cents, type Rate } from '#server/money/decimal.ts'
import { type ItemCost, listItemCosts } from './item-cost.ts'
import type { LedgerEntry } from './ledger.ts'
import { type Pool, takePortion, type Worth, worthIn, worthOut } from './worth.ts'

/**
 * What comes in costs this, or what goes back to its supplier is credited at this: cents of all of it, or a rate of one
 * base unit. A cost of 0 is one; without a cost the average holds.
 */
export type Cost = { cents: Cents } | { rate: Rate }

type Valued = Pick<NewMovement, 'value' | 'valuebalance' | 'variance' | 'valuedby'>
/** `known`: whether anybody ever said what it cost; `seq` of its newest stored movement. */
type Known = Pool & { known: boolean; seq: number }
type Result = Worth & { valuedby: ValuedBy }
/** What a line moved of an item so far, from the movement `first` on. */
type Line = { quantity: number; cost: number; unknown: boolean; first: number }

/**
 * Of movements that are stored together: each stands on those before it, stored or not. What is stored of `inventoryids` is
 * read at once, of any other item when it moves.
 */
export function openValues(db: TenantDb, inventoryids: readonly string[] = []) {
  const pools = new Map<string, Known>()
  const averages = new Map<string, Pool>()
  const costs = new Map<string, ItemCost | undefined>()
  const lines = new Map<string, Line | undefined>()
  /** Items of which something was booked here, and of which something went out. */
  const booked = new Set<string>()
  const wentOut = new Set<string>()
  const movedOut = new Map<string, number>()

  /** What the ledger holds of each, and what those cost that it holds no average of. */
  function readStored(ids: readonly string[]) {
    for (const id of ids) pools.set(id, NEVER_MOVED)
    for (const { inventoryid, seq, balance, valuebalance, valuedby } of listWorths(db, ids))
      pools.set(inventoryid, { quantity: balance, value: valuebalance, known: valuedby !== 'unknown', seq })
    for (const id of ids) if (hasAverage(poolOf(id))) averages.set(id, poolOf(id))
    const gone = ids.filter((id) => poolOf(id).quantity === 0)
    if (gone.length > 0) for (const row of listAverages(db, gone)) averages.set(row.inventoryid, row)
    const unvalued = ids.filter((id) => !averages.has(id))
    const known = unvalued.length > 0 ? listItemCosts(db, unvalued) : undefined
    for (const id of unvalued) costs.set(id, known?.get(id))
  }
  if (inventoryids.length > 0) readStored([...new Set(inventoryids)])

  function poolOf(id: string): Known {
    if (!pools.has(id)) readStored([id])
    return pools.get(id) as Known
  }
  const costOfItem = (id: string) => kept(costs, id, () => listItemCosts(db, [id]).get(id))
  const lineOf = ({ materialid, inventoryid }: LedgerEntry) =>
    materialid
      ? kept(lines, toPair(materialid, inventoryid), () => storedLine(db, materialid, inventoryid))
      : undefined
  const isUntouched = (id: string, since: number) => !wentOut.has(id) && !wentOutSince(db, id, since)

  function usualCost(
    { inventoryid, quantity, cost }: LedgerEntry,
    pool: Known,
  ): { cents: number; valuedby: ValuedBy } | undefined {
    if (cost) return { cents: costOf(cost, quantity), valuedby: 'given' }
    const average = hasAverage(pool) ? pool : averages.get(inventoryid)
    if (average) return { cents: takePortion(average.value, quantity, average.quantity), valuedby: 'average' }
    const own = costOfItem(inventoryid)
    return own && { cents: extendedAmount(quantity, own.rate), valuedby: own.valuedby }
  }

  const comesIn = (pool: Known, quantity: number, cents: number, valuedby: ValuedBy): Result => ({
    ...worthIn(pool, quantity, cents, pool.known),
    valuedby,
  })

  function goesOut(entry: LedgerEntry, pool: Known): Result {
    const less = asQuantity(-entry.quantity)
    if (pool.quantity !== 0)
      return { value: worthOut(pool, less), variance: 0, valuedby: pool.known ? 'average' : 'unknown' }
    const usual = usualCost({ ...entry, quantity: less, cost: undefined }, pool)
    return { value: usual ? -usual.cents : 0, variance: 0, valuedby: usual?.valuedby ?? 'unknown' }
  }

  /** At what it takes back, if the stock then is all there still; else at the average, and the rest is variance. */
  function takesBack(entry: LedgerEntry, pool: Known, total: number, exact: number | undefined): Result {
    const value = exact ?? goesOut(entry, pool).value
    return { value, variance: total - value, valuedby: 'reversal' }
  }

  function reverses(entry: LedgerEntry, pool: Known, seq: number): Result | undefined {
    const row = movementBySeq(db, seq)
    if (!row || row.valuedby === 'unknown') return
    if (entry.quantity > 0) {
      const back = comesIn(pool, entry.quantity, -row.value, 'reversal')
      return { ...back, variance: back.variance - row.variance }
    }
    const isNewest = pool.seq === seq && !booked.has(row.inventoryid)
    const isThere = row.balance >= row.quantity && isUntouched(row.inventoryid, seq)
    return takesBack(entry, pool, -row.value - row.variance, isNewest || isThere ? -row.value : undefined)
  }

  /** What a line gives back of what it took, or takes back of what it made, at the cost of that. */
  function returns(entry: LedgerEntry, pool: Known): Result | undefined {
    const line = lineOf(entry)
    const { inventoryid, quantity } = entry
    if (!line || line.unknown || Math.sign(line.quantity) !== -Math.sign(quantity)) return
    if (Math.abs(quantity) > Math.abs(line.quantity)) return
    const total = takePortion(line.cost, quantity, line.quantity)
    if (quantity > 0) return comesIn(pool, quantity, total, 'issue')
    const isThere = pool.quantity > 0 && isUntouched(inventoryid, line.first)
    return takesBack(entry, pool, total, isThere ? total : undefined)
  }

  /** From place to place: what comes to the other place is worth what left the one. */
  function moves(entry: LedgerEntry, pool: Known): Result {
    const { inventoryid, quantity } = entry
    if (quantity < 0) movedOut.set(inventoryid, goesOut(entry, pool).value)
    const out = movedOut.get(inventoryid) ?? 0
    return { value: quantity < 0 ? out : -out, variance: 0, valuedby: 'moved' }
  }

  function worthOf(entry: LedgerEntry, pool: Known): Result {
    const { quantity, cost } = entry
    if (entry.worth) return { ...entry.worth, valuedby: 'given' }
    if (quantity === 0) return { value: 0, variance: 0, valuedby: pool.known ? 'average' : 'unknown' }
    if (entry.moves) return moves(entry, pool)
    const back = entry.reverses ? reverses(entry, pool, entry.reverses) : returns(entry, pool)
    if (back) return back
    if (quantity < 0) {
      const out = goesOut(entry, pool)
      return cost ? { ...out, variance: -costOf(cost, -quantity) - out.value } : out
    }
    const usual = usualCost(entry, pool)
    return usual
      ? comesIn(pool, quantity, usual.cents, usual.valuedby)
      : { value: 0, variance: 0, valuedby: 'unknown' }
  }

  function remember(entry: LedgerEntry, pool: Known, { value, variance, valuedby }: Result): Known {
    const { inventoryid, materialid, quantity, moves, worth } = entry
    const known = moves || (quantity === 0 && !worth) ? pool.known : valuedby !== 'unknown'
    const after = { ...pool, quantity: pool.quantity + quantity, value: pool.value + value, known }
    pools.set(inventoryid, after)
    booked.add(inventoryid)
    if (after.quantity !== 0 && known) averages.set(inventoryid, after)
    else if (after.quantity !== 0) averages.delete(inventoryid)
    if (quantity < 0 && !moves) wentOut.add(inventoryid)
    if (materialid) {
      const line = lineOf(entry) ?? NO_LINE
      lines.set(toPair(materialid, inventoryid), {
        ...line,
        quantity: line.quantity + quantity,
        cost: line.cost + value + variance,
        unknown: line.unknown || valuedby === 'unknown',
      })
    }
    return after
  }

  return {
    quantityOf: (inventoryid: string) => poolOf(inventoryid).quantity,
    value(entry: LedgerEntry): Valued {
      const pool = poolOf(entry.inventoryid)
      const found = worthOf(entry, pool)
      // No stock is worth nothing.
      const value = pool.quantity + entry.quantity === 0 ? -pool.value || 0 : found.value
      const result = { ...found, value, variance: found.variance + found.value - value }
      const after = remember(entry, pool, result)
      return {
        value: asCents(result.value),
        valuebalance: asCents(after.value),
        variance: asCents(result.variance),
        valuedby: result.valuedby,
      }
    },
  }
}

const costOf = (cost: Cost, quantity: number): Cents =>
  'cents' in cost ? cost.cents : extendedAmount(asQuantity(quantity), cost.rate)

const NO_LINE: Line = { quantity: 0, cost: 0, unknown: false, first: Number.MAX_SAFE_INTEGER }

const NEVER_MOVED: Known = { quantity: 0, value: 0, known: false, seq: 0 }

const hasAverage = ({ quantity, known }: Known) => quantity !== 0 && known

function storedLine(db: TenantDb, materialid: string, inventoryid: string): Line | undefined {
  const row = lineWorth(db, materialid, inventoryid)
  return row ? { ...row, unknown: row.unknown === 1, first: row.first ?? 0 } : undefined
}

function kept<T>(known: Map<string, T>, key: string, read: () => T): T {
  if (!known.has(key)) known.set(key, read())
  return known.get(key) as T
}
