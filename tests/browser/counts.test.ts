import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  faultsInBothViews,
  openPage,
  overflowX,
  pageErrors,
  scanBarcode,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let page: Page
const ids: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  const { admin } = server.people
  const { id: shelf } = await expectOk(admin.post('/api/storage', { name: 'Shelf A' }))
  for (const [code, barcode] of [
    ['ANGLE', '6002'],
    ['TUBE', '6001'],
  ]) {
    const item = { code, barcode, inventoryclass: 2, baseunit: 'm', rate: 12, defaultstorageid: shelf }
    const { id } = await expectOk(admin.post('/api/inventory', item))
    ids.push(id)
    await expectOk(admin.post('/api/inventory/inbound', { inventoryid: id, quantity: 20 }))
  }
})
afterAll(() => server.stop())

test('a shelf is counted with a phone, by the next item and by scanning, and booked after a look', async () => {
  page = await openPage({ base: server.url, width: 390, cookies: server.people.admin.cookie })
  await page.goto('/admin/stock/counts')
  await page.getByRole('link', { name: 'New count' }).click()
  await page.getByLabel('Name').fill('Shelf A in November')
  await page.getByLabel('Place').selectOption({ label: 'Shelf A' })
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/counts\/[0-9a-f-]{36}$/)
  expect(await overflowX(page)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'Count', exact: true }).click()
  await page.getByRole('heading', { name: 'ANGLE' }).waitFor()
  expect(await overflowX(page)).toBeLessThanOrEqual(0)
  await scanBarcode(page, '6001')
  await page.getByRole('heading', { name: 'TUBE' }).waitFor()
  await page.getByLabel('Counted', { exact: true }).fill('19,5')
  await page.getByRole('button', { name: 'Save and next' }).click()
  await page.getByRole('heading', { name: 'ANGLE' }).waitFor()
  expect(await page.locator('.progress').innerText()).toContain('1 of 2 counted')
  await page.getByLabel('Counted', { exact: true }).fill('20')
  await page.getByRole('button', { name: 'Save and next' }).click()
  await page.getByRole('button', { name: 'Counting is done' }).click()
  await page.getByRole('button', { name: 'Book the count' }).waitFor()
  expect(await page.locator('#sheet').innerText()).toContain('−0,5')
  await page.getByRole('button', { name: 'Book the count' }).click()
  await waitForSnackbar(page, 'Count booked')
  const { data } = (await server.people.admin.get(`/api/inventory/${ids[1]}/levels`)).body
  expect(data.quantity).toBe(19.5)
  expect(await faultsInBothViews(page)).toEqual([])
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
