import type { TimeEntryRow } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import { type LineContext, readLineContext } from '#server/domains/work/materials/line-context.ts'
import { sellingRate } from '#server/domains/work/materials/line-values.ts'
import { extendedAmount } from '#server/money/amounts.ts'
import {
  asCents,
  asQuantity,
  type Cents,
  parseQuantity,
  type Quantity,
  type Rate,
} from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'
import { parseRatio } from '#server/money/units.ts'
import { isHour } from '#views/unit-words.ts'
import { toMinutes } from './intervals.ts'

// A labour item whose standard time is not told is sold by the hour.
const HOUR = parseQuantity(3_600)

export const isSoldByTime = ({ unitseconds, baseunit }: { unitseconds: number | null; baseunit: string }) =>
  Boolean(unitseconds) || isHour(baseunit)

/** Millionths of a second. */
const unitOfTime = ({ unitseconds }: { unitseconds: number | null }) => BigInt(unitseconds || HOUR)

type Charged = { minutes: number; rate: Rate; unitratio?: string }

/**
 * How much of a labour item is charged for that time: of the two millionths around it, the one that at this rate comes
 * to the amount of the minutes. 95 minutes at R 256,50 an hour are R 406,13, which 1,583333 would miss by a cent.
 */
export function timeQuantity(
  item: { unitseconds: number | null },
  { minutes, rate, unitratio = '1' }: Charged,
): Quantity {
  const { numerator, denominator } = parseRatio(unitratio)
  const worked = BigInt(minutes) * 60n * 10n ** 12n * BigInt(numerator)
  const unit = unitOfTime(item) * BigInt(denominator)
  const nearest = divideRounded(worked, unit)
  const amount = Number(divideRounded(worked * BigInt(rate), unit * 100_000_000n))
  const around = [nearest, nearest * unit < worked ? nearest + 1n : nearest - 1n].map((one) =>
    asQuantity(Number(one)),
  )
  return around.find((one) => extendedAmount(one, rate) === amount) ?? asQuantity(Number(nearest))
}

/** The minutes that a quantity of a labour item stands for. */
export const plannedMinutes = (
  item: { unitseconds: number | null },
  quantity: Quantity,
  unitratio: string,
): number => {
  const { numerator, denominator } = parseRatio(unitratio)
  const whole = 60n * 10n ** 12n * BigInt(denominator)
  return Number(divideRounded(BigInt(quantity) * unitOfTime(item) * BigInt(numerator), whole))
}

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
  const charged = toMinutes(seconds) * 60
  // Seconds × ten-thousandths of a rand a unit, by millionths of a second a unit, to cents.
  return asCents(Number(divideRounded(BigInt(charged) * BigInt(rate) * 1_000_000n, unitOfTime(item) * 100n)))
}
