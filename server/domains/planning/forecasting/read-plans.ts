import {
  listMovedDays,
  listOpenLines,
  listOrderedLines,
  listTemplateLines,
} from '#db/queries/planning/forecast.ts'
import { listMakingLines, type MakingLine } from '#db/queries/planning/needs.ts'
import { listRepeats } from '#db/queries/work/frequency.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter, daysBetween } from '#server/dates.ts'
import { listUnlisted, makingDemands } from '#server/domains/planning/materials/explode-needs.ts'
import { repeatDates } from '#server/domains/work/frequency/plan-repeat.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { type Exact, exactProduct, exactWhole } from '#server/money/exact.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { roundOnce } from '#server/planning/plan-items.ts'
import { type Bill, type Circle, readSoundBill } from '#server/stock/bill.ts'
import { readZone } from '#server/zone.ts'

type Job = {
  reference: string
  description: string
  boardid: string
  location: string | null
  /** Somebody waits for what it makes. */
  forclient?: boolean
}

/** What an item is needed for, or comes from, on a day; base units. */
export type StockPlan = {
  inventoryid: string
  /** `job` and `repeat` need it, `making` and `order` bring it. */
  from: 'job' | 'repeat' | 'making' | 'order'
  day: string
  /** Nobody said a day, or it went by: it counts today. */
  when: 'planned' | 'nodate' | 'late'
  quantity: Quantity
  /** Of a line of an open job. */
  id?: string
  job?: Job
  /** The product that it goes into, where no line says so but what the product is made of; not rounded yet. */
  productid?: string
  exact?: Exact
  /** Of a repeat: the next job of this template, which is not made yet. */
  repeats?: true
  order?: { id: string; number: string; supplier: string }
}

export const brings = ({ from }: Pick<StockPlan, 'from'>) => from === 'order' || from === 'making'

/** `circle`: what is made of itself is left out. */
export type Plans = { plans: StockPlan[]; circle?: Circle }

/** What open jobs and orders will move, whenever, and to a last day the jobs that templates still make. */
export function readPlans(db: TenantDb, today: string, upto: string): Plans {
  const [making, templates] = [listMakingLines(db, 'open'), readTemplates(db)]
  const products = [...making, ...[...templates.lines.values()].flat()].map(({ inventoryid }) => inventoryid)
  const { bill, circle } = readSoundBill(db, [...new Set(products)])
  const plans = [
    ...openPlans(db, today),
    ...orderPlans(db, today),
    ...repeatPlans(db, templates, bill, { today, upto }),
    ...inputPlans(bill, making, today),
  ]
  const due = plans.filter(({ day, repeats }) => !repeats || day <= upto)
  return { plans: roundInputs(due, bill), circle }
}

type Dated = Pick<StockPlan, 'day' | 'when'>

const datedFrom = (today: string, day: string | null): Dated => {
  if (!day) return { day: today, when: 'nodate' }
  return day < today ? { day: today, when: 'late' } : { day, when: 'planned' }
}

const base = (quantity: number, unitratio: string) => toBase(asQuantity(quantity), parseRatio(unitratio))

function openPlans(db: TenantDb, today: string): StockPlan[] {
  return listOpenLines(db).map(({ id, inventoryid, inventoryclass, unitratio, quantity, ...job }) => {
    const makes = stockDirection(inventoryclass) > 0
    return {
      ...{ id, inventoryid },
      from: makes ? 'making' : 'job',
      ...datedFrom(today, makes ? (job.finish ?? job.start) : (job.start ?? job.finish)),
      quantity: base(quantity, unitratio),
      job: { ...job, forclient: job.forclient === 1 },
    }
  })
}

/** What open jobs take for their products without listing it. */
function inputPlans(bill: Bill, making: readonly MakingLine[], today: string): StockPlan[] {
  const lines = new Map(making.map((line) => [line.id, line]))
  return [...makingDemands(bill, making, today)].flatMap(([inventoryid, demands]) =>
    demands.map(({ id, productid, exact }): StockPlan => {
      const { day, reference, description, boardid, location } = lines.get(id!)!
      return {
        ...{ inventoryid, from: 'job', ...datedFrom(today, day), productid, exact, quantity: asQuantity(0) },
        job: { reference, description, boardid, location },
      }
    }),
  )
}

const orderPlans = (db: TenantDb, today: string): StockPlan[] =>
  listOrderedLines(db).map(({ inventoryid, unitratio, quantity, orderid, number, supplier, expected }) => ({
    inventoryid,
    from: 'order',
    ...datedFrom(today, expected),
    quantity: base(quantity, unitratio),
    order: { id: orderid, number: number ?? '', supplier },
  }))

function readTemplates(db: TenantDb) {
  const repeats = listRepeats(db)
  const lines = listTemplateLines(db, [...new Set(repeats.map(({ template }) => template))])
  return { repeats, lines: Map.groupBy(lines, ({ template }) => template) }
}

function repeatPlans(
  db: TenantDb,
  { repeats, lines }: ReturnType<typeof readTemplates>,
  bill: Bill,
  { today, upto }: { today: string; upto: string },
): StockPlan[] {
  const moment = { zone: readZone(db), now: db.now(), upto }
  const unlisted = listUnlisted(bill)
  return repeats.flatMap((row) => {
    const own = (lines.get(row.template) ?? []).map((line) => ({
      inventoryid: line.inventoryid,
      makes: stockDirection(line.inventoryclass) > 0,
      quantity: base(line.quantity, line.unitratio),
      inputs: stockDirection(line.inventoryclass) > 0 ? unlisted(line) : [],
    }))
    const due = own.length > 0 ? (repeatDates(row, moment)?.due ?? []) : []
    const takes = row.start && row.finish ? Math.max(0, daysBetween(row.start, row.finish)) : 0
    const job = {
      ...{ reference: row.reference, description: row.description },
      ...{ boardid: row.boardid, location: row.location },
    }
    return due.flatMap((day) =>
      own.flatMap(({ inventoryid, makes, quantity, inputs }): StockPlan[] => {
        const from = makes ? 'making' : 'repeat'
        const dated = datedFrom(today, makes ? daysAfter(day, takes) : day)
        return [
          { inventoryid, from, ...dated, quantity, job, repeats: true },
          ...inputs.map(
            (input): StockPlan => ({
              ...{ inventoryid: input.inventoryid, from: 'repeat', ...datedFrom(today, day) },
              ...{ productid: inventoryid, exact: exactProduct(exactWhole(quantity), input.per) },
              ...{ quantity: asQuantity(0), job, repeats: true },
            }),
          ),
        ]
      }),
    )
  })
}

/** An item that is in several products is rounded once, over all of them. */
function roundInputs(plans: readonly StockPlan[], bill: Bill): StockPlan[] {
  const open = plans.flatMap(({ inventoryid, day, exact }, at) =>
    exact ? [{ inventoryid, demand: { id: String(at), day, exact } }] : [],
  )
  const rounded = new Map<string | null, Quantity>()
  for (const [id, own] of Map.groupBy(open, ({ inventoryid }) => inventoryid)) {
    const demands = own.map(({ demand }) => demand)
    for (const one of roundOnce(demands, bill.get(id)?.whole ?? false)) rounded.set(one.id, one.quantity)
  }
  return plans.map((plan, at) =>
    plan.exact ? { ...plan, quantity: rounded.get(String(at)) ?? plan.quantity } : plan,
  )
}

export const readMovedDays = (db: TenantDb, since: string) =>
  Map.groupBy(listMovedDays(db, since), ({ inventoryid }) => inventoryid)
