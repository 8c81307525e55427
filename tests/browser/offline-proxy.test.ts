import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { closePage, faultsInBothViews, openPage, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilStored } from '#tests/support/stored-pages.ts'

setDefaultTimeout(120_000)

/** Whether the proxy gets no answer of the program to what is asked for there. */
let isDown: (path: string) => boolean
let server: TestServer
let proxy: ReturnType<typeof startProxy>
beforeAll(async () => {
  server = await startTestServer()
  proxy = startProxy(server.url)
})
beforeEach(() => {
  isDown = () => false
})
afterAll(async () => {
  await proxy.stop(true)
  await server.stop()
})

/** It lets no live connection through. */
function startProxy(target: string) {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      if (request.headers.has('upgrade') || isDown(pathname))
        return new Response('Bad gateway', { status: 502 })
      return fetch(target + pathname + search, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        redirect: 'manual',
        decompress: false,
      })
    },
  })
}

async function openKept(): Promise<Page> {
  const base = `http://127.0.0.1:${proxy.port}`
  const page = await openPage({ base, cookies: server.people.admin.cookie, width: 390, installed: true })
  await page.goto('/clients')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await untilStored(page, '/clients')
  return page
}

test('a page that was shown as kept is anew once the program answers, also where no live connection comes', async () => {
  const page = await openKept()
  isDown = () => true
  await page.goto('/clients')
  await page.getByText('This page is as it was').waitFor()
  isDown = () => false
  await eventually(() => page.locator('#offline').isVisible(), false)
  await closePage(page)
})

test('a page that alone gets no answer is no line that is missing: its newest state is offered, and it is not loaded for ever', async () => {
  const page = await openKept()
  isDown = (path) => path === '/clients'
  await page.goto('/clients')
  await page.getByText('Its newest state is here now').waitFor()
  await eventually(() => page.locator('#offline').isVisible(), false)
  expect(await faultsInBothViews(page)).toEqual([])
  await screenshot(page, 'offline-page-alone')
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.waitForResponse('**/hub/negotiate')
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  isDown = () => false
  await page.getByRole('button', { name: 'Show it' }).click()
  await eventually(() => page.locator('#offline, #newer').filter({ visible: true }).count(), 0)
  await closePage(page)
})
