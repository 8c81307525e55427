import { listItemContexts, listReferences, listUnitContexts } from '#db/queries/work/material-context.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { resolveLineUnit } from '#server/domains/work/materials/resolve-line-unit.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { type BookedMovement, bookMovements } from '#server/stock/book.ts'
import { heldThen } from '#server/stock/held-then.ts'
import { readOnHand } from '#server/stock/read.ts'
import { formatQuantity } from '#views/format.ts'
import { COUNTED_BELOW_ZERO, missing } from '#views/ui/field-rules.ts'

/** What was counted at one place, in the unit; `expected` is what the books said then, in base units. */
export type CountedQuantity = { storageid: string | null; counted: Quantity; expected?: Quantity }

type StockCountInput = {
  inventoryid: string
  unit?: string
  effectivedate?: string | null
  note?: string
  counts: readonly CountedQuantity[]
  /** When it was counted (UTC, ISO 8601), where it waited on a device since. */
  made?: string
}

/** In base units. */
type Variance = {
  storageid: string | null
  expected: Quantity
  counted: Quantity
  variance: Quantity
  /** More than a tenth of what was expected: worth a second look before it is booked. */
  large: boolean
  stale: boolean
}

/** @throws 404 for the item, 400 for a unit, place or figure that cannot be, 409 where a later count is booked */
export function findVariances(
  db: TenantDb,
  { inventoryid, unit, counts, made }: StockCountInput,
): Variance[] {
  const [item] = listItemContexts(db, [inventoryid])
  if (!item) throw notFound('item')
  if (counts.length === 0) throw invalid({ counts: missing.counts })
  const ratio = parseRatio(resolveLineUnit(item, unit, listUnitContexts(db, [inventoryid])).unitratio)
  checkPlaces(db, counts)
  const { places } = readOnHand(db, [inventoryid]).get(inventoryid)!
  const onHand = new Map(places.map((place) => [place.storageid, place.quantity]))
  return counts.map(({ storageid, counted, expected: shown }) => {
    if (counted < 0) throw invalid({ counts: COUNTED_BELOW_ZERO })
    const expected = made
      ? heldThen(db, { inventoryid, storageid }, made)
      : (onHand.get(storageid) ?? asQuantity(0))
    const base = toBase(counted, ratio)
    const variance = asQuantity(base - expected)
    return {
      storageid,
      expected,
      counted: base,
      variance,
      large: expected > 0 && Math.abs(variance) * 10 > expected,
      // What waited is set against what lay there then, whatever its page had shown.
      stale: !made && shown !== undefined && shown !== expected,
    }
  })
}

/** Nobody sits before the form that would ask: the outbox offers to book it anyway. */
export function largeDifference(variances: readonly Variance[], unit: string): Problem {
  const said = variances
    .filter(({ large }) => large)
    .map(({ expected, variance }) => {
      const [less, then] = [formatQuantity(Math.abs(variance), unit), formatQuantity(expected, unit)]
      return `${less} ${variance < 0 ? 'fewer' : 'more'} than the ${then} that the books had then.`
    })
  return new Problem(400, `${said.join(' ')} Is the count right, and in the right unit? Nothing is booked.`, {
    code: 'large',
    data: { anyway: 'confirmed' },
  })
}

/** Also a variance of nothing. What was found goes first, so that a part on another shelf is never a shortage. */
export function countStock(tx: Tx, input: StockCountInput): BookedMovement[] {
  const { inventoryid, effectivedate, note, counts } = input
  const variances = findVariances(tx.db, input)
  const [item] = listItemContexts(tx.db, [inventoryid])
  const { unit } = resolveLineUnit(item, input.unit, listUnitContexts(tx.db, [inventoryid]))
  const entries = variances.map(({ storageid, variance }, at) => ({
    ...{ inventoryid, storageid, effectivedate, note, inventoryclass: item?.inventoryclass },
    ...{ kind: 'count' as const, quantity: variance, entered: { quantity: counts[at]!.counted, unit } },
  }))
  return bookMovements(
    tx,
    entries.toSorted((a, b) => b.quantity - a.quantity),
  )
}

/** What is still wrong after all that was booked together; not what was wrong in between. */
export const lastWarning = (booked: readonly BookedMovement[]) => booked.at(-1)?.warning

function checkPlaces(db: TenantDb, counts: readonly CountedQuantity[]) {
  const ids = counts.map(({ storageid }) => storageid)
  if (new Set(ids).size < ids.length) throw invalid({ counts: 'A place can be counted once only.' })
  const given = ids.filter((id) => id !== null)
  const known = listReferences(db, given).filter(({ kind }) => kind === 'storageid')
  if (known.length < given.length) throw invalid({ counts: 'This storage could not be found.' })
}
