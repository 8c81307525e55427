import { afterAll, beforeAll, expect, test } from 'bun:test'
import { setSetting } from '#db/queries/settings.ts'
import { checkStock } from '#server/stock/check.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let boardid: string
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
  boardid = (await expectOk(admin().post('/api/boards', { name: 'Workshop' }))).id
})
afterAll(() => server.stop())

let count = 0
const newItem = (more: object = {}) =>
  expectOk(admin().post('/api/inventory', { code: `R${++count}`, baseunit: 'm', ...more }))
const onHand = async (id: string): Promise<number> =>
  (await expectOk(admin().get(`/api/inventory/stockonhand?inventoryids=${id}`)))[0].quantity
const gaps = () => server.services.tenants.read(server.accountid, checkStock)

/** A job that used 3 m of one item and made 2 of another. */
async function usedJob() {
  const { id: jobid } = await expectOk(admin().post('/api/jobs', { boardid, description: 'Gate' }))
  const steel = await newItem()
  const gate = await newItem({ inventoryclass: 3 })
  const use = (inventoryid: string, role: number, consumed: number) =>
    expectOk(admin().post('/api/materials', { jobid, inventoryid, role, estimated: consumed, consumed }))
  await use(steel.id, 1, 3)
  await use(gate.id, 2, 2)
  const levels = async () => [await onHand(steel.id), await onHand(gate.id)]
  expect(await levels()).toEqual([-3, 2])
  return { jobid, steel, levels }
}

const consumedOf = async (jobid: string) =>
  (await expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))).map(
    ({ consumed }: { consumed: number }) => consumed,
  )

test('removing a job puts back what it used, and restoring it takes that again', async () => {
  const { jobid, steel, levels } = await usedJob()
  await expectOk(admin().delete(`/api/jobs/${jobid}`))
  expect(await levels()).toEqual([0, 0])
  expect(gaps()).toEqual([])
  const ledger = await expectOk(admin().get(`/api/inventory/${steel.id}/ledger`))
  expect(ledger.map(({ quantity, note }: Record<string, unknown>) => [quantity, note])).toEqual([
    [3, 'Job removed'],
    [-3, ''],
  ])
  await expectOk(admin().patch(`/api/jobs/restore/${jobid}`))
  expect(await levels()).toEqual([-3, 2])
  expect(await consumedOf(jobid)).toEqual([3, 2])
  expect(gaps()).toEqual([])
})

test('what is to stay used does, and is not taken twice when the job is restored', async () => {
  const { jobid, levels } = await usedJob()
  await expectOk(admin().delete(`/api/jobs/${jobid}?putback=false`))
  expect(await levels()).toEqual([-3, 2])
  await expectOk(admin().patch(`/api/jobs/restore/${jobid}`))
  expect(await levels()).toEqual([-3, 2])
  expect(gaps()).toEqual([])
  expect((await admin().delete(`/api/jobs/${jobid}?putback=perhaps`)).status).toBe(400)
})

test('a restore that takes stock below zero says so, or is refused whole where that is blocked', async () => {
  const { jobid, levels } = await usedJob()
  await expectOk(admin().delete(`/api/jobs/${jobid}`))
  const warned = await admin().patch(`/api/jobs/restore/${jobid}`)
  expect(warned.body.message).toContain('below zero')
  await expectOk(admin().delete(`/api/jobs/${jobid}`))
  await server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) =>
    setSetting(tx.db, 'negativestock', 'block'),
  )
  const refused = await admin().patch(`/api/jobs/restore/${jobid}`)
  expect(refused.status).toBe(400)
  expect((await admin().get(`/api/jobs/${jobid}`)).body.data.status).toBe(98)
  expect(await levels()).toEqual([0, 0])
})
