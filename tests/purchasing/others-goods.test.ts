import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'
import { createItem, createShop, levelsOf, type Shop, sendOrder } from './support.ts'

let server: TestServer
let shop: Shop
let boards: JobFixtures
let item: { id: string; code: string; name: string }
let waits: { id: string; reference: string; line: string }
let takes: { id: string; reference: string; line: string }

beforeAll(async () => {
  server = await startTestServer()
  shop = await createShop(server)
  boards = await createJobFixtures(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const plan = async (jobid: string, estimated: number, more: object = {}) =>
  (
    await expectOk(
      admin().post('/api/materials', { jobid, role: 1, inventoryid: item.id, estimated, ...more }),
    )
  ).id as string

async function approved(estimated: number, boardid = boards.boardid) {
  const body = { boardid, status: 3, description: 'Shelf', client: boards.clients[0] }
  const { id, reference } = await expectOk(admin().post('/api/jobs', body))
  return { id, reference, line: await plan(id, estimated) }
}

async function receive(jobid: string | null, quantity: number) {
  const order = await sendOrder(shop, [{ inventoryid: item.id, quantity, jobid }])
  const lines = [{ lineid: order.lines[0].id, quantity }]
  await expectOk(admin().post(`/api/purchaseorders/${order.id}/receipts`, { lines }))
}

// Two came for the one job, one for nobody; the other job plans three.
beforeEach(async () => {
  item = await createItem(shop)
  waits = await approved(2)
  takes = await approved(3)
  await receive(waits.id, 2)
  await receive(null, 1)
})

const use = async (consumed: number, who = admin()) => {
  const answer = await who.patch(`/api/materials/${takes.line}`, { consumed })
  expect(answer.status, answer.text).toBe(200)
  return plain(answer.body.message)
}
const plain = (message?: string) => message?.replaceAll('\u00a0', ' ')
const said = (many: number, left: number, job = `job ${waits.reference}`) =>
  `Saved, but ${many} ea of ${item.name} [${item.code}] came by a purchase order for ${job}, which waits for it: ${left} ea ${left === 1 ? 'is' : 'are'} left on hand.`

test('what came for the order of another job is used with a warning that names it', async () => {
  expect(await use(1)).toBeUndefined()
  expect(await use(2)).toBe(said(1, 1))
  expect(await use(3)).toBe(said(1, 0))
  // It is a warning: what was used is used.
  expect((await levelsOf(shop, item.id)).quantity).toBe(0)
  expect(await use(0)).toBeUndefined()
  expect(await use(3)).toBe(said(2, 0))
})

test('so it is for a line that is added, for several at once, and on the picking list', async () => {
  const body = { jobid: takes.id, role: 1, inventoryid: item.id, estimated: 2, consumed: 2 }
  const added = await admin().post('/api/materials', body)
  expect(plain(added.body.message)).toBe(said(1, 1))
  await expectOk(admin().patch(`/api/materials/${added.body.data.id}`, { consumed: 0 }))
  const many = await admin().patch('/api/materials/many', [{ id: takes.line, consumed: 2 }])
  expect(plain(many.body.message)).toBe(said(1, 1))
  await expectOk(admin().patch(`/api/materials/${takes.line}`, { consumed: 0 }))
  const lines = [{ materialid: takes.line, quantity: 3 }]
  const picked = await admin().post('/api/jobs/pickinglist', { jobid: takes.id, lines })
  expect(plain(picked.body.message)).toBe(said(2, 0))
})

test('a job that needs no more, released it, or takes its own goods is no reason', async () => {
  await expectOk(admin().call('PUT', `/api/materials/${waits.line}/reservation`, { released: 2 }))
  expect(await use(3)).toBeUndefined()
  await use(0)
  await expectOk(admin().call('PUT', `/api/materials/${waits.line}/reservation`, { released: 0 }))
  const own = await admin().patch(`/api/materials/${waits.line}`, { consumed: 2 })
  expect(own.body.message).toBeUndefined()
  expect(await use(1)).toBeUndefined()
})

test('units of any ratio count in base units, and a hidden job has no name', async () => {
  await plan(waits.id, 1, { unit: 'box' })
  await receive(waits.id, 12)
  const url = `/api/boards/permissions/${boards.secondid}`
  const all: { role: { id: string; name: string } }[] = await expectOk(admin().get(url))
  const role = all.find((one) => one.role.name === 'Jobs')?.role.id
  await expectOk(admin().post(url, { permissions: [{ roleid: role, permission: 'none' }] }))
  await expectOk(admin().patch(`/api/jobs/${waits.id}`, { boardid: boards.secondid }))
  // 15 are on hand, of which 14 came for the job: twelve of its box and two.
  expect(await use(3, server.people.jobs)).toBe(said(2, 12, 'another job'))
  await expectOk(admin().patch(`/api/jobs/${waits.id}`, { boardid: boards.boardid }))
})
