import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { closePage, openPage, pageErrors } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let shop: JobFixtures
let shelfid = ''
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  const { admin } = server.people
  const shelf = (await admin.post('/api/storage', { name: 'Shelf 1', barcode: 'SH-1' })).body.data
  shelfid = shelf.id
  const item = { code: 'BOLT', materialname: 'Bolt M8', baseunit: 'each', inventoryclass: 2 }
  const inventoryid = (await admin.post('/api/inventory', item)).body.data.id
  await admin.post('/api/inventory/inbound', { inventoryid, quantity: 40, storageid: shelf.id })
  const job = (await admin.post('/api/jobs', { boardid: shop.boardid, description: 'Gate' })).body.data
  const line = { jobid: job.id, role: 1, estimated: 2.5, unit: 'kg', storageid: shelf.id }
  await admin.post('/api/materials', { ...line, description: 'Hinges, stainless, left and right' })
  for (const name of ['Old pump', 'Young pump'])
    await admin.post('/api/equipment', { name, barcode: name, code: 'PUMP' })
})
afterAll(() => server.stop())

test('what lies where, and what is at home', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  await page.goto('/admin/storage')
  await page.getByRole('link', { name: 'By board' }).click()
  await page.getByText('Hinges, stainless').waitFor()
  await page.goto(`/admin/storage/${shelfid}`)
  await page.getByRole('tab', { name: 'Contents' }).click()
  await page.getByText('Bolt M8').waitFor()
  await page.goto('/equipment/list')
  await page.getByRole('link', { name: 'Availability' }).click()
  await page.getByRole('link', { name: 'Old pump' }).click()
  await page.getByRole('heading', { name: 'Edit Equipment' }).waitFor()
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
