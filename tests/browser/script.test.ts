import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { closePage, openPage, pageErrors } from '#tests/support/browser.ts'
import { until } from '#tests/support/eventually.ts'
import { fillWithSentinels } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

const SCRIPT = `"'></script><img src=x onerror="window.ran=1"><svg onload="window.ran=1"><xss-probe>`
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await fillWithSentinels(server.services.tenants, server.accountid, SCRIPT)
})
afterAll(() => server.stop())

/** What the browser itself builds: islands, the palette, what the hub brings, what a message says. */
test('what people wrote stays text where the browser draws it, also when it comes while the page is open', async () => {
  const { admin } = server.people
  const page = await openPage({ base: server.url, cookies: admin.cookie, isolated: true })
  const drawn: string[] = []
  const shown: string[] = []
  page.on('dialog', () => drawn.push('a dialog'))
  for (const path of [
    '/',
    '/jobs/sentinel-board/progress',
    '/admin/inventory',
    '/clients',
    '/notifications/all',
    '/admin/users',
    '/customise/labels',
  ]) {
    await page.goto(path)
    await until(
      async () => (await page.locator('[data-island]:not([data-ready])').count()) === 0,
      'the islands',
    )
    const notice = { userid: admin.userid, type: 'info', message: SCRIPT }
    await admin.post('/api/communication/notification', notice)
    await admin.post('/api/clients', { name: `${SCRIPT} ${path}` })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('xss')
    await page.locator('[data-slot=results]').getByText(path).first().waitFor()
    const found = await page.evaluate(() => ({
      ran: 'ran' in window,
      probes: document.querySelectorAll('xss-probe, img[onerror], svg[onload]').length,
      text: document.body.textContent.includes('<xss-probe>'),
    }))
    if (found.text) shown.push(path)
    if (found.ran || found.probes > 0) drawn.push(`${path} ${JSON.stringify(found)}`)
  }
  expect(drawn).toEqual([])
  expect(shown).toContain('/jobs/sentinel-board/progress')
  expect(shown).toContain('/admin/inventory')
  expect(shown).toContain('/clients')
  // A refused script would be on the console: the policy was not even needed.
  expect(pageErrors(page).filter((one) => /script|Content Security Policy/i.test(one))).toEqual([])
  await closePage(page)
})
