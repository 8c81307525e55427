import { replayPlanning } from '#tests/planning/northwind-plan.ts'
import { startTestServer } from '#tests/support/server.ts'
import { timed } from './load.ts'
import { figureAlone, type Row } from './table.ts'

/** Two years of orders in 97 weeks, of which each begins with a forecast that is compared with a simulation. */
export async function benchNorthwindPlan(): Promise<Row[]> {
  let now = new Date('1996-06-30T08:00:00Z')
  const server = await startTestServer(() => now)
  try {
    const took = await timed(() => replayPlanning(server, (instant) => (now = new Date(instant)), 97))
    return [figureAlone('Northwind planned week by week, every figure compared', took, 'at most 120000 ms')]
  } finally {
    await server.stop()
  }
}
