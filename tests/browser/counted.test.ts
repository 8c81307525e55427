import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { fillYears, SLUG } from '#tests/bench/growth-data.ts'
import { closePage, openPage, pageErrors } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

const JOBS = 3000

let server: TestServer
let page: Page
beforeAll(async () => {
  server = await startTestServer()
  await fillYears(server, JOBS)
  page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
})
afterAll(async () => {
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
  await server.stop()
})

/** As the file of a list holds them all. */
async function countRows(list: string, query: string): Promise<string> {
  const { text } = await server.people.admin.get(`${list}/export?format=csv&${query}`)
  return (text.trim().split('\n').length - 1).toLocaleString('en-ZA')
}

const past = `/jobs/${SLUG}/history`

test('a search of past jobs shows its newest first, and soon how many it finds, all of which can be paged through', async () => {
  const total = await countRows(past, 'search=the')
  const first = await server.people.admin.get(`${past}?search=the`)
  expect(first.text).toContain('At least 500 jobs')
  await page.goto(`${past}?search=the`)
  await page.locator('.listcount', { hasText: `${total} jobs` }).waitFor()
  expect(await page.locator('.listcount').innerText()).not.toContain('least')
  await page.getByRole('link', { name: 'Last page' }).click()
  await page.locator('.pager', { hasText: `–${total} of ${total}` }).waitFor()
  expect(await page.locator('main tbody tr').count()).toBeGreaterThan(0)
})

test('a search that is typed on keeps its own count, not that of the one before', async () => {
  const held = Promise.withResolvers<void>()
  await page.goto(past)
  await page.route('**/history?*exact=true*', async (route) => {
    if (!route.request().url().includes('Y1750')) await held.promise
    await route.continue()
  })
  await page.locator('[data-search]').fill('the')
  await page.locator('.listcount', { hasText: 'At least 500 jobs' }).waitFor()
  await page.locator('[data-search]').fill('Y1750')
  await page.locator('.listcount', { hasText: '1 job' }).waitFor()
  const late = page.waitForResponse(/search=the.*exact=true|exact=true.*search=the/)
  held.resolve()
  await (await late).finished()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  expect(await page.locator('.listcount').innerText()).toBe('1 job')
  await page.unrouteAll({ behavior: 'wait' })
})

test('of an order of the newest alone the count is true, and the rows stay', async () => {
  const total = await countRows(past, 'sort=client')
  await page.goto(`${past}?sort=client`)
  await page.locator('.listcount', { hasText: `${total} jobs. Only the newest 500 are sorted` }).waitFor()
  expect(await page.locator('.pager > p').innerText()).toBe('1–50 of the newest 500')
})

test('the sums of invoices that a search finds are of all of them', async () => {
  const total = await countRows('/invoices', 'search=sons')
  await page.goto('/invoices?search=sons')
  await page
    .locator('tfoot', { hasText: `${total} documents, drafts and deposit requests not counted in the sums` })
    .waitFor()
})
