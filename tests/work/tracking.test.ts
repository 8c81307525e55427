import { afterAll, beforeAll, expect, test } from 'bun:test'
import { recordImportedRows } from '#server/history.ts'
import { parseQuantity } from '#server/money/decimal.ts'
import { bookMovement } from '#server/stock/book.ts'
import { makeItem, makeJob, makeOrganisation, makeStorage } from '#tests/stock/support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder, by } from './jobs-support.ts'
import { createWorkShop, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
let jobid: string
let reference: string

beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
})
afterAll(() => server.stop())

const tracking = async (who: Client = server.people.admin) =>
  (await who.get(`/api/jobs/${jobid}/tracking`)).body
const words = async (who?: Client) =>
  (await tracking(who)).data.map(({ kind, what }: { kind: string; what: string }) => [kind, what])

test('tells in order what happened, each with when and who, and nothing else', async () => {
  const { admin, jobs } = server.people
  const made = await expectOk(
    admin.post('/api/jobs', {
      ...{ boardid: shop.boardid, description: 'Gate', location: shop.locations[0] },
      categories: [shop.category],
    }),
  )
  jobid = made.id
  reference = made.reference
  const item = await server.services.tenants.write(server.accountid, by, (tx) => {
    makeOrganisation(tx)
    const storageid = makeStorage(tx, 'Rack 2')
    const id = makeItem(tx, { materialname: 'Square tube', baseunit: 'm', defaultstorageid: storageid })
    bookMovement(tx, { inventoryid: id, storageid, quantity: parseQuantity(9), kind: 'inbound' })
    tx.invalidateCaches()
    return id
  })
  await expectOk(admin.post(`/api/jobs/${jobid}/estimatesent`, {}))
  await expectOk(admin.patch(`/api/jobs/${jobid}`, { status: 3 }))
  const line = await expectOk(
    admin.post('/api/materials', { jobid, inventoryid: item, role: 1, estimated: 4 }),
  )
  await expectOk(admin.patch(`/api/jobs/${jobid}`, { description: 'Gate of the yard' }))
  const [step] = (await admin.get(`/api/steps/job/${jobid}`)).body.data
  await expectOk(jobs.patch('/api/steps/job', { id: step.id, action: 'start' }))
  await expectOk(jobs.patch('/api/steps/job', { id: step.id, action: 'finish' }))
  const lines = [{ materialid: line.id, quantity: 3 }]
  await expectOk(jobs.post('/api/jobs/pickinglist', { jobid, lines }))
  await expectOk(admin.patch(`/api/materials/${line.id}`, { consumed: 4 }))
  await expectOk(admin.patch('/api/jobs/pickinglist', { jobid, lines: [{ materialid: line.id, picked: 2 }] }))
  const crate = await expectOk(admin.post('/api/equipment', { name: 'Crate', barcode: 'CR-1' }))
  await expectOk(admin.post(`/api/jobs/${jobid}/equipment`, { equipmentid: crate.id }))

  expect(await words()).toEqual([
    ['job', 'Created'],
    ['document', 'Estimate sent, not by e-mail'],
    ['lane', 'Moved from Draft to Approve'],
    ['approval', expect.stringMatching(/^Approved by \S/)],
    ['step', 'Steps of round 1, 3 steps'],
    ['step', 'Cut: started, Wendy'],
    ['step', 'Cut: finished'],
    ['stock', 'Square tube: 3\u00a0m picked, Rack 2'],
    ['stock', 'Square tube: 1\u00a0m used, Rack 2'],
    ['stock', 'Square tube: 2\u00a0m put back, Rack 2'],
    ['equipment', expect.stringMatching(/^Crate: put on the job/)],
  ])
  const { data, total } = await tracking()
  expect(total).toBe(data.length)
  const dates = data.map(({ date }: { date: string }) => date)
  expect(dates).toEqual(dates.toSorted())
  for (const { user } of data) expect(user).toMatch(/\S/)
})

test('tells a client’s person nothing of the office, and others nothing at all', async () => {
  const { stakeholder } = server.people
  expect((await stakeholder.get(`/api/jobs/${jobid}/tracking`)).status).toBe(404)
  await addStakeholder(server, shop.locations[0], stakeholder.userid)
  const kinds = new Set((await words(stakeholder)).map(([kind]: string[]) => kind))
  expect([...kinds].toSorted()).toEqual(['approval', 'equipment', 'job', 'lane', 'step', 'stock'])
  expect((await server.other.get(`/api/jobs/${jobid}/tracking`)).status).toBe(404)
})

test('stands in the dialog of the job', async () => {
  const { html } = await htmxRequest(server, server.people.admin, 'GET', `/tracking/${jobid}`)
  expect(html).toContain('Cut: finished')
  expect(html).not.toContain(reference)
})

test('of an imported job says on which day it was made, and once that it was imported', async () => {
  jobid = await server.services.tenants.write(server.accountid, by, (tx) => {
    const id = makeJob(tx, { created: '2024-03-05T06:00:00.000Z' })
    for (const file of ['orders.csv', 'lines.csv']) recordImportedRows(tx, 'jobs', file, [[id, 7]])
    tx.invalidateCaches()
    return id
  })
  const { data } = await tracking()
  expect(data).toMatchObject([
    { date: '2024-03-05T06:00:00.000Z', user: '', what: 'Created' },
    { user: 'Test', what: 'Imported' },
  ])
})
