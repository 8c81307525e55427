import { listDecidedItems } from '#db/queries/work/billed-time.ts'
import { hasFixedPrice } from '#db/queries/work/jobs.ts'
import { listLinesForTime } from '#db/queries/work/quoted-labour.ts'
import { listUnbilledEntries, type TimeEntryRow } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import { invoicedByLine } from '#server/domains/sales/invoices/invoiced-lines.ts'
import { type LineContext, readLineContext } from '#server/domains/work/materials/line-context.ts'
import { sellingPrice } from '#server/domains/work/materials/line-values.ts'
import { type LineAmounts, lineAmounts, rateOfLine } from '#server/money/amounts.ts'
import {
  asCents,
  asPercent,
  asQuantity,
  type Cents,
  type Percent,
  type Quantity,
  type Rate,
} from '#server/money/decimal.ts'
import { lineVat, noTax } from '#server/money/vat.ts'
import { shortDate } from '#views/format.ts'
import { type BillableEntry, distributeTime, isUsedUntimed, type TimeLine } from './distribute-time.ts'
import { roundUpMinutes, toMinutes } from './intervals.ts'
import {
  chooseLabour,
  findLabourItem,
  type LabourItem,
  listJobLabour,
  type StepLabour,
} from './job-labour.ts'
import { timeQuantity } from './labour-price.ts'
import { readTimeRounding } from './rounding.ts'

export type BillChoice = {
  /** Without them all that can be charged. */
  entryids?: readonly string[]
  /** Of time that names no labour item; undefined: as `chooseLabour` says. */
  inventoryid?: string | null
  /** Chosen for the time of a step that names none, before `inventoryid`. */
  steplabour?: StepLabour
  /** On a line of its own, beside what its labour item charges already; else in place of that. */
  beside?: boolean
  /** Of time that several lines share, the part of these alone. */
  lineids?: readonly string[]
}

/** Time of one labour item, which stands on one line. */
export type BillGroup = {
  inventoryid: string | null
  name: string
  unit: string
  /** What the item charges already, or will once it is used as estimated. */
  met: MetLine | undefined
  /** On which the time is booked; without one it becomes a new line. */
  line: TimeLine | undefined
  entries: BillableEntry[]
  /** Those of `entries` that are chosen. */
  chosen: BillableEntry[]
  minutes: number
  /** Rounded up once, as the account says. */
  chargedminutes: number
  quantity: Quantity
  consumed: Quantity
  /** Of one unit, without VAT. */
  rate: Rate
  net: Cents
  /** As a line of its own: what that charges. */
  beside: LineAmounts
  /** What a line of its own takes from the one that its item charges already: it is the price that was agreed. */
  agreed: AgreedPrice | undefined
  /** Names of those whose time is chosen. */
  workers: string[]
  /** None of them has an hourly cost: what the work costs, the item says. */
  unrated: boolean
}

/** `decided`: what it charges was chosen once time of its item was there: what comes later is added to it. */
type MetLine = { line: TimeLine; quantity: Quantity; used: boolean; decided: boolean; net: Cents }

/** Time of one step, or of none, that names no labour item; `inventoryid` where all of it is of one. */
type UnnamedTime = {
  jobstepid: string | null
  stepname: string
  minutes: number
  workers: string[]
  inventoryid: string | null
}

export type BillPlan = {
  groups: BillGroup[]
  unnamed: UnnamedTime[]
  /** What the time of a step may be: the labour items on lines of the job. */
  labour: LabourItem[]
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

/** Closed, confirmed time that is charged to the client, and on no line yet. @throws 400 where a labour item is chosen that no line of the job has */
export function planBill(db: TenantDb, jobid: string, choice: BillChoice): BillPlan {
  const { entryids, inventoryid, steplabour, beside = false, lineids } = choice
  const all = listUnbilledEntries(db, jobid)
  const isRunning = ({ startutc, endutc }: TimeEntryRow) => startutc !== null && endutc === null
  const closed = all.filter((row) => !isRunning(row) && !row.unconfirmed)
  const open = closed.filter(({ seconds }) => toMinutes(seconds) > 0)
  const rounding = Number(readTimeRounding(db))
  const labour = open.some((row) => !row.inventoryid) ? listJobLabour(db, jobid) : []
  const byDefault = chooseLabour(db, jobid, {
    entries: open,
    labour,
    steplabour,
    bydefault: inventoryid === undefined,
  })
  const itemOf = (row: TimeEntryRow) => row.inventoryid ?? byDefault.get(row.id) ?? inventoryid ?? null
  const lineContext = readLineContext(
    db,
    open.map((row) => ({ jobid, inventoryid: itemOf(row) })),
  )
  const wanted = entryids && new Set(entryids)
  const byItem = Map.groupBy(open, itemOf)
  const met = findMetLines(db, jobid, byItem.keys())
  const isDecided = findDecided(db, jobid)
  const priced = [...byItem].flatMap(([id, offered]) => {
    const item = lineContext.item(jobid, id, 'archived')
    const entries = offered.map((entry) => ({ ...entry, minutes: toMinutes(entry.seconds) }))
    const lines = (item && met.get(id)) ?? []
    const ischarged = lines.some(({ nonbillable }) => !nonbillable)
    const parts =
      item && lines.length > 0 ? distributeTime(item, lines, entries) : [{ line: undefined, entries }]
    const asked = parts.filter(
      ({ line }) => !lineids || parts.length === 1 || lineids.includes(line?.id ?? ''),
    )
    return asked.map((part) =>
      priceGroup(lineContext, {
        ...{
          jobid,
          id,
          entries: part.entries,
          rounding,
          wanted,
          met: part.line && priceMet(part.line, isDecided(id)),
        },
        // Beside what is charged: what goes into a product is in its price, unless somebody names it.
        beside: beside && !(part.line?.nonbillable && ischarged && !lineids),
      }),
    )
  })
  const fixedprice = hasFixedPrice(db, jobid)
  // A fixed price has its time in it: what goes into a product is booked there all the same, and charges nothing.
  const groups = fixedprice ? priced.filter((group) => group.met?.line.nonbillable) : priced
  return {
    groups,
    unnamed: listUnnamed(open, itemOf),
    labour,
    minutes: sumMinutes(groups.flatMap(({ chosen }) => chosen)),
    net: asCents(groups.reduce((sum, { net }) => sum + net, 0)),
    rounding,
    fixedprice,
    running: all.filter(isRunning).length,
    unconfirmed: all.filter(({ unconfirmed }) => unconfirmed).length,
    short: closed.length - open.length,
  }
}

function listUnnamed(
  entries: readonly TimeEntryRow[],
  itemOf: (row: TimeEntryRow) => string | null,
): UnnamedTime[] {
  const unnamed = entries.filter(({ inventoryid }) => !inventoryid)
  return [...Map.groupBy(unnamed, ({ jobstepid }) => jobstepid)].map(([jobstepid, rows]) => {
    const [item = null, ...others] = new Set(rows.map(itemOf))
    return {
      jobstepid,
      stepname: rows[0]?.stepname ?? '',
      minutes: rows.reduce((sum, { seconds }) => sum + toMinutes(seconds), 0),
      workers: [...new Set(rows.map(({ workername }) => workername))],
      inventoryid: others.length > 0 ? null : item,
    }
  })
}

/** What was invoiced already stays as it is. */
function findMetLines(db: TenantDb, jobid: string, itemids: Iterable<string | null>) {
  const known = [...itemids].filter((id) => id !== null)
  const lines = known.length > 0 ? listLinesForTime(db, jobid, known) : []
  if (lines.length === 0) return new Map<string | null, TimeLine[]>()
  const invoiced = invoicedByLine(db, [jobid])
  const free = lines.filter(({ id }) => !invoiced.get(id)?.quantity)
  return Map.groupBy(free, ({ inventoryid }) => inventoryid)
}

/** Time without an item is that of the first quoted line that is sold by time, as it is while it is chosen. */
function findDecided(db: TenantDb, jobid: string) {
  const items = listDecidedItems(db, jobid)
  const decided = new Set(items.map((id) => id ?? findLabourItem(db, jobid)))
  return (id: string | null) => decided.has(id)
}

function priceMet(line: TimeLine, isDecided: boolean): MetLine {
  const quantity = line.consumed !== 0 ? line.consumed : line.estimated
  const used = isUsedUntimed(line)
  const net = line.nonbillable ? asCents(0) : netOf(line, quantity)
  return { line, quantity, used, decided: isDecided && used && !line.nonbillable, net }
}

type AgreedPrice = Pick<
  TimeLine,
  'unit' | 'unitratio' | 'linerate' | 'inclusiverate' | 'inclusivevat' | 'discount'
>

/** What goes into a product is in its price, so its line says none for the client. */
function agreedPrice(met: MetLine | undefined): AgreedPrice | undefined {
  if (!met || met.line.nonbillable) return
  const { unit, unitratio, linerate, inclusiverate, inclusivevat, discount } = met.line
  return { unit, unitratio, linerate, inclusiverate, inclusivevat, discount }
}

type Price = Parameters<typeof rateOfLine>[0] & { discount?: Percent; inclusivevat: Percent | null }

const netOf = (price: Price, quantity: Quantity): Cents =>
  lineAmounts({
    ...{ quantity, ...rateOfLine(price), discount: price.discount },
    vatrate: price.inclusivevat ?? asPercent(0),
  }).net

const sumMinutes = (entries: readonly BillableEntry[]) =>
  entries.reduce((sum, { minutes }) => sum + minutes, 0)

type Asked = {
  jobid: string
  id: string | null
  entries: BillableEntry[]
  rounding: number
  wanted: ReadonlySet<string> | undefined
  beside: boolean
  met: MetLine | undefined
}

function priceGroup(lineContext: LineContext, asked: Asked): BillGroup {
  const { jobid, id, entries, rounding, wanted, beside, met } = asked
  const item = lineContext.item(jobid, id, 'archived')
  const chosen = entries.filter((entry) => !wanted || wanted.has(entry.id))
  const minutes = sumMinutes(chosen)
  const line = beside || met?.decided ? undefined : met?.line
  const ofproduct = line?.nonbillable === true
  const chargedminutes = rounding && !ofproduct ? roundUpMinutes(minutes * 60, rounding) : minutes
  const agreed = agreedPrice(met)
  const own = agreed ?? {
    ...{ unit: item?.baseunit ?? '', unitratio: '1', discount: asPercent(0) },
    ...sellingPrice(lineContext, jobid, item, '1'),
  }
  const price = line ?? own
  const quantityAt = ({ linerate: rate, unitratio }: Pick<AgreedPrice, 'linerate' | 'unitratio'>) =>
    item ? timeQuantity(item, { minutes: chargedminutes, rate, unitratio }) : asQuantity(0)
  const quantity = quantityAt(price)
  return {
    inventoryid: id,
    name: item?.name ?? '',
    unit: price.unit,
    met,
    line,
    entries,
    chosen,
    minutes,
    chargedminutes,
    quantity,
    consumed: asQuantity(quantity + (line?.timed ? line.consumed : 0)),
    rate: price.linerate,
    workers: [...new Set(chosen.map(({ workername }) => workername))],
    unrated: chosen.every(({ costrate }) => costrate === 0),
    net: ofproduct ? asCents(0) : netOf(price, quantity),
    agreed,
    beside: lineAmounts({
      ...{ quantity: quantityAt(own), ...rateOfLine(own), discount: own.discount },
      ...lineVat(lineContext.vat(jobid), item ?? noTax),
    }),
  }
}

/** What the line says to the client: the work, and from which day to which. */
export function describeBilled({ name, chosen }: BillGroup): string {
  const days = chosen.map(({ date }) => date).sort()
  const [first, last] = [shortDate(days[0]), shortDate(days.at(-1))]
  return `${name}, ${first === last ? first : `${first} to ${last}`}`.slice(0, 500)
}
