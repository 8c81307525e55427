import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page, Route } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, openPage, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

const MINUTE_MS = 60_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Greeting = { cookies?: string; live?: boolean }

/** A page whose greetings are met so, in their order; the rest are answered. */
async function openGreeting(
  meet: (route: Route, nth: number) => Promise<void>,
  { cookies = server.people.agent.cookie, live = true }: Greeting = {},
) {
  const page = await openPage({ base: server.url, cookies, isolated: true })
  if (!live)
    await page.addInitScript(() => {
      window.joblaneHub = true
    })
  await page.goto('/clients')
  await eventually(() => server.services.hub.count(), live ? 1 : 0)
  let asked = 0
  await page.route('**/health', (route) => meet(route, ++asked))
  return { page, asked: () => asked }
}

const saysOffline = (page: Page) => page.locator('#offline').isVisible()

const hearNetwork = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

test('a greeting that nobody answers is given up, and another finds the line', async () => {
  const { page, asked } = await openGreeting(async (route, nth) => {
    if (nth > 1) await route.continue()
  })
  await hearNetwork(page)
  await eventually(() => saysOffline(page), true)
  await waitForSnackbar(page, 'Your network connection has been restored')
  await eventually(() => saysOffline(page), false)
  expect(asked()).toBe(2)
  await closePage(page)
})

test('without a line it is greeted again and again, after a while about once a minute', async () => {
  let isDown = true
  const meet = (route: Route) => (isDown ? route.abort() : route.continue())
  // Each live connection is a reason to greet, and minutes that pass at once renew it many times.
  const { page, asked } = await openGreeting(meet, { live: false })
  await page.clock.install()
  await hearNetwork(page)
  await eventually(asked, 1)
  for (let nth = 2; nth <= 8; nth++)
    await until(async () => {
      await page.clock.runFor(MINUTE_MS)
      return asked() >= nth
    }, 'another greeting')
  const before = asked()
  for (let minute = 0; minute < 10; minute++) await page.clock.runFor(MINUTE_MS)
  expect(asked() - before).toBeLessThanOrEqual(12)
  isDown = false
  // While the last greeting is on its way, another is asked for by nothing.
  await until(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    return !(await saysOffline(page))
  }, 'the line to be found')
  await closePage(page)
})

test('what waits is sent though a greeting before it was never answered', async () => {
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  const { id } = await expectOk(admin.post('/api/jobs', { boardid: board.id, description: 'Gate' }))
  const { page } = await openGreeting(
    async (route, nth) => {
      if (nth > 1) await route.continue()
    },
    { cookies: admin.cookie },
  )
  const call = { method: 'POST' as const, body: { message: 'Rust' } }
  const change = { url: `/api/jobs/${id}/notes`, label: 'Note', group: id, key: undefined, call }
  await page.evaluate((change) => window.joblane.outbox.keep(change), change)
  await page.evaluate(() => document.dispatchEvent(new CustomEvent('joblane:line')))
  await eventually(async () => (await expectOk(admin.get(`/api/jobs/${id}/notes`))).length, 1)
  await closePage(page)
})
