import {
  listMovedDays,
  listOpenLines,
  listOrderedLines,
  listTemplateLines,
} from '#db/queries/planning/forecast.ts'
import { listRepeats } from '#db/queries/work/frequency.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter, daysBetween } from '#server/dates.ts'
import { repeatDates } from '#server/domains/work/frequency/plan-repeat.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { stockDirection } from '#server/stock/direction.ts'
import { readZone } from '#server/zone.ts'

type Job = { reference: string; description: string; boardid: string; location: string | null }

/** What an item is needed for, or comes from, on a day; base units. */
export type StockPlan = {
  inventoryid: string
  /** `job` and `repeat` need it, `making` and `order` bring it. */
  from: 'job' | 'repeat' | 'making' | 'order'
  day: string
  /** Nobody said a day, or it went by: it counts today. */
  when: 'planned' | 'nodate' | 'late'
  quantity: Quantity
  job?: Job
  /** Of a repeat: the next job of this template, which is not made yet. */
  repeats?: true
  order?: { id: string; number: string; supplier: string }
}

/** What open jobs, orders and the jobs that templates still make will move, to a last day. */
export function readPlans(db: TenantDb, today: string, upto: string): StockPlan[] {
  const plans = [...openPlans(db, today), ...orderPlans(db, today), ...repeatPlans(db, today, upto)]
  return plans.filter(({ day }) => day <= upto)
}

type Dated = Pick<StockPlan, 'day' | 'when'>

const datedFrom = (today: string, day: string | null): Dated => {
  if (!day) return { day: today, when: 'nodate' }
  return day < today ? { day: today, when: 'late' } : { day, when: 'planned' }
}

const base = (quantity: number, unitratio: string) => toBase(asQuantity(quantity), parseRatio(unitratio))

function openPlans(db: TenantDb, today: string): StockPlan[] {
  return listOpenLines(db).map(({ inventoryid, inventoryclass, unitratio, quantity, ...job }) => {
    const makes = stockDirection(inventoryclass) > 0
    return {
      inventoryid,
      from: makes ? 'making' : 'job',
      ...datedFrom(today, makes ? (job.finish ?? job.start) : (job.start ?? job.finish)),
      quantity: base(quantity, unitratio),
      job,
    }
  })
}

const orderPlans = (db: TenantDb, today: string): StockPlan[] =>
  listOrderedLines(db).map(({ inventoryid, unitratio, quantity, orderid, number, supplier, expected }) => ({
    inventoryid,
    from: 'order',
    ...datedFrom(today, expected),
    quantity: base(quantity, unitratio),
    order: { id: orderid, number: number ?? '', supplier },
  }))

function repeatPlans(db: TenantDb, today: string, upto: string): StockPlan[] {
  const repeats = listRepeats(db)
  const lines = Map.groupBy(
    listTemplateLines(db, [...new Set(repeats.map(({ template }) => template))]),
    ({ template }) => template,
  )
  const moment = { zone: readZone(db), now: db.now(), upto }
  return repeats.flatMap((row) => {
    const own = (lines.get(row.template) ?? []).map(
      ({ inventoryid, inventoryclass, unitratio, quantity }) => ({
        inventoryid,
        makes: stockDirection(inventoryclass) > 0,
        quantity: base(quantity, unitratio),
      }),
    )
    const due = own.length > 0 ? (repeatDates(row, moment)?.due ?? []) : []
    const takes = row.start && row.finish ? Math.max(0, daysBetween(row.start, row.finish)) : 0
    const job = {
      ...{ reference: row.reference, description: row.description },
      ...{ boardid: row.boardid, location: row.location },
    }
    return due.flatMap((day) =>
      own.map(({ inventoryid, makes, quantity }): StockPlan => {
        const from = makes ? 'making' : 'repeat'
        const dated = datedFrom(today, makes ? daysAfter(day, takes) : day)
        return { inventoryid, from, ...dated, quantity, job, repeats: true }
      }),
    )
  })
}

export const readMovedDays = (db: TenantDb, since: string) =>
  Map.groupBy(listMovedDays(db, since), ({ inventoryid }) => inventoryid)
