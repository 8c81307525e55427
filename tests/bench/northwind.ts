import { checkReplay } from '#tests/sales/northwind-check.ts'
import { readOrders } from '#tests/sales/northwind-replay.ts'
import { startTestServer } from '#tests/support/server.ts'
import { timed } from './load.ts'
import { figureAlone, type Row } from './table.ts'

/** All 830 orders, of which 809 are delivered, invoiced and paid, and every sum compared with the files. */
export async function benchNorthwind(): Promise<Row[]> {
  const server = await startTestServer()
  try {
    const took = await timed(() => checkReplay(server, readOrders()))
    return [figureAlone('Northwind through the calls, every sum compared', took, 'at most 60000 ms')]
  } finally {
    await server.stop()
  }
}
