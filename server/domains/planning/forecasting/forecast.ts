import { type ForecastItem, listForecastItems } from '#db/queries/planning/forecast.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import type { Circle } from '#server/stock/bill.ts'
import { readOnHand } from '#server/stock/read.ts'
import { wordMatch } from '#server/word-match.ts'
import { readToday } from '#server/zone.ts'
import { averageUse, type Consumption, readConsumption } from './average.ts'
import { addInputsOfMissing } from './inputs-of-missing.ts'
import { countDays, type Horizon, lastPeriods, listPeriods, type Period } from './periods.ts'
import { brings, readMovedDays, readPlans, type StockPlan } from './read-plans.ts'

type Figures = Record<
  /** What jobs and repeats need, what would be used as before, and the more of both. */
  'jobs' | 'repeats' | 'average' | 'demand' | 'ordered' | 'making' | 'balance',
  Quantity
>

export type PeriodForecast = Period &
  Figures & {
    /** The least that there is on any day of it, and that day. */
    lowest: { day: string; quantity: Quantity }
    /** The first day of it on which there is too little. */
    shorton?: string
  }

type ItemForecast = ForecastItem & {
  onhand: Quantity
  periods: PeriodForecast[]
  /** The first day on which there is too little. */
  short?: string
  consumption?: Consumption
}

export type ForecastQuery = Horizon & {
  /** How many whole periods before today the average is of; none: it is left aside. */
  average?: number
  search?: string
  category?: string
  supplier?: string
  short?: boolean
  /** One item alone. */
  item?: string
}

type Choice = { value: string; label: string }

export type Forecast = {
  today: string
  periods: Period[]
  items: ItemForecast[]
  /** Of all items that there are, whatever the filter. */
  categories: Choice[]
  suppliers: Choice[]
  /** The days that the average is of. */
  past?: { start: string; end: string }
  plans: ReadonlyMap<string, StockPlan[]>
  /** Of such items no inputs are counted, and neither are those of any other. */
  circle?: Circle
}

/** Of all items that anything is planned for or that were used lately: what is needed, comes and stays, by period. */
export function readForecast(db: TenantDb, query: ForecastQuery): Forecast {
  const today = readToday(db)
  const periods = listPeriods(today, query)
  const upto = periods.at(-1)!.end
  const { plans: read, circle } = addInputsOfMissing(db, readPlans(db, today, upto), today)
  const plans = Map.groupBy(
    read.filter(({ day }) => day <= upto),
    ({ inventoryid }) => inventoryid,
  )
  const past = query.average ? lastPeriods(today, query.by || 'week', query.average) : undefined
  const moved = past ? readMovedDays(db, past.start) : new Map<string, never>()
  const ids = query.item ? [query.item] : [...new Set([...plans.keys(), ...moved.keys()])]
  const all = listForecastItems(db, ids)
  const named = all.filter(matches(query))
  const onhand = readOnHand(
    db,
    named.map(({ id }) => id),
  )
  const items = named.map((item): ItemForecast => {
    const held = onhand.get(item.id)?.quantity ?? asQuantity(0)
    const consumption = past && readConsumption(moved.get(item.id) ?? [], held, past)
    const own = forecastPeriods(periods, plans.get(item.id) ?? [], held, consumption)
    const short = own.find(({ shorton }) => shorton)?.shorton
    return { ...item, onhand: held, periods: own, short, consumption }
  })
  return {
    ...{ today, periods, plans, past, circle },
    items: items.filter(isTold(query)),
    categories: choices(all, ({ category, categoryname }) => [category, categoryname]),
    suppliers: choices(all, ({ supplier, suppliername }) => [supplier, suppliername]),
  }
}

const choices = (
  items: readonly ForecastItem[],
  read: (item: ForecastItem) => [value: string | null, label: string | null],
): Choice[] =>
  [...new Map(items.map(read))]
    .flatMap(([value, label]) => (value ? [{ value, label: label ?? '' }] : []))
    .sort((a, b) => a.label.localeCompare(b.label))

const matches = ({ search, category, supplier }: ForecastQuery) => {
  const isNamed = wordMatch(search)
  return (item: ForecastItem) =>
    (!category || item.category === category) &&
    (!supplier || item.supplier === supplier) &&
    isNamed(`${item.code} ${item.name}`)
}

/** What moved before, by a count perhaps, and is not needed again has nothing to tell. */
const isTold =
  ({ item, short }: ForecastQuery) =>
  (one: ItemForecast) =>
    item !== undefined ||
    (short
      ? one.short !== undefined
      : one.periods.some(({ demand, ordered, making }) => demand + ordered + making > 0))

/** Carried from day to day: what is used as before beyond what is planned leaves at the end of its period. */
export function forecastPeriods(
  periods: readonly Period[],
  plans: readonly StockPlan[],
  onhand: Quantity,
  consumption?: Consumption,
): PeriodForecast[] {
  let balance = Number(onhand)
  return periods.map((period) => {
    const own = plans.filter(({ day }) => day >= period.start && day <= period.end)
    const sum = (from: StockPlan['from']) => total(own.filter((plan) => plan.from === from))
    const [jobs, repeats, ordered, making] = [sum('job'), sum('repeat'), sum('order'), sum('making')]
    const average = consumption ? averageUse(consumption, countDays(period)) : asQuantity(0)
    const planned = jobs + repeats
    const demand = Math.max(average, planned)
    let lowest = { day: period.start, quantity: asQuantity(balance) }
    let shorton = balance < 0 ? period.start : undefined
    const dip = (day: string) => {
      if (balance < 0) shorton ??= day
      if (balance < lowest.quantity) lowest = { day, quantity: asQuantity(balance) }
    }
    const days = Map.groupBy(own, ({ day }) => day)
    for (const day of [...days.keys()].sort()) {
      balance += days.get(day)!.reduce((change, plan) => change + signed(plan), 0)
      dip(day)
    }
    balance -= demand - planned
    dip(period.end)
    return {
      ...{ ...period, jobs, repeats, average, ordered, making, lowest, shorton },
      ...{ demand: asQuantity(demand), balance: asQuantity(balance) },
    }
  })
}

const signed = (plan: StockPlan) => (brings(plan) ? plan.quantity : -plan.quantity)

const total = (plans: readonly StockPlan[]) =>
  asQuantity(plans.reduce((sum, { quantity }) => sum + quantity, 0))
