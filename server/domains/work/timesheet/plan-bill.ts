import { hasFixedPrice } from '#db/queries/work/jobs.ts'
import { listJobLines, type MaterialRow } from '#db/queries/work/materials.ts'
import { listTimeEntries, type TimeEntryRow } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import { type LineContext, readLineContext } from '#server/domains/work/materials/line-context.ts'
import { sellingRate } from '#server/domains/work/materials/line-values.ts'
import { extendedAmount } from '#server/money/amounts.ts'
import { asCents, asQuantity, type Cents, type Quantity } from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'
import { shortDate } from '#views/format.ts'
import { roundUpMinutes, toMinutes } from './intervals.ts'
import { unitOfTime } from './labour-price.ts'
import { readTimeRounding } from './rounding.ts'

export type BillChoice = {
  /** Without them all that can be charged. */
  entryids?: readonly string[]
  /** Of time that names no labour item. */
  inventoryid?: string | null
}

type BillableEntry = TimeEntryRow & { minutes: number }

/** Time of one labour item, which becomes one line. */
export type BillGroup = {
  inventoryid: string | null
  name: string
  unit: string
  entries: BillableEntry[]
  /** Those of `entries` that are chosen. */
  chosen: BillableEntry[]
  minutes: number
  /** Rounded up once, as the account says. */
  chargedminutes: number
  quantity: Quantity
  net: Cents
  /** A line that quotes this item and has used nothing yet: the time is its actual quantity. */
  quotedline: string | null
}

export type BillPlan = {
  groups: BillGroup[]
  minutes: number
  net: Cents
  /** Minutes up to which each line is rounded; 0 for none. */
  rounding: number
  fixedprice: boolean
  running: number
  unconfirmed: number
}

/** Closed, confirmed time that is charged to the client, and on no line yet. */
export function planBill(db: TenantDb, jobid: string, { entryids, inventoryid }: BillChoice): BillPlan {
  const all = listTimeEntries(db, jobid).filter(({ billable, materialid }) => billable && !materialid)
  const isRunning = ({ startutc, endutc }: TimeEntryRow) => startutc !== null && endutc === null
  const open = all.filter((row) => !isRunning(row) && !row.unconfirmed && toMinutes(row.seconds) > 0)
  const rounding = Number(readTimeRounding(db))
  const itemOf = (row: TimeEntryRow) => row.inventoryid ?? inventoryid ?? null
  const lineContext = readLineContext(
    db,
    open.map((row) => ({ jobid, inventoryid: itemOf(row) })),
  )
  const wanted = entryids && new Set(entryids)
  const quoted = listQuotedLines(db, jobid)
  const groups = [...Map.groupBy(open, itemOf)].map(([id, entries]) =>
    priceGroup(lineContext, { jobid, id, entries, rounding, wanted, line: quoted.get(id ?? '') }),
  )
  return {
    groups,
    minutes: toMinutes(sumSeconds(groups.flatMap(({ chosen }) => chosen))),
    net: asCents(groups.reduce((sum, { net }) => sum + net, 0)),
    rounding,
    fixedprice: hasFixedPrice(db, jobid),
    running: all.filter(isRunning).length,
    unconfirmed: all.filter(({ unconfirmed }) => unconfirmed).length,
  }
}

const sumSeconds = (entries: readonly TimeEntryRow[]) =>
  entries.reduce((sum, { seconds }) => sum + seconds, 0)

type Asked = {
  jobid: string
  id: string | null
  entries: TimeEntryRow[]
  rounding: number
  wanted: ReadonlySet<string> | undefined
  line: MaterialRow | undefined
}

/** By item, the first that counts in its base unit, as worked time does. */
function listQuotedLines(db: TenantDb, jobid: string): ReadonlyMap<string, MaterialRow> {
  const unused = listJobLines(db, jobid).filter(
    ({ line }) => line.estimated > 0 && line.consumed === 0 && line.unitratio === '1',
  )
  return new Map(unused.toReversed().map(({ line }) => [line.inventoryid ?? '', line]))
}

function priceGroup(
  lineContext: LineContext,
  { jobid, id, entries, rounding, wanted, line }: Asked,
): BillGroup {
  const item = lineContext.item(jobid, id, 'archived')
  const offered = entries.map((entry) => ({ ...entry, minutes: toMinutes(entry.seconds) }))
  const chosen = offered.filter((entry) => !wanted || wanted.has(entry.id))
  const seconds = sumSeconds(chosen)
  const chargedseconds = 60 * (rounding ? roundUpMinutes(seconds, rounding) : toMinutes(seconds))
  const quantity = asQuantity(
    item ? Number(divideRounded(BigInt(chargedseconds) * 10n ** 12n, unitOfTime(item))) : 0,
  )
  return {
    inventoryid: id,
    name: item?.name ?? '',
    unit: item?.baseunit ?? '',
    entries: offered,
    chosen,
    minutes: toMinutes(seconds),
    chargedminutes: toMinutes(chargedseconds),
    quantity,
    net: item
      ? extendedAmount(quantity, line?.linerate ?? sellingRate(lineContext, jobid, item, '1'))
      : asCents(0),
    quotedline: (id && line?.id) || null,
  }
}

/** What the line says to the client: the work, and from which day to which. */
export function describeBilled({ name, chosen }: BillGroup): string {
  const days = chosen.map(({ date }) => date).sort()
  const [first, last] = [shortDate(days[0]), shortDate(days.at(-1))]
  return `${name}, ${first === last ? first : `${first} to ${last}`}`.slice(0, 500)
}
