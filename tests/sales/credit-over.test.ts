import { afterAll, beforeAll, expect, test } from 'bun:test'
import { jobMargin } from '#server/domains/reporting/reports/list/job-margin.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { jobToDeliver } from '#tests/work/deliveries-support.ts'
import { by } from '#tests/work/jobs-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'

let server: TestServer
let shop: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const post = (path: string, body: object = {}) => expectOk(server.people.admin.post(path, body))
const get = (path: string) => expectOk(server.people.admin.get(path))
const patch = (path: string, body: object) => expectOk(server.people.admin.patch(path, body))
const days = { start: '2000-01-01', end: '2999-12-31' }

/** Ten at R 20 that cost R 10 each, of which five are invoiced; what is charged of them falls to `less`. In rand without VAT. */
async function fallen({ less, fixedprice, isText }: { less: number; fixedprice: boolean; isText: boolean }) {
  const item = await server.services.tenants.write(server.accountid, by, (tx) => {
    const id = makeItem(tx, { materialname: 'Oak' })
    tx.invalidateCaches()
    return id
  })
  await post('/api/inventory/inbound', { inventoryid: item, quantity: 40, cost: 10 })
  const values = { estimated: 10, consumed: 10, linerate: 20, costrate: 10 }
  const of = isText ? {} : { inventoryid: item, unit: undefined }
  const { id, reference, lines } = await jobToDeliver(shop, [{ ...values, ...of }])
  if (fixedprice) await patch(`/api/jobs/${id}`, { fixedprice })
  await patch(`/api/jobs/${id}`, { status: 4, confirmed: true })
  const line = lines[0]!
  const draft = await post('/api/invoices', { jobid: id, lines: [{ materialid: line, quantity: 5 }] })
  await post(`/api/invoices/${draft.id}/issue`)
  await patch(`/api/materials/${line}`, fixedprice ? { estimated: less } : { consumed: less })
  const billed = (await get('/api/billing')).find((row: { id: string }) => row.id === id)
  const credit = (quantity: number, reason = 'varied') =>
    post(`/api/invoices/${draft.id}/credit`, {
      ...{ reason, again: false },
      lines: [{ line: 0, quantity, restock: false }],
    })
  async function figures() {
    const { credited, margin } = await get(`/api/jobs/${id}/totals`)
    const report = server.services.tenants
      .read(server.accountid, (db) => [...jobMargin.read(db, { ...days } as never)])
      .find((row) => row.reference === reference)
    const { status } = await get(`/api/jobs/${id}`)
    return { credited, margin: margin.actual, charged: Number(report?.charged) / 100, status }
  }
  return { id, tocredit: billed.tocredit as number, credit, figures }
}

const kinds = [
  { isText: false, reason: 'varied' },
  { isText: false, reason: 'returned' },
  { isText: true, reason: 'varied' },
]

test.each(kinds)('what is credited of more than is used only lowers what is invoiced (%j)', async (kind) => {
  const { id, tocredit, credit, figures } = await fallen({ less: 3, fixedprice: false, ...kind })
  expect(tocredit).toBe(40)
  await credit(2, kind.reason)
  expect(await figures()).toEqual({ credited: 0, charged: 60, margin: 30, status: 5 })
  expect(await get(`/api/materials/getMaterials/${id}`)).toMatchObject([{ consumed: 3, invoiced: 3 }])
})

test.each(kinds)('what is credited beyond that is given away (%j)', async (kind) => {
  const { credit, figures } = await fallen({ less: 3, fixedprice: false, ...kind })
  await credit(3, kind.reason)
  expect(await figures()).toEqual({ credited: 20, charged: 40, margin: 10, status: 5 })
})

test('in two credit notes it is the same', async () => {
  const { credit, figures } = await fallen({ less: 3, fixedprice: false, isText: false })
  await credit(1)
  await credit(2)
  expect(await figures()).toEqual({ credited: 20, charged: 40, margin: 10, status: 5 })
})

test.each(kinds)('so it is of a fixed price that fell with what is estimated (%j)', async (kind) => {
  const { tocredit, credit, figures } = await fallen({ less: 2, fixedprice: true, ...kind })
  expect(tocredit).toBe(60)
  await credit(3, kind.reason)
  expect(await figures()).toEqual({ credited: 0, charged: 40, margin: -60, status: 5 })
})
