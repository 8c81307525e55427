import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { closePage, openPage, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const at = async (who: 'admin' | 'operations', path: string): Promise<Page> => {
  const page = await openPage({ base: server.url, cookies: server.people[who].cookie })
  await page.goto(path)
  return page
}
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })

test('the first board is made from the start page, and stands in the menu at once', async () => {
  const page = await at('admin', '/')
  await page.getByRole('link', { name: 'Make a board' }).click()
  await page.waitForURL('**/customise/boards')
  await page.keyboard.press('n')
  await page.getByLabel('Name').fill('Workshop')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Workshop added').waitFor()
  await menu(page, 'Workshop').click()
  await page.waitForURL('**/jobs/workshop/progress')
  await eventually(() => menu(page, 'Workshop').getAttribute('aria-current'), 'page')
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('a colleague’s menu follows, and keeps the place where they are', async () => {
  const page = await at('operations', '/clients')
  await server.people.admin.post('/api/boards', { name: 'Site work' })
  await menu(page, 'Site work').waitFor()
  await eventually(() => menu(page, 'Clients').getAttribute('aria-current'), 'page')
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
