import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '#db/schema/tenant/index.ts'
import { checkStock } from '#server/stock/check.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let jobid: string
let boardid: string
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
  boardid = (await expectOk(admin().post('/api/boards', { name: 'Workshop' }))).id
  jobid = (await expectOk(admin().post('/api/jobs', { boardid, description: 'Gate' }))).id
})
afterAll(() => server.stop())

let count = 0
const newItem = (more: object = {}) =>
  expectOk(admin().post('/api/inventory', { code: `K${++count}`, baseunit: 'm', ...more }))
const category = (more: object) => expectOk(admin().post('/api/categories', { name: `C${++count}`, ...more }))
const use = (inventoryid: string, consumed: number) =>
  expectOk(admin().post('/api/materials', { jobid, inventoryid, role: 1, estimated: consumed, consumed }))
const onHand = async (id: string): Promise<number> =>
  (await expectOk(admin().get(`/api/inventory/stockonhand?inventoryids=${id}`)))[0].quantity

test('an item with a code and a unit alone is kept in stock, and its use is booked', async () => {
  const item = await newItem()
  expect(item).toMatchObject({ keptinstock: true, inventoryclass: 2 })
  await use(item.id, 7)
  expect(await onHand(item.id)).toBe(-7)
})

test('what is said, or what its category says, goes before', async () => {
  const made = await category({ inventoryclass: 3 })
  const labour = await category({ nonpickable: true })
  expect(await newItem({ category: made.id })).toMatchObject({ keptinstock: true, inventoryclass: null })
  expect(await newItem({ category: labour.id })).toMatchObject({ keptinstock: false, inventoryclass: null })
  expect(await newItem({ inventoryclass: null })).toMatchObject({ keptinstock: false })
  const not = await newItem({ category: made.id, keptinstock: false })
  expect(not).toMatchObject({ keptinstock: false, inventoryclass: 0 })
  expect(await use(not.id, 2)).toMatchObject({ inventoryclass: null })
  expect(await onHand(not.id)).toBe(0)
  const again = await expectOk(admin().patch(`/api/inventory/${not.id}`, { keptinstock: true }))
  expect(again).toMatchObject({ keptinstock: true, inventoryclass: null })
})

test('what was used before is shown first, then booked in one write, and once', async () => {
  const item = await newItem({ keptinstock: false })
  const url = `/api/inventory/${item.id}/usedbefore`
  await use(item.id, 3)
  await use(item.id, 7)
  expect(await expectOk(admin().get(url))).toEqual([])
  const none = await newItem({ keptinstock: false, materialname: 'Never used' })
  const saved = (id: string) => admin().patch(`/api/inventory/${id}`, { keptinstock: true })
  expect((await saved(none.id)).body.message).toBe('Never used saved')
  const said = 'What 2 lines of jobs used before this item was kept in stock is not booked.'
  expect((await saved(item.id)).body.message).toEndWith(`saved. ${said}`)
  expect((await saved(item.id)).body.message).toEndWith('saved')
  const shown = await expectOk(admin().get(url))
  expect(shown.map(({ moves, consumed }: Record<string, number>) => [consumed, moves])).toEqual([
    [3, -3],
    [7, -7],
  ])
  const page = await admin().get(`/inventory/${item.id}/stock/usedbefore`)
  expect(page.text).toContain('Book 2 lines')
  expect(await onHand(item.id)).toBe(0)
  expect(await expectOk(admin().post(url))).toEqual({ booked: 2 })
  expect(await onHand(item.id)).toBe(-10)
  expect((await admin().post(url)).status).toBe(400)
  await use(item.id, 1)
  expect(await onHand(item.id)).toBe(-11)
})

test('what invoiced and archived jobs used is booked too, what removed ones used is not', async () => {
  const item = await newItem({ keptinstock: false })
  const closed = [5, 6, 98]
  const used: string[] = []
  for (const status of closed) {
    const line = await use(item.id, status)
    used.push(line.id)
    expect(line.inventoryclass).toBeNull()
    await server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, ({ db }) => {
      db.update(jobs).set({ status }).where(eq(jobs.id, jobid)).run()
    })
    jobid = (await expectOk(admin().post('/api/jobs', { boardid, description: 'Another gate' }))).id
  }
  await expectOk(admin().patch(`/api/inventory/${item.id}`, { keptinstock: true }))
  const url = `/api/inventory/${item.id}/usedbefore`
  const { data, total } = (await admin().get(url)).body
  expect(data.map(({ id }: { id: string }) => id)).toEqual(used.slice(0, 2))
  expect(total).toBe(2)
  expect((await admin().get(`/inventory/${item.id}/stock/usedbefore`)).text).toContain('Book 2 lines')
  expect(await expectOk(admin().post(url))).toEqual({ booked: 2 })
  expect(await onHand(item.id)).toBe(-11)
  expect(server.services.tenants.read(server.accountid, checkStock)).toEqual([])
})

const plan = (inventoryid: string, more: object = {}) =>
  expectOk(admin().post('/api/materials', { jobid, inventoryid, role: 1, estimated: 2, ...more }))
const lineOf = async (id: string) => {
  const lines = await expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))
  return lines.find((line: { id: string }) => line.id === id)
}
const consume = (id: string, consumed: number) =>
  expectOk(admin().patch(`/api/materials/${id}`, { consumed }))

test('of an item that is kept no more, a line that used nothing moves no stock', async () => {
  const item = await newItem()
  const unused = await plan(item.id)
  const used = await plan(item.id, { consumed: 1 })
  await expectOk(admin().patch(`/api/inventory/${item.id}`, { keptinstock: false }))
  expect(await lineOf(unused.id)).toMatchObject({ inventoryclass: null, version: unused.version + 1 })
  await consume(unused.id, 2)
  expect(await onHand(item.id)).toBe(-1)
  expect(await lineOf(used.id)).toMatchObject({ inventoryclass: 2 })
  await consume(used.id, 0)
  expect(await onHand(item.id)).toBe(0)
})

test('an item loses its class with that of its category, or by going into another', async () => {
  const kept = await category({ inventoryclass: 1 })
  const labour = await category({ nonpickable: true })
  const [moved, left, own] = [
    await newItem({ category: kept.id }),
    await newItem({ category: kept.id }),
    await newItem({ category: kept.id, inventoryclass: 2 }),
  ]
  const lines = [await plan(moved.id), await plan(left.id), await plan(own.id)]
  const classes = async () =>
    Promise.all(lines.map(async ({ id }) => (await lineOf(id)).inventoryclass as number | null))
  expect(await classes()).toEqual([1, 1, 2])
  await expectOk(admin().patch(`/api/inventory/${moved.id}`, { category: labour.id }))
  expect(await classes()).toEqual([null, 1, 2])
  await expectOk(admin().patch(`/api/categories/${kept.id}`, { inventoryclass: null }))
  expect(await classes()).toEqual([null, null, 2])
})

test('the lines of an invoiced job, and those of a job category with a class of its own, stay', async () => {
  const item = await newItem()
  const line = await plan(item.id)
  const settle = (status: number) =>
    server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, ({ db }) => {
      db.update(jobs).set({ status }).where(eq(jobs.id, jobid)).run()
    })
  await settle(5)
  await expectOk(admin().patch(`/api/inventory/${item.id}`, { keptinstock: false }))
  expect(await lineOf(line.id)).toMatchObject({ inventoryclass: 2 })
  await settle(1)
  const gates = await category({ jobcategory: true })
  const { version } = await expectOk(admin().get(`/api/jobs/${jobid}`))
  await expectOk(admin().patch(`/api/jobs/${jobid}`, { categories: [gates.id], version }))
  const classed = await newItem({ classes: [{ categoryid: gates.id, inventoryclass: 5 }] })
  const ofgates = await plan(classed.id)
  expect(ofgates).toMatchObject({ inventoryclass: 5 })
  await expectOk(admin().patch(`/api/inventory/${classed.id}`, { keptinstock: false }))
  expect(await lineOf(ofgates.id)).toMatchObject({ inventoryclass: 5 })
})

test('what is on hand of an item that is kept no more is brought to 0 by a count', async () => {
  const item = await newItem()
  await use(item.id, 1)
  await expectOk(admin().patch(`/api/inventory/${item.id}`, { keptinstock: false }))
  const shown = async () => (await admin().get(`/inventory/${item.id}/stock/brief`)).text
  expect(await shown()).toContain('is brought to 0 by a count')
  expect(await shown()).toContain(`/inventory/${item.id}/stock/inbound`)
  const counts = [{ storageid: null, counted: 0 }]
  await expectOk(admin().post('/api/inventory/count', { inventoryid: item.id, counts }))
  expect(await onHand(item.id)).toBe(0)
  expect(await shown()).not.toContain('is brought to 0 by a count')
  expect(await shown()).not.toContain(`/inventory/${item.id}/stock/inbound`)
})
