import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { issueInvoice } from '#tests/sales/invoices-support.ts'
import { connectXero, postForm, startXeroShop } from '#tests/settings/xero-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, screenshot, setView } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type FakeXero, startXero } from '#tests/support/xero/xero.ts'

setDefaultTimeout(120_000)

const MANY = 40

let server: TestServer
let xero: FakeXero
beforeAll(async () => {
  xero = await startXero()
  server = await startTestServer(undefined, xero.flags)
  const { tenantId } = xero.addTenant('Northwind (Pty) Ltd')
  await connectXero(server, tenantId)
  const { Accounts, Items } = xero.books(tenantId)
  const [sales] = Accounts.filter(({ Code }) => Code === '200')
  Accounts.push({ ...sales, AccountID: crypto.randomUUID(), Code: '', Name: 'Without a code' })
  Items.push({ ItemID: crypto.randomUUID(), Code: 'X'.repeat(80), Name: 'Too long a code' })
  for (let at = 0; at < MANY; at++) {
    Accounts.push({ ...sales, AccountID: crypto.randomUUID(), Code: `9${at}`, Name: `Sales of yard ${at}` })
    Items.push({ ItemID: crypto.randomUUID(), Code: `BOLT${at}`, Name: `Bolt ${at}` })
  }
})
afterAll(async () => {
  await server.stop()
  xero.stop()
})

/** "Success", with what came in its list of at most 300 px. */
async function expectSuccess(page: Awaited<ReturnType<typeof openPage>>, last: string, name: string) {
  const result = page.getByRole('dialog', { name: 'Success' })
  const list = result.getByRole('list', { name: /^New / })
  await list.getByText(last, { exact: true }).waitFor()
  await result.getByText('One row was left out').waitFor()
  await result.getByRole('link', { name: 'Open the import to mend it' }).waitFor()
  const [shown, whole] = await list.evaluate((one) => [one.clientHeight, one.scrollHeight])
  expect(shown).toBeLessThanOrEqual(300)
  expect(whole).toBeGreaterThan(300)
  await list.focus()
  await page.keyboard.press('End')
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await setView(page, { width: 390, theme: 'dark' })
  await screenshot(page, name)
  expect(await overflowX(page)).toBe(0)
  await result.getByRole('button', { name: 'Close' }).last().click()
  await result.waitFor({ state: 'detached' })
}

test('the Sync menus of Xero say what came in, and what is new later', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  await page.goto('/admin/accountcodes')
  await page.getByRole('link', { name: 'Sync with Xero' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bring in' }).click()
  await expectSuccess(page, `Sales of yard ${MANY - 1}`, 'xero-accounts')
  await page.goto('/admin/inventory')
  await page.getByRole('button', { name: 'Import, print and more' }).click()
  await page.getByRole('menuitem', { name: 'Sync with Xero' }).click()
  await expectSuccess(page, `Bolt ${MANY - 1}`, 'xero-items')
  await closePage(page)
})

test('a connection that ended since the page was loaded is said as a warning, with what helps', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  await page.goto('/admin/inventory')
  const body = JSON.stringify({ message: 'You are not authenticated to Xero', code: 'notconnected' })
  await page.route('**/api/inventory/sync*', (route) =>
    route.fulfill({ status: 400, headers: { 'x-joblane-version': 'test' }, body }),
  )
  await page.getByRole('button', { name: 'Import, print and more' }).click()
  await page.getByRole('menuitem', { name: 'Sync with Xero' }).click()
  const said =
    'You are not authenticated to Xero. Whoever manages the account connects it on the page of Xero.'
  await page.locator('.snackbar[data-level=warning]', { hasText: said }).waitFor()
  await screenshot(page, 'xero-not-connected')
  expect(await axe(page)).toEqual([])
  await closePage(page)
})

test('on a phone the menu of the person says which organisation of Xero is connected', async () => {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, width: 390 })
  await page.goto('/admin/accountcodes')
  await page.getByRole('button', { name: 'your menu' }).click()
  await page.getByRole('menuitem', { name: /^Xero: / }).waitFor()
  await screenshot(page, 'xero-menu')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.locator('.chip.accounting').waitFor()
  await page.locator('.item.accounting').waitFor({ state: 'hidden' })
  await closePage(page)
})

test('what was cancelled while the account was cleared says where it still stands', async () => {
  const shop = await startXeroShop()
  const supplier = (await expectOk(shop.admin().post('/api/suppliers', { name: 'Steel City' }))).id
  const approved = (
    await expectOk(
      shop.admin().post('/api/supplierinvoices', {
        ...{ supplier, number: 'CB-1', kind: 'invoice', date: '2026-01-05' },
        organisation: shop.office.vendor,
        lines: [{ description: 'Boards', quantity: 1, rate: 500, inputtax: 'none', vatrate: 0 }],
      }),
    )
  ).id
  await expectOk(shop.admin().patch(`/api/supplierinvoices/${approved}`, { status: 'approved' }))
  await shop.drain()
  await postForm(shop, '/xero/clear')
  const cancelled = { status: 'cancelled', reason: 'Typed wrongly' }
  await expectOk(shop.admin().patch(`/api/supplierinvoices/${approved}`, cancelled))
  const page = await openPage({ base: shop.office.server.url, cookies: shop.admin().cookie })
  for (const [path, words, name] of [
    [
      '/xero',
      'that was credited, cancelled, taken back or changed here still stands in Northwind (Pty) Ltd',
      'xero-stands',
    ],
    [
      `/supplierinvoices/${approved}`,
      'It still stands in Northwind (Pty) Ltd as it was before',
      'xero-bill-stands',
    ],
  ] as const) {
    await page.goto(path)
    await page.getByText(words).waitFor()
    for (const view of [
      { width: 1440, theme: 'light' },
      { width: 390, theme: 'dark' },
    ] as const) {
      await setView(page, view)
      await screenshot(page, `${name}-${view.width}`)
      expect([await overflowX(page), await axe(page)]).toEqual([0, []])
    }
  }
  await closePage(page)
  await shop.stop()
})

test('an account that was archived in Xero is told with the way to the mapping', async () => {
  const shop = await startXeroShop()
  for (const one of shop.books().Accounts) if (one.Code === '200') one.Status = 'ARCHIVED'
  const { id } = await issueInvoice(shop.office, 100)
  await shop.drain()
  const page = await openPage({ base: shop.office.server.url, cookies: shop.admin().cookie })
  for (const [path, name] of [
    ['/xero', 'xero-archived'],
    ['/xero/mapping', 'xero-archived-mapping'],
    [`/invoices/${id}`, 'xero-archived-invoice'],
  ] as const) {
    await page.goto(path)
    await page
      .getByText(/Whoever may change the settings can choose another one in the mapping|Xero no longer has/)
      .first()
      .waitFor()
    for (const width of [1440, 390])
      for (const theme of ['light', 'dark'] as const) {
        await setView(page, { width, theme })
        await screenshot(page, `${name}-${width}-${theme}`)
        expect([await overflowX(page), await axe(page)]).toEqual([0, []])
      }
  }
  await page.getByRole('link', { name: 'Open the mapping' }).click()
  await page.getByRole('heading', { name: 'Xero mapping' }).waitFor()
  await closePage(page)
  await shop.stop()
})
