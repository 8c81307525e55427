import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from '#tests/work/deliveries-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'

let server: TestServer
let shop: InvoiceFixtures
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
  admin = server.people.admin
})
afterAll(() => server.stop())

const page = async (id: string) => (await admin.get(`/invoices/${id}`)).text.replaceAll('\u00a0', ' ')
const item = async (materialname: string, inventoryclass: number): Promise<string> =>
  (await expectOk(admin.post('/api/inventory', { materialname, inventoryclass, baseunit: 'each' }))).id

test('an invoice of what was fitted and of services has nothing left to deliver, before any note was issued', async () => {
  const fitted = { inventoryid: await item('Geyser', 2), estimated: 1, consumed: 1, unit: 'each' }
  const callout = { inventoryid: await item('Call-out', 0), estimated: 1, consumed: 1, unit: 'each' }
  const issue = async (lines: Parameters<typeof jobToDeliver>[1]) => {
    const { id: jobid } = await jobToDeliver(shop, lines, { status: 4 })
    const { id } = await expectOk(admin.post('/api/invoices', { jobid }))
    await expectOk(admin.post(`/api/invoices/${id}/issue`))
    return page(id)
  }
  expect(await issue([fitted, callout])).not.toContain('Left to deliver')
  // Nor has what somebody wrote by hand.
  const written = { description: 'Geyser service', estimated: 1 }
  expect(await issue([fitted, written])).not.toContain('Left to deliver')
  const made = {
    inventoryid: await item('Door', 3),
    description: 'Door',
    estimated: 2,
    consumed: 2,
    unit: 'each',
  }
  expect(await issue([fitted, callout, made])).toContain('2 Door <')
  // Who delivers by notes is told of what is used, too; never of a service.
  const noted = await jobToDeliver(shop, [fitted])
  await issueNote(admin, shop.boardid, [{ materialid: noted.lines[0]!, quantity: 1 }])
  const told = await issue([
    { ...fitted, description: 'Geyser 150' },
    { ...callout, description: 'Call-out' },
  ])
  expect(told).toContain('1 Geyser 150 <')
  expect(told).not.toContain('1 Call-out')
})

test('a made product is left to deliver though no stock is kept of it, and a service of work is not', async () => {
  const [board, hour, kitchen, fitting] = [
    await item('Board', 2),
    (await expectOk(admin.post('/api/inventory', { materialname: 'Work', baseunit: 'hour' }))).id,
    await item('Kitchen', 0),
    await item('Fitting', 0),
  ]
  const input = (inventoryid: string) => [{ inventoryid, quantity: 2 }]
  await expectOk(admin.call('PUT', `/api/inventory/${kitchen}/inputs`, input(board)))
  await expectOk(admin.call('PUT', `/api/inventory/${fitting}/inputs`, input(hour)))
  const lines = [
    { inventoryid: kitchen, description: 'Kitchen', estimated: 1, unit: 'each' },
    { inventoryid: fitting, description: 'Fitting', estimated: 1, unit: 'each' },
  ]
  const { id } = await jobToDeliver(shop, lines)
  const tab = (await admin.get(`/deliveries/job/${id}`)).text.replaceAll('\u00a0', ' ')
  expect(tab).toContain('Left to deliver: 1 Kitchen<')
  const dialog = (await admin.get(`/deliveries/new?boardid=${shop.boardid}&jobid=${id}`)).text.replaceAll(
    '\u00a0',
    ' ',
  )
  expect(dialog.match(/data-left="1"/g)).toHaveLength(1)
})

test('a draft says before it is issued what was delivered and is not charged, and what came back and is', async () => {
  const lines = [
    { description: 'Runner', estimated: 8, consumed: 7, unit: 'each' },
    { description: 'Door', estimated: 13, consumed: 13, unit: 'each' },
  ]
  const job = await jobToDeliver(shop, lines, { status: 4 })
  const note = await issueNote(admin, shop.boardid, [
    { materialid: job.lines[0]!, quantity: 8 },
    { materialid: job.lines[1]!, quantity: 13 },
  ])
  const returns = [{ lineid: note.lines[1].id, quantity: 1 }]
  await expectOk(admin.patch(`/api/delivery/${note.id}`, { status: 'returned', returns }))
  const { id } = await expectOk(admin.post('/api/invoices', { jobid: job.id }))
  const said = [
    'Delivered and not charged: 1 Runner.',
    'Came back to be mended and is charged all the same: 1 Door.',
  ]
  for (const words of said) expect(await page(id)).toContain(words)
  await expectOk(admin.patch(`/api/materials/${job.lines[0]}`, { consumed: 8 }))
  await expectOk(admin.patch(`/api/materials/${job.lines[1]}`, { consumed: 12 }))
  for (const words of said) expect(await page(id)).not.toContain(words)
})
