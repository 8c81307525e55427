import type { TimeEntryRow } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import { type LineContext, readLineContext } from '#server/domains/work/materials/line-context.ts'
import { sellingRate } from '#server/domains/work/materials/line-values.ts'
import { asCents, type Cents, parseQuantity } from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'

// A labour item whose standard time is not told is sold by the hour.
const HOUR = parseQuantity(3_600)

/** Millionths of a second. */
export const unitOfTime = ({ unitseconds }: { unitseconds: number | null }) => BigInt(unitseconds || HOUR)

/** What each charges without VAT at the rate of its labour item, by the client’s own prices; nothing without one. */
export function labourPricer(db: TenantDb, entries: readonly TimeEntryRow[]) {
  const priced = entries.filter(({ inventoryid }) => inventoryid !== null)
  const lineContext = priced.length > 0 ? readLineContext(db, priced) : undefined
  return (entry: TimeEntryRow): Cents => (lineContext ? priceTime(lineContext, entry) : asCents(0))
}

function priceTime(lineContext: LineContext, { jobid, inventoryid, seconds, billable }: TimeEntryRow): Cents {
  const item = billable ? lineContext.item(jobid, inventoryid, 'archived') : undefined
  if (!item) return asCents(0)
  const rate = sellingRate(lineContext, jobid, item, '1')
  // Seconds × ten-thousandths of a rand a unit, by millionths of a second a unit, to cents.
  return asCents(Number(divideRounded(BigInt(seconds) * BigInt(rate) * 1_000_000n, unitOfTime(item) * 100n)))
}
