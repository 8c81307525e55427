import { expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, overflowX, screenshot, setView } from '#tests/support/browser.ts'
import { untilStored } from '#tests/support/stored-pages.ts'
import { serveOverLine } from './outbox-support.ts'

setDefaultTimeout(120_000)

const on = serveOverLine(async () => {})

test('the page that says one is offline lists each page once, under whatever addresses it is kept', async () => {
  const page = await on.open('/suppliers')
  const { admin } = on.server.people
  const item = { code: 'BOLT', make: 'BOLT', inventoryclass: 2, baseunit: 'm' }
  await expectOk(admin.post('/api/inventory', item))
  const { id } = await expectOk(admin.post('/api/stockcounts', { codes: 'BOLT' }))
  await page.goto(`/admin/stock/counts/${id}`)
  await untilStored(page, `/admin/stock/counts/${id}/count?line=`)
  for (const search of ['?search=horn', '', '?search=corn']) await page.goto(`/clients${search}`)
  await untilStored(page, '/clients?search=horn', '/clients?search=corn')
  on.line.cut()
  await page.goto('/equipment')
  await page.getByText('This page is not kept on this device').waitFor()
  const clients = page.getByRole('link', { name: 'Clients', exact: true })
  expect(await clients.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(['/clients'])
  expect(await page.getByRole('link', { name: 'Count 1', exact: true }).count()).toBe(1)
  const links = page.locator('#main a')
  const heights = await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  for (const [width, theme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    await setView(page, { width, theme })
    expect([await overflowX(page), await axe(page)]).toEqual([0, []])
    await screenshot(page, `offline-page-${width}-${theme}`)
  }
  await closePage(page)
})

test('it finds by itself that the program answers again, where the device never lost its network', async () => {
  const page = await on.open('/clients')
  on.line.cut()
  await page.goto('/suppliers')
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  on.line.mend()
  await page.getByRole('heading', { name: 'Suppliers' }).first().waitFor()
  await closePage(page)
})

test('a page that alone gets no answer is asked for less and less often, and that is said', async () => {
  const page = await on.open('/clients')
  // Its next attempt is made when it is told to.
  await page.addInitScript(() => {
    const later = setTimeout
    const held = (act: () => void, ms = 0) => {
      if (ms < 5_000) return later(act, ms)
      return Object.assign(window, { attempt: act }) && 0
    }
    window.setTimeout = held as typeof setTimeout
  })
  const attempt = async () => {
    await page.waitForFunction(() => 'attempt' in window)
    await page.evaluate(() => (window as unknown as { attempt(): void }).attempt())
  }
  on.line.lose('/suppliers')
  await page.goto('/suppliers')
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  expect(await page.getByText('this page alone got no answer').isVisible()).toBe(false)
  for (const seconds of [10, 20, 40, 60]) {
    await attempt()
    await page.getByText(`It is asked for again in ${seconds} seconds.`).waitFor()
  }
  for (const theme of ['light', 'dark'] as const) {
    await setView(page, { width: 390, theme })
    expect([await overflowX(page), await axe(page)]).toEqual([0, []])
    await screenshot(page, `offline-page-alone-${theme}`)
  }
  on.line.mend()
  await attempt()
  await page.getByRole('heading', { name: 'Suppliers' }).first().waitFor()
  await closePage(page)
})

test('a sign-out that got no answer is not asked for again by itself', async () => {
  const page = await on.open('/clients')
  on.line.cut()
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form[action="/signout"]')?.submit())
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  expect(await page.locator('script').count()).toBe(0)
  await closePage(page)
})
