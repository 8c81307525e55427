import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { closePage, openPage, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function open(who: 'admin' | 'jobs', path: string, width?: number) {
  const page = await openPage({ base: server.url, cookies: server.people[who].cookie, width })
  await page.goto(path)
  return page
}

test('a call is found by words, read, and tried by the keyboard with one’s own rights', async () => {
  const page = await open('admin', '/account/calls')
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('clients adds')
  await page.getByRole('link', { name: 'POST /api/clients', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Answer', { exact: true }).waitFor()
  expect(await dialog.textContent()).toContain('clients.write')
  await dialog.getByRole('tab', { name: 'Try it' }).press('Enter')
  await dialog.getByLabel('Body').fill('{ "name": "Tried and Sons" }')
  await dialog.getByRole('button', { name: 'Send' }).press('Enter')
  await dialog.getByText('"name": "Tried and Sons"').waitFor()
  const { body } = await server.people.admin.get('/api/clients?search=Tried')
  expect(body.total).toBe(1)
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('what one may not do is said before, and refused as ever, on a phone too', async () => {
  const page = await open('jobs', '/account/calls/call?method=GET&path=/api/invoices/:id', 390)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Try it' }).click()
  await dialog.getByText('You do not hold the right').waitFor()
  await dialog.getByLabel('id').fill('none')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText('403 after').waitFor()
  await closePage(page)
})

test('the name of a right is not broken within', async () => {
  const page = await open('admin', '/account/calls')
  const right = page.getByText('accountcodes.read', { exact: true }).first()
  expect(await right.evaluate((one) => one.getClientRects().length)).toBe(1)
  await closePage(page)
})

test('only what one may do is left where one says so', async () => {
  const page = await open('jobs', '/account/calls')
  await page.getByLabel('Only what I may do').check()
  await page.getByRole('link', { name: 'GET /api/invoices', exact: true }).waitFor({ state: 'detached' })
  await eventually(() => page.getByRole('link', { name: 'GET /api/clients', exact: true }).count(), 1)
  await closePage(page)
})
