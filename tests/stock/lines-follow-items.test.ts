import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '#db/schema/tenant/index.ts'
import { importPages } from '#tests/import/support.ts'
import { createInvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote } from '#tests/work/deliveries-support.ts'

let server: TestServer
let boardid: string
let client: string
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
  const office = await createInvoiceFixtures(server)
  boardid = office.boardid
  client = office.clients[0] as string
})
afterAll(() => server.stop())

let count = 0
const newItem = (more: object = {}) =>
  expectOk(admin().post('/api/inventory', { code: `F${++count}`, baseunit: 'each', ...more }))
const newJob = async (more: object = {}): Promise<string> =>
  (await expectOk(admin().post('/api/jobs', { boardid, description: 'Geyser', ...more }))).id
const plan = (jobid: string, inventoryid: string, more: object = {}) =>
  expectOk(admin().post('/api/materials', { jobid, inventoryid, role: 2, estimated: 2, ...more }))
const change = (id: string, values: object) => expectOk(admin().patch(`/api/inventory/${id}`, values))
const linesOf = async (jobid: string): Promise<{ id: string; inventoryclass: number | null }[]> =>
  await expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))
const classesOf = async (jobid: string) => (await linesOf(jobid)).map(({ inventoryclass }) => inventoryclass)
const archive = (jobid: string) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, ({ db }) => {
    db.update(jobs).set({ status: 6 }).where(eq(jobs.id, jobid)).run()
  })
const onHand = async (id: string): Promise<number> =>
  (await expectOk(admin().get(`/api/inventory/stockonhand?inventoryids=${id}`)))[0].quantity

test('of an item that is kept from today, a line that used nothing is booked when it is used', async () => {
  const [item, shelf] = [
    await newItem({ keptinstock: false }),
    await expectOk(admin().post('/api/storage', { name: 'Van' })),
  ]
  const jobid = await newJob({ status: 3 })
  const line = await plan(jobid, item.id)
  const used = await plan(jobid, item.id, { consumed: 1 })
  expect(line.inventoryclass).toBeNull()
  await change(item.id, { defaultstorageid: shelf.id, keptinstock: true })
  const [first, second] = await linesOf(jobid)
  expect(first).toMatchObject({
    id: line.id,
    inventoryclass: 2,
    storageid: shelf.id,
    version: line.version + 1,
  })
  expect(second).toMatchObject({ id: used.id, inventoryclass: null })
  expect(await expectOk(admin().get(`/api/inventory/${item.id}/levels`))).toMatchObject({ reserved: 2 })
  await expectOk(admin().patch(`/api/materials/${line.id}`, { consumed: 2 }))
  expect(await onHand(item.id)).toBe(-2)
  const history = (await admin().get(`/api/jobs/${jobid}/history?take=50`)).text
  expect(history).toContain('Raw Materials')
})

test('what a note delivered before is not taken out of stock by its use', async () => {
  const item = await newItem({ keptinstock: false })
  const jobid = await newJob({ status: 3, client })
  const { id } = await plan(jobid, item.id)
  await issueNote(admin(), boardid, [{ materialid: id, quantity: 2 }])
  await change(item.id, { keptinstock: true })
  expect(await classesOf(jobid)).toEqual([null])
})

test('what is made on the job is made, and what goes into it is taken', async () => {
  const [gate, hinge] = [await newItem({ keptinstock: false }), await newItem({ keptinstock: false })]
  await expectOk(
    admin().call('PUT', `/api/inventory/${gate.id}/inputs`, [{ inventoryid: hinge.id, quantity: 2 }]),
  )
  const jobid = await newJob({ status: 3 })
  const { id } = await plan(jobid, gate.id)
  await expectOk(admin().post(`/api/materials/${id}/inputs`))
  expect(await classesOf(jobid)).toEqual([null, null])
  await change(gate.id, { keptinstock: true })
  await change(hinge.id, { inventoryclass: 3 })
  const lines = await linesOf(jobid)
  expect(Object.fromEntries(lines.map((line) => [line.id === id, line.inventoryclass]))).toEqual({
    true: 3,
    false: 2,
  })
})

test('a class of a job category, given or taken away, and a category of the job, reach its lines', async () => {
  const gates = await expectOk(admin().post('/api/categories', { name: 'Gates', jobcategory: true }))
  const item = await newItem({ keptinstock: false })
  const [ofgates, other] = [await newJob({ categories: [gates.id] }), await newJob()]
  await plan(ofgates, item.id)
  await plan(other, item.id)
  const classes = async () => [await classesOf(ofgates), await classesOf(other)].flat()
  await expectOk(
    admin().post(`/api/inventory/${item.id}/classes`, { categoryid: gates.id, inventoryclass: 5 }),
  )
  expect(await classes()).toEqual([5, null])
  await expectOk(admin().patch(`/api/inventory/${item.id}/classes`, { categoryid: gates.id, archived: true }))
  expect(await classes()).toEqual([null, null])
  await expectOk(admin().post(`/api/categories/${gates.id}/inventory/${item.id}`, { inventoryclass: 1 }))
  expect(await classes()).toEqual([1, null])
  await expectOk(admin().patch(`/api/jobs/${other}`, { categories: [gates.id] }))
  await expectOk(admin().patch(`/api/jobs/${ofgates}`, { categories: [] }))
  expect(await classes()).toEqual([null, 1])
  await expectOk(admin().delete(`/api/categories/${gates.id}/inventory?inventoryid=${item.id}`))
  expect(await classes()).toEqual([null, null])
  await change(item.id, { classes: [{ categoryid: gates.id, inventoryclass: 2 }] })
  expect(await classes()).toEqual([null, 2])
})

test('a job that is open again, and one that is copied, are as their items are now', async () => {
  const item = await newItem()
  const jobid = await newJob()
  await plan(jobid, item.id)
  await archive(jobid)
  await change(item.id, { keptinstock: false })
  expect(await classesOf(jobid)).toEqual([2])
  const template = await expectOk(admin().post(`/api/jobs/${jobid}/template`, {}))
  const copy = (await expectOk(admin().post(`/api/jobs/template/${template.id}`, {}))).id
  expect(await classesOf(copy)).toEqual([null])
  await expectOk(admin().patch(`/api/jobs/restore/${jobid}`))
  expect(await classesOf(jobid)).toEqual([null])
})

test('so is one that a credit note opens', async () => {
  const [item, work] = [await newItem(), await newItem({ keptinstock: false })]
  const jobid = await newJob({ status: 3, client })
  await plan(jobid, work.id, { consumed: 1, linerate: 100 })
  await plan(jobid, item.id)
  await expectOk(admin().patch(`/api/jobs/${jobid}`, { status: 4, confirmed: true }))
  const invoice = await expectOk(admin().post('/api/invoices', { jobid }))
  await expectOk(admin().post(`/api/invoices/${invoice.id}/issue`))
  await change(item.id, { keptinstock: false })
  expect(await classesOf(jobid)).toEqual([null, 2])
  await expectOk(admin().post(`/api/invoices/${invoice.id}/credit`, { reason: 'cancelled' }))
  expect(await classesOf(jobid)).toEqual([null, null])
})

test('lines follow what an import says of items and of their categories, and its undo', async () => {
  const pages = importPages(server)
  const work = await expectOk(admin().post('/api/categories', { name: 'Work', nonpickable: true }))
  const parts = await expectOk(admin().post('/api/categories', { name: 'Parts', inventoryclass: 1 }))
  const [item, part] = [
    await newItem({ code: 'IMP1', category: parts.id, inventoryclass: null }),
    await newItem({ code: 'IMP2', category: parts.id, inventoryclass: null }),
  ]
  const jobid = await newJob()
  await plan(jobid, item.id)
  await plan(jobid, part.id)
  expect(await classesOf(jobid)).toEqual([1, 1])
  const { url } = await pages.importList('inventory', 'Code,Category\nIMP1,Work\n', { match: 'update' })
  expect(await classesOf(jobid)).toEqual([null, 1])
  await pages.undo(url)
  expect(await classesOf(jobid)).toEqual([1, 1])
  await expectOk(admin().patch(`/api/categories/${work.id}`, { inventoryclass: null }))
  await change(part.id, { category: work.id })
  expect(await classesOf(jobid)).toEqual([1, null])
  await pages.importList('categories', 'Name,Class\nWork,Consumables\n', { match: 'update' })
  expect(await classesOf(jobid)).toEqual([1, 5])
})
