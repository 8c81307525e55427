import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop } from './steps-support.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a made part without a cost price costs the job what it is made from', async () => {
  const shop = await createWorkShop(server)
  const { admin } = server.people
  const add = async (code: string, more: object) =>
    (await expectOk(admin.post('/api/inventory', { code, materialname: code, ...more }))).id
  const made = { baseunit: 'each', inventoryclass: 3 }
  const put = (id: string, inputs: object[]) =>
    expectOk(admin.call('PUT', `/api/inventory/${id}/inputs`, inputs))
  const wood = await add('Wood', { baseunit: 'm', inventoryclass: 2, rate: 20 })
  const bench = await add('Bench hour', { baseunit: 'hour', rate: 150 })
  const frame = await add('Frame', made)
  const door = await add('Door', { ...made, price: 500 })
  const glue = await add('Glue', { baseunit: 'each', inventoryclass: 2, rate: 14 })
  await put(frame, [
    { inventoryid: wood, quantity: 2 },
    { inventoryid: bench, quantity: 1 },
  ])
  await put(door, [
    { inventoryid: frame, quantity: 1 },
    { inventoryid: glue, quantity: 1 },
  ])
  const jobid = await server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop))
  const line = { jobid, role: 2, inventoryid: door, estimated: 4 }
  await expectOk(admin.post('/api/materials', line))
  const { cost, uncosted } = await expectOk(admin.get(`/api/jobs/${jobid}/totals`))
  // A frame of 2 m at 20 and an hour at 150 is 190; with the glue at 14 a door is 204, and there are four.
  expect(cost.quoted).toBe(816)
  expect(uncosted).toEqual({ quoted: [], actual: [] })
})
