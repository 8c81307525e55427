import { afterAll, beforeAll, expect, test } from 'bun:test'
import { costByJob } from '#server/domains/work/dashboard/margin.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
let gate: string
let other: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
  const add = async (code: string, more: object) =>
    (await expectOk(admin().post('/api/inventory', { code, materialname: code, ...more }))).id
  const steel = await add('Steel', { baseunit: 'm', inventoryclass: 2, rate: 20 })
  const weld = await add('Welding', { baseunit: 'hour', rate: 180 })
  gate = await add('Gate', { baseunit: 'each', inventoryclass: 3, price: 900 })
  other = await add('Door', { baseunit: 'each', inventoryclass: 3, price: 500 })
  const inputs = [
    { inventoryid: steel, quantity: 2.5 },
    { inventoryid: weld, quantity: 0.95 },
  ]
  await expectOk(admin().call('PUT', `/api/inventory/${gate}/inputs`, inputs))
})
afterAll(() => server.stop())

const admin = () => server.people.admin

async function jobOf(line: object) {
  const jobid = await server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop))
  const { id } = await expectOk(
    admin().post('/api/materials', { jobid, role: 2, inventoryid: gate, ...line }),
  )
  return { jobid, lineid: id as string }
}
const change = (lineid: string, values: object) => expectOk(admin().patch(`/api/materials/${lineid}`, values))
const totals = (jobid: string) => expectOk(admin().get(`/api/jobs/${jobid}/totals`))
type Line = { id: string; estimated: number; consumed: number; jobproduct: { id: string } | null }
const inputsOf = async (jobid: string): Promise<Line[]> =>
  (await expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))).filter(
    ({ jobproduct }: Line) => jobproduct,
  )
const reported = (jobid: string) =>
  server.services.tenants.read(server.accountid, (db) => costByJob(db, [jobid])(jobid).uncosted)

test('what is made by a typed quantity has no known cost until its inputs are used', async () => {
  const { jobid, lineid } = await jobOf({ estimated: 2 })
  await change(lineid, { consumed: 2 })
  const before = await totals(jobid)
  expect(before.uncosted.actual).toEqual(['Steel', 'Welding'])
  expect([before.cost.actual, before.margin.actualpercent]).toEqual([0, null])
  expect(await reported(jobid)).toBe(2)
  for (const { id, estimated } of await inputsOf(jobid)) await change(id, { consumed: estimated })
  const after = await totals(jobid)
  expect(after.uncosted.actual).toEqual([])
  // Two gates of 2,5 m at 20 and 0,95 h at 180 cost 100 and 342; they are sold at 900.
  expect([after.cost.actual, after.margin.actual]).toEqual([442, 1358])
  expect(await reported(jobid)).toBe(0)
})

test('what comes on top of the estimate changes no quoted cost', async () => {
  const { jobid } = await jobOf({ estimated: 1 })
  // 2,5 m at 20 and 0,95 h at 180.
  expect((await totals(jobid)).cost).toMatchObject({ quoted: 221, quotedlabour: 171 })
  await expectOk(
    admin().post('/api/materials', { jobid, role: 2, inventoryid: gate, estimated: 0, consumed: 1 }),
  )
  const inputs = await inputsOf(jobid)
  expect(inputs).toHaveLength(4)
  expect((await totals(jobid)).cost).toMatchObject({ quoted: 221, quotedlabour: 171 })
})

test('a line that gets its item back plans its inputs again, but not what a person removed', async () => {
  const { jobid, lineid } = await jobOf({ estimated: 1 })
  await change(lineid, { inventoryid: other })
  expect(await inputsOf(jobid)).toEqual([])
  await change(lineid, { inventoryid: gate })
  expect((await inputsOf(jobid)).map(({ estimated }) => estimated)).toEqual([2.5, 0.95])
  await expectOk(admin().delete(`/api/materials/${(await inputsOf(jobid))[0]!.id}`))
  await change(lineid, { inventoryid: other })
  await change(lineid, { inventoryid: gate })
  expect((await inputsOf(jobid)).map(({ estimated }) => estimated)).toEqual([0.95])
})
