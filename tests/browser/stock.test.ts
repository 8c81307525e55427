import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { clients } from '#db/schema/tenant/index.ts'
import { parseRate } from '#server/money/decimal.ts'
import { makeItem, makeOrganisation, makeStorage, makeUnit } from '#tests/stock/support.ts'
import { axe, screenshot, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

let server: TestServer
let bolt = ''
beforeAll(async () => {
  server = await startTestServer()
  await server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) => {
    makeOrganisation(tx)
    const shelf = makeStorage(tx, 'Shelf A')
    makeStorage(tx, 'Bin 7')
    bolt = makeItem(tx, {
      ...{ code: 'BLT', materialname: 'Bolt', defaultstorageid: shelf, rate: parseRate(100) },
    })
    makeUnit(tx, bolt, 'dozen', '1/12')
    const row = { id: Bun.randomUUIDv7(), name: 'Acme', createdutc: tx.now, updatedutc: tx.now }
    tx.db.insert(clients).values(row).run()
    tx.invalidateCaches()
  })
})
afterAll(() => server.stop())

const onPage = (
  path: string,
  act: (page: Page) => Promise<void>,
  options: { width?: number; theme?: 'dark' } = {},
) =>
  withPage(
    { base: server.url, cookies: server.people.admin.cookie, path, refusals: /status of 422/, ...options },
    act,
  )

const closed = (page: Page) => page.locator('#dialog > dialog').waitFor({ state: 'detached' })
const onhand = (page: Page) => page.locator('.stat').first().locator('strong')

test('stock comes in by the dozen, is counted, asks once about a large difference, and is taken back', () =>
  onPage(`/inventory/${bolt}/stock`, async (page) => {
    await page.getByRole('link', { name: 'Book in' }).click()
    await page.getByRole('textbox', { name: 'Quantity' }).fill('2,5')
    await page.getByRole('combobox', { name: 'Unit' }).selectOption('dozen')
    await page.keyboard.press('Control+Enter')
    await waitForSnackbar(page, 'Booked in: 30\u00a0ea of Bolt on hand')
    await closed(page)
    await page.getByText('+30\u00a0ea').waitFor()
    await eventually(() => onhand(page).textContent(), '30\u00a0ea')

    await page.getByRole('link', { name: 'Count', exact: true }).click()
    const counted = page.getByRole('textbox', { name: 'Counted at Shelf A' })
    await counted.fill('12')
    await page.getByRole('button', { name: 'Book count' }).click()
    await page.getByText('18\u00a0ea fewer than the 30\u00a0ea expected.').waitFor()
    await eventually(() => counted.inputValue(), '12')
    expect(await page.locator('#dialog > dialog').evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Book anyway' }).click()
    await waitForSnackbar(page, 'Counted: 12\u00a0ea of Bolt on hand')
    await closed(page)
    await page.waitForFunction(() => document.querySelector('.stat strong')?.textContent === '12\u00a0ea')

    await page.getByRole('link', { name: 'Undo no. 2' }).click()
    await page.getByText('12\u00a0ea → 30\u00a0ea').first().waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Why' }).fill('Counted the wrong shelf')
    await page.locator('#dialog button[data-save]').click()
    await waitForSnackbar(page, 'Taken back: 30\u00a0ea of Bolt on hand')
    await page.getByText('Took back no. 2').waitFor()
    await page.getByText('Counted the wrong shelf').waitFor()
    await page.getByRole('link', { name: 'Undo no. 2' }).waitFor({ state: 'detached' })
  }))

test('a slip is taken back from its message, without a dialog', () =>
  onPage(`/inventory/${bolt}/stock/outbound`, async (page) => {
    const before = await onhand(page).textContent()
    await page.getByRole('textbox', { name: 'Quantity' }).fill('40')
    await page.getByRole('button', { name: 'Book out' }).click()
    await waitForSnackbar(page, 'below zero')
    await page.locator('.snackbar').getByRole('button', { name: 'Undo' }).click()
    await waitForSnackbar(page, `Taken back: ${before} of Bolt on hand`)
  }))

test('a wrong figure is told beside its field, and what was typed stays', () =>
  onPage(`/inventory/${bolt}/stock/count`, async (page) => {
    const counted = page.getByRole('textbox', { name: 'Counted at Shelf A' })
    await counted.fill('few')
    await page.getByRole('button', { name: 'Book count' }).click()
    await page.locator('.error', { hasText: 'The count must be a number' }).waitFor()
    expect([await counted.inputValue(), await counted.getAttribute('aria-invalid')]).toEqual(['few', 'true'])
  }))

test('the ledger narrows by kind, and its address says so', () =>
  onPage(`/inventory/${bolt}/stock`, async (page) => {
    await page.getByRole('combobox', { name: 'Every movement' }).selectOption('count')
    await page.locator('#ledger').getByText('Booked in').waitFor({ state: 'detached' })
    await page.waitForURL('**/stock?kind=count')
    await eventually(() => page.locator('#ledger tbody tr').count(), 1)
  }))

test('the Stock tab of an item follows what is counted from it', () =>
  onPage('/admin/inventory?open=BLT', async (page) => {
    await page.getByRole('tab', { name: 'Stock' }).click()
    await page.locator('#levels').waitFor()
    await page.getByRole('link', { name: 'Count', exact: true }).click()
    await page.getByRole('textbox', { name: 'Counted at Shelf A' }).fill('33')
    await page.getByRole('button', { name: 'Book count' }).click()
    await waitForSnackbar(page, 'Counted: 33\u00a0ea of Bolt on hand')
    await eventually(() => onhand(page).textContent(), '33\u00a0ea')
    await page.getByText('Shelf A 33\u00a0ea').waitFor()
    await page.getByRole('link', { name: 'Why is stock this number?' }).waitFor()
  }))

test('a group is made, gets a price and a client, and the explorer says why they pay it', () =>
  onPage('/admin/pricing', async (page) => {
    await page.getByRole('link', { name: 'Add pricing group' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Trade')
    await page.getByRole('button', { name: 'Create' }).click()
    await waitForSnackbar(page, 'Trade added')
    await page.getByRole('link', { name: 'Trade' }).click()
    await page.getByRole('heading', { name: 'Trade' }).waitFor()

    await page.getByRole('link', { name: 'Add price' }).click()
    await page.getByRole('combobox', { name: 'Item' }).fill('bol')
    await page.getByRole('option', { name: 'Bolt' }).click()
    await page.getByRole('textbox', { name: 'Percent on it' }).fill('-10')
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Create' }).click()
    await waitForSnackbar(page, 'Bolt costs these clients R\u00a090,00, everybody else R\u00a0100,00')
    await page.getByRole('cell', { name: 'R\u00a090,00' }).waitFor()

    await page.getByRole('link', { name: 'Add client' }).click()
    await page.getByRole('combobox', { name: 'Client' }).fill('ac')
    await page.getByRole('option', { name: 'Acme' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await waitForSnackbar(page, 'Acme added')
    await page.getByRole('button', { name: 'Take Acme out of this group' }).waitFor()

    await page.getByRole('link', { name: 'Change prices' }).click()
    await page.getByRole('textbox', { name: 'Amount on the base rate' }).fill('10')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Change 1 price' }).click()
    await waitForSnackbar(page, '1 price changed')
    await page.getByRole('cell', { name: 'R\u00a099,00' }).waitFor()

    await page.goto('/admin/pricing/explorer')
    await page.getByRole('combobox', { name: 'Item' }).fill('bol')
    await page.getByRole('option', { name: 'Bolt' }).click()
    await page.getByText('Anybody pays').waitFor()
    await page.getByRole('combobox', { name: 'Client' }).fill('ac')
    await page.getByRole('option', { name: 'Acme' }).click()
    await page.getByText('Acme pays R\u00a099,00 per ea').waitFor()
    await page.getByText('Agreed with the group Trade').waitFor()
    expect(await axe(page)).toEqual([])
  }))

test('the empty page of stock has a button that books in, and asks of what', () =>
  onPage('/admin/stock?of=negative', async (page) => {
    const button = page.getByRole('link', { name: 'Book in' })
    await button.waitFor()
    await screenshot(page, 'stock-empty')
    await button.click()
    await page.getByRole('button', { name: 'Next' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Item' }).fill('Bol')
    await page.getByRole('option', { name: /Bolt/ }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Quantity' }).fill('3')
    await screenshot(page, 'stock-book-in')
    await page.getByRole('button', { name: 'Book in' }).click()
    await waitForSnackbar(page, 'Booked in: ')
  }))
