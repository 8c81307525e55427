import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { board_permissions, categories, inventory, jobs } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { parseQuantity } from '#server/money/decimal.ts'
import { checkStock } from '#server/stock/check.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeItem, makeJob, makeUnit, setBlockNegative } from './support.ts'

let server: TestServer
let paint = ''
let chair = ''
const write = <T>(run: (tx: Tx) => T) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, run)

beforeAll(async () => {
  server = await startTestServer()
  await write((tx) => {
    paint = makeItem(tx, {
      ...{ code: 'PNT', materialname: 'Paint', baseunit: 'l', inventoryclass: 2 },
      minimumfinishedgoodsvolume: parseQuantity(8),
    })
    makeUnit(tx, paint, 'can', '1/5')
    chair = makeItem(tx, { code: 'CHR', materialname: 'Chair', inventoryclass: 3 })
  })
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const levels = async (id = paint) => (await admin().get(`/api/inventory/${id}/levels`)).body.data
const inbound = (quantity: number, inventoryid = paint) =>
  admin().post('/api/inventory/inbound', { inventoryid, quantity })
const job = (values: Partial<typeof jobs.$inferInsert> = {}) =>
  write((tx) => {
    tx.invalidateCaches()
    return makeJob(tx, values)
  })
const line = async (jobid: string, more: object = {}) =>
  (await admin().post('/api/materials', { jobid, inventoryid: paint, role: 1, estimated: 1, ...more })).body
    .data
const sync = (body: object) => admin().patch('/api/jobs/stocksync', body)

describe('what is reserved', () => {
  test('is what approved jobs planned to take out and have not, whatever the unit', async () => {
    await inbound(20)
    const open = await job({ status: 3 })
    await line(open, { estimated: 2, unit: 'can' })
    await line(open, { estimated: 3, consumed: 1 })
    await line(open, { inventoryid: chair, role: 2, estimated: 4 })
    expect(await levels()).toMatchObject({ quantity: 19, reserved: 12, available: 7 })
    expect(await levels(chair)).toMatchObject({ quantity: 0, reserved: 0, available: 0 })
  })

  test('is nothing of templates, of what is not approved and of what is done', async () => {
    for (const values of [{ template: true }, { status: 1 }, { status: 2 }, { status: 5 }, { status: 98 }]) {
      const other = await job({ status: 3 })
      await line(other, { estimated: 100 })
      await write((tx) => tx.db.update(jobs).set(values).where(eq(jobs.id, other)).run())
    }
    expect((await levels()).reserved).toBe(12)
  })

  test('goes with the approval of the job (decision F16)', async () => {
    const asked = await job()
    await line(asked, { estimated: 5 })
    const reservedIn = async (status: number) => {
      await write((tx) => tx.db.update(jobs).set({ status }).where(eq(jobs.id, asked)).run())
      return (await levels()).reserved - 12
    }
    expect([await reservedIn(2), await reservedIn(3), await reservedIn(4), await reservedIn(1)]).toEqual([
      0, 5, 5, 0,
    ])
  })
})

describe('the worklists', () => {
  const page = async (query: string) => (await admin().get(`/admin/stock${query}`)).text

  test('show what is below its smallest stock, counting what is reserved', async () => {
    const text = await page('?of=minimum')
    for (const words of ['Paint [PNT]', '7\u00a0l', '8\u00a0l', '1\u00a0l', `/inventory/${paint}/stock`])
      expect(text).toContain(words)
    expect(await page('?of=minimum&search=%25')).toContain('No item matches')
    await inbound(1)
    expect(await page('?of=minimum')).toContain('No item is below its minimum.')
  })

  test('show what is below zero, and the place where', async () => {
    expect(await page('?of=negative')).toContain('Nothing is below zero.')
    await admin().post('/api/inventory/outbound', { inventoryid: chair, quantity: 2 })
    const text = await page('?of=negative')
    for (const words of ['Chair [CHR]', 'no place: −2\u00a0ea']) expect(text).toContain(words)
    await inbound(2, chair)
  })
})

describe('a stock sync', () => {
  test('books what was planned and not consumed, up to the estimate and once', async () => {
    const id = await job()
    const { id: can } = await line(id, { estimated: 2, consumed: 0.5, unit: 'can' })
    await line(id, { inventoryid: chair, role: 2, estimated: 4 })
    await line(id, { inventoryid: null, role: 4, description: 'Labour', estimated: 3 })
    const before = (await levels()).quantity
    const { status, body } = await sync({ job: id })
    expect([status, body.total]).toEqual([200, 2])
    expect(body.data).toContainEqual({
      ...{ id: can, version: 2, unit: 'can', consumed: 2, booked: 1.5, short: 0 },
    })
    expect((await levels()).quantity).toBe(before - 7.5)
    expect((await levels(chair)).quantity).toBe(4)
    expect((await sync({ job: id })).body).toEqual({ data: [], total: 0 })
  })

  test('restricted keeps within the stock on hand, to the last unit', async () => {
    const id = await job()
    const { quantity } = await levels()
    const first = await line(id, { estimated: quantity - 1 })
    const second = await line(id, { estimated: 1, unit: 'can' })
    await write((tx) => setBlockNegative(tx, true))
    const { body } = await sync({ job: id, restrict: true })
    await write((tx) => setBlockNegative(tx, false))
    expect(body.data).toEqual([
      { id: first.id, version: 2, unit: 'l', consumed: quantity - 1, booked: quantity - 1, short: 0 },
      { id: second.id, version: 2, unit: 'can', consumed: 0.2, booked: 0.2, short: 0.8 },
    ])
    expect((await levels()).quantity).toBe(0)
  })

  test('unrestricted goes below zero with a warning, or is refused as a whole', async () => {
    const id = await job()
    await inbound(1)
    await line(id, { estimated: 1 })
    await line(id, { estimated: 2 })
    await write((tx) => setBlockNegative(tx, true))
    expect((await sync({ job: id })).status).toBe(400)
    expect((await levels()).quantity).toBe(1)
    await write((tx) => setBlockNegative(tx, false))
    expect((await sync({ job: id })).body.message).toBe(
      'Booked, but the stock of Paint [PNT] is now 2\u00a0l below zero.',
    )
    expect(server.services.tenants.read(server.accountid, checkStock)).toEqual([])
  })

  test('is for who may book consumption, on a job that is open', async () => {
    const id = await job()
    await line(id)
    expect((await server.people.stakeholder.patch('/api/jobs/stocksync', { job: id })).status).toBe(403)
    expect((await server.other.patch('/api/jobs/stocksync', { job: id })).status).toBe(404)
    expect((await admin().patch('/api/v1/jobs/stocksync', { job: id, restrict: true })).status).toBe(200)
    await write((tx) => tx.db.update(jobs).set({ status: 5 }).where(eq(jobs.id, id)).run())
    expect((await sync({ job: id })).status).toBe(400)
    const plan = await job({ template: true })
    await line(plan)
    expect((await sync({ job: plan })).status).toBe(400)
  })
})

test('stock of categories is found by their id or name', async () => {
  const category = await write((tx) => {
    const row = { id: Bun.randomUUIDv7(), name: 'Coatings', createdutc: tx.now, updatedutc: tx.now }
    tx.db.insert(categories).values(row).run()
    tx.db.update(inventory).set({ category: row.id }).where(eq(inventory.id, paint)).run()
    return row.id
  })
  const ask = async (codes: string) =>
    (await admin().get(`/api/inventory/categorystockonhand?codes=${codes}`)).body
  const { quantity } = await levels()
  for (const codes of [category, 'coatings', `${category},Coatings,nothing`])
    expect(await ask(codes)).toEqual({
      data: [
        {
          category: { id: category, name: 'Coatings' },
          inventory: [expect.objectContaining({ inventoryid: paint, quantity })],
        },
      ],
      total: 1,
    })
  expect((await server.other.get('/api/inventory/categorystockonhand?codes=Coatings')).body.total).toBe(0)
})

test('a job on a board that the person does not see is not named in the ledger', async () => {
  const id = await job()
  await line(id, { consumed: 1 })
  const named = async (who: 'admin' | 'jobs') =>
    (await server.people[who].get(`/api/inventory/${paint}/ledger?take=1`)).body.data[0].job
  expect((await named('jobs')).id).toBe(id)
  await write((tx) => {
    const { boardid } = tx.db.select().from(jobs).where(eq(jobs.id, id)).get()!
    tx.db
      .insert(board_permissions)
      .values({ boardid, roleid: server.roleids.Jobs as string, permission: 'none' })
      .run()
    tx.invalidateCaches()
  })
  expect(await named('jobs')).toBeNull()
  expect((await named('admin')).id).toBe(id)
  const { reference } = await named('admin')
  expect((await server.people.jobs.get(`/inventory/${paint}/stock`)).text).not.toContain(reference)
  expect((await admin().get(`/inventory/${paint}/stock`)).text).toContain(`open=${reference.toLowerCase()}`)
})
