import { listOrders, type OrderFilter, tallyOrders } from '#db/queries/purchasing/orders.ts'
import { type OrderState, orderStates } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { readToday } from '#server/zone.ts'
import type { OrderCounts, OrderFigures, OrderSummary } from '#views/purchasing/orders/types.ts'
import { presentOrderSummary, seesPrices } from './present.ts'

export type OrderQuery = Omit<OrderFilter, 'late' | 'state'> & {
  state?: OrderState | ''
  late?: boolean
  sort?: string
  skip?: number
  take?: number
}

const filterOf = ({ late, state, ...query }: OrderQuery, today: string): OrderFilter => ({
  ...query,
  state: state || undefined,
  late: late ? today : undefined,
})

/** Who sees no prices does not sort by them. */
export function listOrderSummaries(db: TenantDb, viewer: Viewer, query: OrderQuery): OrderSummary[] {
  const today = readToday(db)
  const sort = !seesPrices(viewer) && query.sort?.endsWith('total') ? undefined : query.sort
  return listOrders(db, filterOf(query, today), { ...query, sort }).map((row) =>
    presentOrderSummary(row, viewer, today),
  )
}

export function findOrders(
  db: TenantDb,
  viewer: Viewer,
  query: OrderQuery,
): OrderFigures & { rows: OrderSummary[]; total: number } {
  const today = readToday(db)
  const none = () => Object.fromEntries(orderStates.map((state) => [state, 0])) as OrderCounts
  const figures = { counts: none(), sums: none(), late: 0 }
  for (const { state, n, total, late } of tallyOrders(db, filterOf(query, today), today)) {
    figures.counts[state] = n
    figures.sums[state] = total
    figures.late += late
  }
  const { counts } = figures
  return {
    rows: listOrderSummaries(db, viewer, query),
    total: query.state ? counts[query.state] : Object.values(counts).reduce((sum, n) => sum + n, 0),
    ...figures,
    sums: seesPrices(viewer) ? figures.sums : null,
  }
}
