import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { createShop, type Shop } from '#tests/purchasing/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, openPage, screenshot, waitForSnackbar } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let shop: Shop
let page: Page

beforeAll(async () => {
  server = await startTestServer()
  shop = await createShop(server)
  const [organisation] = await expectOk(shop.admin.get('/api/organisations'))
  await expectOk(shop.admin.patch(`/api/organisations/${organisation.id}`, { vatnumber: '4123456789' }))
  page = await openPage({ base: server.url, cookies: shop.admin.cookie })
})
afterAll(async () => {
  await closePage(page)
  await server.stop()
})

const dialog = () => page.locator('#dialog dialog')
const vat = () => dialog().getByLabel('VAT %')

test('a supplier that is typed and not chosen is said at the field, or taken where it is called just that', async () => {
  await page.goto('/supplierinvoices/new')
  const supplier = dialog().getByRole('combobox', { name: 'Supplier' })
  await supplier.fill('Timber Nobody')
  await dialog().locator('[name=number]').click()
  const said = dialog()
    .locator('.field', { has: page.getByRole('combobox', { name: 'Supplier' }) })
    .locator('.error')
  await said.getByText('“Timber Nobody” was left out, since it was not chosen').waitFor()
  expect(await supplier.getAttribute('aria-invalid')).toBe('true')
  await screenshot(page, 'supplier-not-chosen')
  await supplier.fill('timber city')
  await dialog().getByRole('option', { name: 'Timber City' }).waitFor()
  await dialog().locator('[name=number]').click()
  await said.waitFor({ state: 'detached' })
  expect(await supplier.inputValue()).toBe('Timber City')
  expect(await dialog().locator('[name=supplier]').inputValue()).toBe(shop.supplier)
})

test('an invoice of a supplier asks for the VAT number that is not known, and charges VAT from then on', async () => {
  await page.goto(`/supplierinvoices/new?supplier=${shop.supplier}`)
  const number = dialog().locator('[name=number]')
  await number.waitFor()
  expect(await number.evaluate((input) => input === document.activeElement)).toBe(true)
  await number.fill('TC-1')
  await dialog().getByLabel('VAT number of Timber City').waitFor()
  await dialog().getByRole('button', { name: 'Make the draft' }).click()
  await waitForSnackbar(page, 'Draft made')
  await dialog().getByLabel('Another line').fill('Cutting')
  await dialog().getByRole('button', { name: 'Add the line' }).click()
  await vat().waitFor()
  expect(await vat().inputValue()).toBe('0')
  expect(await dialog().getByLabel('Its VAT is').count()).toBe(0)
  expect(await dialog().getByLabel('Another line').inputValue()).toBe('')

  // The refusal stands in one line, as wide as the row.
  await vat().fill('15')
  await dialog().getByRole('button', { name: 'Save draft' }).click()
  const refusal = dialog().getByText('Timber City has no VAT number here')
  await refusal.waitFor()
  await screenshot(page, 'supplier-vat-refused')
  expect((await refusal.boundingBox())?.height).toBeLessThan(30)
  // What was refused stands beside the others as before.
  expect((await vat().boundingBox())?.y).toBe((await dialog().getByLabel('Price').boundingBox())?.y)
  // No goods stand there that could bear it.
  expect(await dialog().getByLabel('Carriage of the goods above').count()).toBe(0)

  await vat().fill('0')
  await dialog().getByLabel('Price').fill('200')
  await dialog().getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('alertdialog').getByText('no VAT is claimed').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await dialog().getByLabel('VAT number of Timber City').fill('4987654321')
  await dialog().getByRole('button', { name: 'Keep it and charge VAT' }).click()
  await waitForSnackbar(page, 'Draft saved')
  await dialog().getByLabel('VAT number of').waitFor({ state: 'detached' })
  expect(await vat().inputValue()).toBe('15')
  expect(await dialog().getByLabel('Its VAT is').count()).toBe(1)
  await screenshot(page, 'supplier-vat-charged')
})

test('an item that was bought without an order is added by its picker, and made there where it is new', async () => {
  await page.goto(`/supplierinvoices/new?supplier=${shop.supplier}`)
  await dialog().locator('[name=number]').fill('TILL-2')
  await dialog().getByRole('button', { name: 'Make the draft' }).click()
  const picker = dialog().getByRole('combobox', { name: 'An item bought without an order' })
  await picker.fill('Brass tap')
  await dialog()
    .getByRole('option', { name: /Brass tap/ })
    .click()
  const form = page.locator('form[data-create]')
  await form.getByLabel('Unit').fill('each')
  await form.locator('[type=submit]').click()
  await form.waitFor({ state: 'detached' })
  await dialog().getByRole('button', { name: 'Add the item' }).click()
  await dialog().locator('.orderlines input[value="Brass tap"]').waitFor()
  await screenshot(page, 'supplier-invoice-item')
})
