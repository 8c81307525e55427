import { expect, setDefaultTimeout, test } from 'bun:test'
import { axe, closePage, overflowX, screenshot, setView } from '#tests/support/browser.ts'
import { untilStored } from '#tests/support/stored-pages.ts'
import { serveOverLine } from './outbox-support.ts'

setDefaultTimeout(120_000)

const on = serveOverLine(async () => {})

test('the page that says one is offline lists each page once, under whatever addresses it is kept', async () => {
  const page = await on.open('/suppliers')
  for (const search of ['?search=horn', '', '?search=corn']) await page.goto(`/clients${search}`)
  await untilStored(page, '/clients?search=horn', '/clients?search=corn')
  on.line.cut()
  await page.goto('/equipment')
  await page.getByText('This page is not kept on this device').waitFor()
  const clients = page.getByRole('link', { name: 'Clients', exact: true })
  expect(await clients.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(['/clients'])
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

test('a sign-out that got no answer is not asked for again by itself', async () => {
  const page = await on.open('/clients')
  on.line.cut()
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form[action="/signout"]')?.submit())
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  expect(await page.locator('script').count()).toBe(0)
  await closePage(page)
})
