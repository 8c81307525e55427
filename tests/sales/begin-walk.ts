import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { TestServer } from '#tests/support/server.ts'
import { jobToDeliver } from '#tests/work/deliveries-support.ts'
import { by } from '#tests/work/jobs-support.ts'
import type { Walked } from './goods-walk.ts'
import type { InvoiceFixtures } from './invoices-support.ts'
import { BOUGHT } from './seven-metres-support.ts'

/** Where goods on consignment lie, what the line is of, and how much of it is ordered, and used or made. */
type Begun = { theirs: string; kind: number | null; fixedprice: boolean; estimated: number; used: number }

/** A job that is complete, with a line of an item of which 20 are in stock before, where it is kept there; each costs R 60,50 and is sold at R 80. */
export async function beginWalk(
  server: TestServer,
  shop: InvoiceFixtures,
  { theirs, kind, fixedprice, estimated, used }: Begun,
): Promise<Walked> {
  const { admin } = server.people
  const item = await server.services.tenants.write(server.accountid, by, (tx) => {
    const id = makeItem(tx, { materialname: 'Oak', inventoryclass: kind })
    tx.invalidateCaches()
    return id
  })
  if (kind !== BOUGHT)
    await expectOk(admin.post('/api/inventory/inbound', { inventoryid: item, quantity: 20, cost: 60.5 }))
  const values = { inventoryid: item, unit: undefined, estimated, consumed: used }
  const { id, lines } = await jobToDeliver(shop, [{ ...values, linerate: 80, costrate: 60.5 }])
  if (fixedprice) await expectOk(admin.patch(`/api/jobs/${id}`, { fixedprice }))
  await expectOk(admin.patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  return { boardid: shop.boardid, jobid: id, line: lines[0]!, item, theirs }
}
