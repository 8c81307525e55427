import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { boardLabels } from '#server/domains/work/jobs/board-props.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { toDecimal } from '#server/money/decimal.ts'
import type { PlanLine } from '#views/planning/plan-lines.tsx'
import type { Forecast, PeriodForecast } from './forecast.ts'
import type { StockPlan } from './read-plans.ts'

const units = (millionths: number) => toDecimal(millionths, 'quantity')

/** As calls say it, in base units. */
export const presentForecast = ({ periods, items, past, circle }: Forecast) => ({
  periods,
  circle: circle ?? null,
  past: past ?? null,
  items: items.map(({ onhand, minimum, consumption, periods, short, ...item }) => ({
    ...item,
    onhand: units(onhand),
    minimum: units(minimum),
    short: short ?? null,
    consumption: consumption ? { ...consumption, used: units(consumption.used) } : null,
    periods: periods.map(presentPeriod),
  })),
})

const presentPeriod = ({ start, end, lead, lowest, shorton: _, ...figures }: PeriodForecast) => ({
  ...{ start, end, lead },
  ...inUnits(figures),
  lowest: { ...lowest, quantity: units(lowest.quantity) },
})

const inUnits = <T extends Record<string, unknown>>(figures: T) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, units(value as never)])) as {
    [Name in keyof T]: number
  }

export function presentPlans(db: TenantDb, viewer: Viewer, plans: readonly StockPlan[]): PlanLine[] {
  const present = planPresenter(db, viewer)
  return plans.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)).map(present)
}

/** A job that the person does not see counts, and is not named. */
export function planPresenter(db: TenantDb, viewer: Viewer): (plan: StockPlan) => PlanLine {
  const linkOf = jobLinks(db)
  const { segment, boards } = boardLabels(db)
  const slugs = new Map(boards.map(({ id, slug }) => [id, slug]))
  return ({ from, day, when, quantity, job, order, repeats }) => {
    const line = { from, day, when, quantity, repeats: repeats ?? false }
    if (order) {
      const href = viewer.claims.has('purchase.read') ? `/purchase/${order.id}` : undefined
      return { ...line, name: order.number, about: order.supplier, href }
    }
    if (!job || !canSeeJobAt(viewer, job.boardid, job.location)) return { ...line, name: '', about: '' }
    const slug = slugs.get(job.boardid)
    const templates = slug && `/${segment}/${slug}/templates`
    const href = repeats ? templates : linkOf(job.boardid, job.reference)
    return { ...line, name: job.reference, about: job.description, href }
  }
}
