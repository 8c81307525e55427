import { hasFixedPrice } from '#db/queries/work/jobs.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import { listChargedItems, listUnusedLines } from '#db/queries/work/quoted-labour.ts'
import { listUnbilledEntries, type TimeEntryRow } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import { type LineContext, readLineContext } from '#server/domains/work/materials/line-context.ts'
import { sellingPrice } from '#server/domains/work/materials/line-values.ts'
import { lineAmounts, rateOfLine } from '#server/money/amounts.ts'
import {
  asCents,
  asPercent,
  asQuantity,
  type Cents,
  type Quantity,
  type Rate,
} from '#server/money/decimal.ts'
import { shortDate } from '#views/format.ts'
import { roundUpMinutes, toMinutes } from './intervals.ts'
import { isSoldByTime, timeQuantity } from './labour-price.ts'
import { readTimeRounding } from './rounding.ts'

export type BillChoice = {
  /** Without them all that can be charged. */
  entryids?: readonly string[]
  /** Of time that names no labour item; undefined: that of the first quoted line that is sold by time. */
  inventoryid?: string | null
}

type BillableEntry = TimeEntryRow & { minutes: number }

/** Time of one labour item, which stands on one line. */
export type BillGroup = {
  inventoryid: string | null
  name: string
  unit: string
  /** The quoted line of the item that was not used yet; without one the time becomes a new line. */
  line: MaterialRow | undefined
  entries: BillableEntry[]
  /** Those of `entries` that are chosen. */
  chosen: BillableEntry[]
  minutes: number
  /** Rounded up once, as the account says. */
  chargedminutes: number
  quantity: Quantity
  /** Of one unit, without VAT. */
  rate: Rate
  net: Cents
  /** Names of those whose time is chosen. */
  workers: string[]
  /** None of them has an hourly cost: what the work costs, the item says. */
  unrated: boolean
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
  /** Entries that the sheet shows as 0 minutes: they charge nothing. */
  short: number
}

/** Closed, confirmed time that is charged to the client, and on no line yet. */
export function planBill(db: TenantDb, jobid: string, { entryids, inventoryid }: BillChoice): BillPlan {
  const all = listUnbilledEntries(db, jobid)
  const isRunning = ({ startutc, endutc }: TimeEntryRow) => startutc !== null && endutc === null
  const closed = all.filter((row) => !isRunning(row) && !row.unconfirmed)
  const open = closed.filter(({ seconds }) => toMinutes(seconds) > 0)
  const rounding = Number(readTimeRounding(db))
  const asked = inventoryid === undefined && open.some((row) => !row.inventoryid)
  const byDefault = asked ? findLabourItem(db, jobid) : (inventoryid ?? null)
  const itemOf = (row: TimeEntryRow) => row.inventoryid ?? byDefault
  const lineContext = readLineContext(
    db,
    open.map((row) => ({ jobid, inventoryid: itemOf(row) })),
  )
  const wanted = entryids && new Set(entryids)
  const byItem = Map.groupBy(open, itemOf)
  const quoted = findQuotedLines(db, jobid, byItem.keys())
  const groups = [...byItem].map(([id, entries]) =>
    priceGroup(lineContext, { jobid, id, entries, rounding, wanted, line: quoted.get(id) }),
  )
  return {
    groups,
    minutes: sumMinutes(groups.flatMap(({ chosen }) => chosen)),
    net: asCents(groups.reduce((sum, { net }) => sum + net, 0)),
    rounding,
    fixedprice: hasFixedPrice(db, jobid),
    running: all.filter(isRunning).length,
    unconfirmed: all.filter(({ unconfirmed }) => unconfirmed).length,
    short: closed.length - open.length,
  }
}

const findLabourItem = (db: TenantDb, jobid: string): string | null =>
  listChargedItems(db, jobid).find(isSoldByTime)?.id ?? null

function findQuotedLines(db: TenantDb, jobid: string, itemids: Iterable<string | null>) {
  const known = [...itemids].filter((id) => id !== null)
  const lines = known.length > 0 ? listUnusedLines(db, jobid, known) : []
  return new Map(lines.toReversed().map((line) => [line.inventoryid, line]))
}

const sumMinutes = (entries: readonly BillableEntry[]) =>
  entries.reduce((sum, { minutes }) => sum + minutes, 0)

type Asked = {
  jobid: string
  id: string | null
  entries: TimeEntryRow[]
  rounding: number
  wanted: ReadonlySet<string> | undefined
  line: MaterialRow | undefined
}

function priceGroup(lineContext: LineContext, asked: Asked): BillGroup {
  const { jobid, id, entries, rounding, wanted, line } = asked
  const item = lineContext.item(jobid, id, 'archived')
  const offered = entries.map((entry) => ({ ...entry, minutes: toMinutes(entry.seconds) }))
  const chosen = offered.filter((entry) => !wanted || wanted.has(entry.id))
  const minutes = sumMinutes(chosen)
  const chargedminutes = rounding ? roundUpMinutes(minutes * 60, rounding) : minutes
  const price = line ?? sellingPrice(lineContext, jobid, item, '1')
  const rate = price.linerate
  const quantity = item
    ? timeQuantity(item, { minutes: chargedminutes, rate, unitratio: line?.unitratio })
    : asQuantity(0)
  return {
    inventoryid: id,
    name: item?.name ?? '',
    unit: line?.unit ?? item?.baseunit ?? '',
    line,
    entries: offered,
    chosen,
    minutes,
    chargedminutes,
    quantity,
    rate,
    workers: [...new Set(chosen.map(({ workername }) => workername))],
    unrated: chosen.every(({ costrate }) => costrate === 0),
    net: lineAmounts({
      ...{ quantity, ...rateOfLine(price), discount: line?.discount },
      vatrate: price.inclusivevat ?? asPercent(0),
    }).net,
  }
}

/** What the line says to the client: the work, and from which day to which. */
export function describeBilled({ name, chosen }: BillGroup): string {
  const days = chosen.map(({ date }) => date).sort()
  const [first, last] = [shortDate(days[0]), shortDate(days.at(-1))]
  return `${name}, ${first === last ? first : `${first} to ${last}`}`.slice(0, 500)
}
