import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { createItem, createShop, draftOrder, type Shop, sendOrder } from '#tests/purchasing/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await createShop(server)
})
afterAll(() => server.stop())

const onPage = (path: string, act: (page: Page) => Promise<void>) =>
  withPage({ base: server.url, cookies: server.people.admin.cookie, path }, act)

const optionsOf = (page: Page, name: string) =>
  page.getByRole('combobox', { name }).first().locator('option').allTextContents()

test('a line of a draft takes the units of its item as its select is opened', async () => {
  const item = await createItem(shop)
  const { id } = await expectOk(draftOrder(shop, [{ inventoryid: item.id, quantity: 2, unit: 'ea' }]))
  await onPage(`/purchase/${id}`, async (page) => {
    expect(await optionsOf(page, 'Unit')).toEqual(['ea'])
    await page.getByRole('combobox', { name: 'Unit' }).click()
    expect(await optionsOf(page, 'Unit')).toEqual(['ea', 'box'])
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Unit' }).selectOption('box')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await waitForSnackbar(page, 'Draft saved')
  })
  const { lines } = await expectOk(shop.admin.get(`/api/purchaseorders/${id}`))
  expect(lines).toMatchObject([{ unit: 'box', quantity: 2 }])
})

test('goods come to a place that was chosen, also where a code is scanned after it', async () => {
  const { id: bin } = await expectOk(shop.admin.post('/api/storage', { name: 'Bin 7' }))
  const item = await createItem(shop, { barcode: '6009876' })
  const order = await sendOrder(shop, [{ inventoryid: item.id, quantity: 2 }])
  await onPage(`/purchase/${order.id}?tab=receive`, async (page) => {
    const place = page.getByRole('combobox', { name: 'Place of' })
    expect(await optionsOf(page, 'Place of')).toHaveLength(1)
    await place.focus()
    expect(await optionsOf(page, 'Place of')).toEqual(['No place', 'Bin 7', 'Rack 1'])
    await place.selectOption('Bin 7')
    await page.getByRole('textbox', { name: /^Scan or type a code/ }).fill('6009876')
    await page.getByRole('button', { name: 'Count' }).click()
    await page.getByText(/1\sea of .* counted/).waitFor()
    await eventually(() => place.inputValue(), bin)
    await page.getByRole('button', { name: 'Receive into stock' }).click()
    await waitForSnackbar(page, 'Received into stock')
  })
  const levels = await expectOk(shop.admin.get(`/api/inventory/stockonhand?inventoryids=${item.id}`))
  expect(levels).toMatchObject([{ quantity: 1 }])
})
