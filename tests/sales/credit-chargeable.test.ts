import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TenantDb } from '#db/types.ts'
import { accountClaims } from '#server/access/claims.ts'
import { viewerFor } from '#server/access/viewer.ts'
import { readUnbilled } from '#server/domains/sales/billing/unbilled.ts'
import { readOnHand } from '#server/stock/read.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from '#tests/work/deliveries-support.ts'
import { by } from '#tests/work/jobs-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'

let server: TestServer
let shop: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const read = <T>(run: Parameters<typeof server.services.tenants.read<T>>[1]) =>
  server.services.tenants.read(server.accountid, run)
const post = (path: string, body: object = {}) => expectOk(admin().post(path, body))
const get = (path: string) => expectOk(admin().get(path))

/** Seven metres at R 75,63 that cost R 60,50 each, all used, on a job in Complete. */
async function sevenMetres({ labour = false, price = 75.63, inventoryclass = 1 } = {}) {
  const item = await server.services.tenants.write(server.accountid, by, (tx) => {
    const id = makeItem(tx, { materialname: 'Oak', inventoryclass })
    tx.invalidateCaches()
    return id
  })
  await post('/api/inventory/inbound', { inventoryid: item, quantity: 20, cost: 60.5 })
  const used = { inventoryid: item, description: 'Oak', unit: undefined, estimated: 7, consumed: 7 }
  const { id, lines, reference } = await jobToDeliver(shop, [
    { ...used, linerate: price },
    ...(labour ? [{ linerate: 450, estimated: 2, consumed: 2, costrate: 0 }] : []),
  ])
  await expectOk(admin().patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  return { item, id, line: lines[0]!, reference }
}
type Job = Awaited<ReturnType<typeof sevenMetres>>

async function invoice({ id, line }: Job, quantity?: number) {
  const part = quantity === undefined ? {} : { lines: [{ materialid: line, quantity }] }
  const draft = await post('/api/invoices', { jobid: id, ...part })
  return (await post(`/api/invoices/${draft.id}/issue`)) as { id: string; net: number; total: number }
}
const credit = (id: string, body: object) => post(`/api/invoices/${id}/credit`, body)
const returned = (quantity: number, restock?: boolean) => ({
  reason: 'returned',
  lines: [{ line: 0, quantity, ...(restock !== undefined && { restock }) }],
})
const held = (item: string) => read((db) => (readOnHand(db, [item]).get(item)?.quantity ?? 0) / 1e6)
const margin = async ({ id }: Job) => (await get(`/api/jobs/${id}/totals`)).margin.actual as number

const viewerOf = (db: TenantDb) =>
  viewerFor(db, {
    ...{ userid: server.people.admin.userid, roles: ['systemadmin'] },
    claims: new Set(accountClaims),
  })

/** What the next invoice charges: quantity and net of its first line. */
async function next({ id }: Job) {
  const { net, total, document } = await post('/api/invoices', { jobid: id })
  return { quantity: document.lines[0].quantity as number, net: net as number, total: total as number }
}

test('of four invoiced metres two come back: three of the five that are kept are charged', async () => {
  const job = await sevenMetres()
  const { id } = await invoice(job, 4)
  await credit(id, returned(2, true))
  expect(held(job.item)).toBe(15)
  // 5 × 75,63 − 5 × 60,50
  expect(await margin(job)).toBe(75.65)
  expect(await get(`/api/materials/getMaterials/${job.id}`)).toMatchObject([{ consumed: 5, invoiced: 2 }])
  const unbilled = read((db) => readUnbilled(db, viewerOf(db), {})).find((row) => row.id === job.id)
  expect(unbilled).toMatchObject({ value: 22_689, margin: 7565 })
  expect(await next(job)).toMatchObject({ quantity: 3, net: 226.89 })
})

test('all that was invoiced comes back: what was used and never invoiced still is', async () => {
  const job = await sevenMetres()
  const { id } = await invoice(job, 4)
  await credit(id, returned(4, true))
  expect(await get(`/api/jobs/${job.id}`)).toMatchObject({ status: 4 })
  expect(await margin(job)).toBe(45.39)
  expect(await next(job)).toMatchObject({ quantity: 3, net: 226.89 })
})

test('what came back is not taken off once more where the rest is to be invoiced again', async () => {
  for (const again of [{}, { again: true }]) {
    const job = await sevenMetres()
    const { id } = await invoice(job)
    await credit(id, returned(2, true))
    await credit(id, { reason: 'error', ...again })
    expect(await next(job)).toMatchObject({ quantity: 5, net: 378.15 })
    expect(await margin(job)).toBe(75.65)
  }
})

test('what was taken off the price stays off what is invoiced again, and off nothing that came back', async () => {
  const job = await sevenMetres({ labour: true })
  const { id } = await invoice(job)
  await credit(id, { reason: 'price', lines: [{ line: 0, amount: 600 }] })
  // 529,41 and VAT of 79,41 are 608,82; 8,82 is left, of which two of seven are 2,52.
  expect((await credit(id, returned(2, true))).total).toBe(-2.52)
  const rest = await credit(id, { reason: 'error' })
  // 8,82 − 2,52 = 6,30 and 900,00 with VAT.
  expect(rest.total).toBe(-1041.3)
  const draft = await next(job)
  expect(draft.quantity).toBe(5)
  expect(draft.total).toBe(1041.3)
  expect(draft.net).toBe(-rest.net)
})

test('the order of the two, and goods that come back by a note, change nothing of that', async () => {
  const job = await sevenMetres()
  const { id } = await invoice(job)
  await credit(id, returned(2, true))
  await credit(id, { reason: 'price', lines: [{ line: 0, amount: 400 }] })
  // 5 × 75,63 × 1,15 = 434,87.
  expect((await credit(id, { reason: 'error' })).total).toBe(-34.87)
  expect(await next(job)).toMatchObject({ quantity: 5, total: 34.87 })

  const noted = await sevenMetres()
  const note = await issueNote(admin(), shop.boardid, [{ materialid: noted.line, quantity: 7 }])
  const whole = await invoice(noted)
  await credit(whole.id, { reason: 'price', lines: [{ line: 0, amount: 600 }] })
  await comesBack(note, 2)
  await credit(whole.id, { reason: 'error' })
  // Of the 600,00, 171,43 was off the two that came back.
  expect(await next(noted)).toMatchObject({ quantity: 5, total: 6.3 })

  const againfirst = await sevenMetres()
  const first = await invoice(againfirst)
  await credit(first.id, { reason: 'price', lines: [{ line: 0, amount: 600 }] })
  await credit(first.id, { ...returned(2, true), again: true })
  await credit(first.id, { reason: 'error' })
  expect(await next(againfirst)).toMatchObject({ quantity: 5, total: 6.3 })
})

const comesBack = (note: { id: string; lines: { id: string }[] }, quantity: number) =>
  expectOk(
    admin().patch(`/api/delivery/${note.id}`, {
      ...{ status: 'returned', restock: true },
      returns: [{ lineid: note.lines[0]!.id, quantity }],
    }),
  )

test('what a note put back does not come in once more by the credit', async () => {
  const job = await sevenMetres()
  const note = await issueNote(admin(), shop.boardid, [{ materialid: job.line, quantity: 7 }])
  const { id } = await invoice(job, 4)
  await comesBack(note, 2)
  expect(held(job.item)).toBe(15)
  const { creditable } = await get(`/api/invoices/${id}`)
  // Others may come back, where somebody ticks them.
  expect(creditable).toMatchObject([{ back: 0, backinstock: 2, restockable: 4 }])
  await credit(id, returned(2))
  expect(held(job.item)).toBe(15)
  expect(await get(`/api/jobs/${job.id}`)).toMatchObject({ status: 4 })
  expect(await margin(job)).toBe(75.65)
  expect(await next(job)).toMatchObject({ quantity: 3, net: 226.89 })
})

test('what is credited for good and stays with the client is not charged again', async () => {
  const job = await sevenMetres()
  const { id } = await invoice(job, 4)
  await credit(id, returned(2, false))
  // Five of the seven are charged in the end, and all seven were used.
  expect(await margin(job)).toBe(-45.35)
  expect(await next(job)).toMatchObject({ quantity: 3, net: 226.89 })
})

test('a fixed price is charged whatever comes back', async () => {
  const job = await sevenMetres()
  await expectOk(admin().patch(`/api/jobs/${job.id}`, { fixedprice: true }))
  const { id } = await invoice(job, 4)
  await credit(id, returned(2, true))
  expect(await next(job)).toMatchObject({ quantity: 3, net: 226.89 })
})
