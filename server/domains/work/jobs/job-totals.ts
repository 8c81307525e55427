import { lateDifferences } from '#db/queries/stock/worth.ts'
import { hasFixedPrice } from '#db/queries/work/jobs.ts'
import { cardLines, timedLines } from '#db/queries/work/materials.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'
import { readUnconfirmedCosts, sampleCostOfLine } from '#server/domains/catalogue/inventory/sample-prices.ts'
import { EQUIPMENT, INPUT, OUTPUT } from '#server/domains/work/materials/line-roles.ts'
import { beyondTime, labourCost } from '#server/domains/work/timesheet/labour-cost.ts'
import { lineAmounts, rateOfLine, sumCents, totals } from '#server/money/amounts.ts'
import {
  asCents,
  asPercent,
  asQuantity,
  type Cents,
  type Percent,
  type Quantity,
  type Rate,
  toDecimal,
} from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { readDeductions, sumEarned } from './deductions.ts'
import { type PricedLine, pricedLines } from './price-lines.ts'
import { readReturnedCost } from './returned-cost.ts'
import type { JobTotals } from './types.ts'

const isCharged = ({ line }: { line: { nonbillable: boolean } }) => !line.nonbillable

/** Sums of rounded lines (decision D1). */
export const jobTotals = (db: TenantDb, jobid: string): JobTotals =>
  computeTotals(pricedLines(db, jobid), {
    ...labourCost(db, jobid),
    fixedprice: hasFixedPrice(db, jobid),
    ...readDeductions(db, [jobid])(jobid),
    ...readReturnedCost(db, [jobid])(jobid),
    late: asCents(lateDifferences(db, jobid)),
    costs: readUnconfirmedCosts(db),
  })

type Beside = ReturnType<typeof labourCost> &
  ReturnType<ReturnType<typeof readDeductions>> & {
    fixedprice: boolean
    cameback: Cents
    scrapped: Cents
    late: Cents
    costs: ReturnType<typeof readUnconfirmedCosts>
  }

/** With VAT. */
export const quotedTotal = (db: TenantDb, jobid: string): Cents =>
  totals(
    pricedLines(db, jobid)
      .filter(isCharged)
      .map(({ quoted }) => quoted),
  ).total

/** What a fixed price earns is what is left of it once what was really used and worked is paid. */
function computeTotals(
  lines: readonly PricedLine[],
  { labour: worked, times, unrated, fixedprice, cameback, scrapped, late, costs, ...deductions }: Beside,
): JobTotals {
  const { kept, credited, deposits, cancelled } = deductions
  const charged = lines.filter(isCharged)
  const unused = new Set(
    findUnusedInputs(lines.map(({ line, rated }) => ({ ...line, rated }))).map(({ id }) => id),
  )
  const costed = new Set(findCostingLines(lines.map(({ line }) => line)))
  const costing = lines.filter(({ line }) => costed.has(line))
  const quoted = totals(charged.map((line) => line.quoted))
  const actual = cancelled ? totals([]) : fixedprice ? quoted : totals(charged.map((line) => line.actual))
  const earned = sumEarned(actual.net, deductions)
  const ontop = new Set(lines.filter(({ line }) => line.estimated === 0).map(({ line }) => line.id))
  // What came on top of the estimate was not quoted, nor is what goes into it.
  const estimated = costing.filter(({ line }) => !ontop.has(line.jobproduct ?? ''))
  const workOf = ({ line, rated, standsfortime }: PricedLine) => ({ ...line, rated, standsfortime })
  const beyond = beyondTime(costing.map(workOf), times)
  const costOf = (line: PricedLine) => beyond.of(workOf(line), line.cost.actual)
  const cost = {
    quoted: sumCents(estimated.map((line) => line.cost.quoted)),
    actual: asCents(sumCents([...costing.map(costOf), worked, scrapped]) - cameback),
  }
  const untimed = sumCents(costing.filter((line) => line.labour).map(costOf))
  const labour = {
    quoted: sumCents(estimated.filter((line) => line.labour).map((line) => line.cost.quoted)),
    actual: asCents(untimed + worked),
  }
  const uncosted = {
    quoted: estimated.filter((line) => line.uncosted.quoted).map(nameLine),
    actual: costing
      .filter((line) => (line.uncosted.actual && !beyond.isTimed(workOf(line))) || unused.has(line.line.id))
      .map(nameLine),
  }
  const margin = { quoted: asCents(quoted.net - cost.quoted), actual: asCents(earned - cost.actual) }
  const isKnown = (of: 'quoted' | 'actual') => uncosted[of].length === 0 || cost[of] !== 0
  return {
    fixedprice,
    unrated,
    quoted: rand(quoted),
    actual: rand(actual),
    kept: toDecimal(cancelled ? 0 : kept, 'cents'),
    credited: toDecimal(cancelled ? 0 : credited, 'cents'),
    deposits: toDecimal(deposits, 'cents'),
    cost: {
      quoted: toDecimal(cost.quoted, 'cents'),
      actual: toDecimal(cost.actual, 'cents'),
      quotedlabour: toDecimal(labour.quoted, 'cents'),
      labour: toDecimal(labour.actual, 'cents'),
      untimed: toDecimal(untimed, 'cents'),
      cameback: toDecimal(cameback, 'cents'),
      scrapped: toDecimal(scrapped, 'cents'),
      late: toDecimal(late, 'cents'),
    },
    uncosted,
    samplecosts: costing
      .filter(({ line }) => sampleCostOfLine(costs, { ...line, rate: line.costrate }))
      .map(nameLine),
    margin: {
      quoted: toDecimal(margin.quoted, 'cents'),
      actual: toDecimal(margin.actual, 'cents'),
      quotedpercent: isKnown('quoted') ? share(margin.quoted, quoted.net) : null,
      actualpercent: isKnown('actual') ? share(margin.actual, earned) : null,
    },
  }
}

const nameLine = ({ line, itemname }: PricedLine) => line.description || itemname || 'A line without words'

type CostLine = { id: string; role: number; inventoryclass: number | null; jobproduct: string | null }

/**
 * The lines of a job that its cost is summed of: where input is listed, its output (classes 3 and 4) is not counted again,
 * nor what has inputs of its own on the job.
 */
export function findCostingLines<L extends CostLine>(lines: readonly L[]): L[] {
  const hasInput = lines.some(({ role }) => role === INPUT)
  const products = new Set(lines.map(({ jobproduct }) => jobproduct))
  return lines.filter(
    ({ id, inventoryclass }) => !products.has(id) && !(hasInput && stockDirection(inventoryclass) > 0),
  )
}

type PlannedLine = CostLine & { estimated: Quantity; consumed: Quantity; rated: boolean }

/** What is planned for a product of which some is made, and was not used: nobody said what went into it. */
export function findUnusedInputs<L extends PlannedLine>(lines: readonly L[]): L[] {
  const made = new Set(lines.filter(({ consumed }) => consumed > 0).map(({ id }) => id))
  return lines.filter(
    ({ jobproduct, estimated, consumed, rated }) =>
      jobproduct !== null && made.has(jobproduct) && estimated > 0 && consumed === 0 && !rated,
  )
}

const rand = ({ net, vat, total }: { net: Cents; vat: Cents; total: Cents }) => ({
  net: toDecimal(net, 'cents'),
  vat: toDecimal(vat, 'cents'),
  total: toDecimal(total, 'cents'),
})

/** In percent with two decimals. */
const share = (part: number, whole: Cents): number | null =>
  whole <= 0 ? null : Number(divideRounded(BigInt(part) * 10_000n, BigInt(whole))) / 100

/** Net cents of the billable lines. */
export type CardSums = {
  quoted: Cents
  actual: Cents
  lines: number
  unconsumed: number
  /** Of these, what goes into what is charged. */
  unconsumedinputs: number
  used: number
  /** With an estimate of which nothing was consumed. */
  unused: number
  standardminutes: number
  /** Those whose time is added up. */
  items: string[]
}

const none = (): CardSums => ({
  quoted: asCents(0),
  actual: asCents(0),
  lines: 0,
  unconsumed: 0,
  unconsumedinputs: 0,
  used: 0,
  unused: 0,
  standardminutes: 0,
  items: [],
})

// Millionths of a unit × millionths of a second, to the minute.
const MINUTE = 60 * 1_000_000 * 1_000_000

export function cardSums(db: TenantDb, jobids: readonly string[]): Map<string, CardSums> {
  const sums = new Map(jobids.map((id) => [id, none()]))
  for (const line of cardLines(db, jobids)) {
    const sum = sums.get(line.jobid)!
    sum.lines++
    if (line.consumed !== 0) sum.used++
    else if (line.estimated !== 0) sum.unused++
    if (line.role !== EQUIPMENT && line.consumed === 0) sum.unconsumed++
    if (line.role === INPUT && line.consumed === 0) sum.unconsumedinputs++
    if (line.role === OUTPUT && line.inventoryid) sum.items.push(line.inventoryid)
    if (line.role === OUTPUT && line.unitseconds)
      sum.standardminutes += standardMinutesOf({ ...line, unitseconds: line.unitseconds })
    if (line.nonbillable) continue
    sum.quoted = asCents(sum.quoted + netAmount(line, line.estimated))
    sum.actual = asCents(sum.actual + netAmount(line, line.consumed))
  }
  return sums
}

type TimedLine = { estimated: number; unitratio: string; unitseconds: number }

const standardMinutesOf = ({ estimated, unitratio, unitseconds }: TimedLine) =>
  (toBase(asQuantity(estimated), parseRatio(unitratio)) * unitseconds) / MINUTE

/** Of jobs whose output has a standard time, in whole minutes: all of them, as `cardSums` has it of a few. */
export function standardMinutes(db: TenantDb, jobids: readonly string[]): Map<string, number> {
  const sums = new Map<string, number>()
  // The lines of an id that is named twice would come twice.
  for (const line of timedLines(db, [...new Set(jobids)]))
    sums.set(line.jobid, (sums.get(line.jobid) ?? 0) + standardMinutesOf(line))
  return new Map([...sums].map(([id, minutes]) => [id, Math.ceil(minutes)]))
}

type Rated = { linerate: Rate; inclusiverate: Rate | null; inclusivevat: Percent | null; discount: Percent }

// The net of a line depends on the VAT only that its own rate holds.
const netAmount = (line: Rated, quantity: number): Cents =>
  quantity === 0
    ? asCents(0)
    : lineAmounts({
        quantity: asQuantity(quantity),
        ...rateOfLine(line),
        discount: line.discount,
        vatrate: line.inclusivevat ?? asPercent(0),
      }).net
