import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { accounts } from '#db/schema/platform/index.ts'
import { closePage, openPage, screenshot } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(300_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.people.admin.post('/api/boards', { name: 'Yard' })
})
afterAll(() => server.stop())

const makeCopy = (copyof: string | null) =>
  server.services.platform.write(({ db }) =>
    db.update(accounts).set({ copyof, copiedutc: null }).where(eq(accounts.id, server.accountid)).run(),
  )

/** What somebody could press to make or to change something. */
const offers = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(a, button), #dialog [type=submit]')]
      .filter((one) => one.checkVisibility())
      .map((one) => (one.ariaLabel ?? one.textContent).trim())
      // Another account of one's own is no part of this one.
      .filter((words) => /^(Add|Import|New|Save|Create)\b/.test(words) && words !== 'New account'),
  )

const DIALOGS = ['/admin/divisions', '/customise/webhooks', '/admin/users']

test('an account that is only to be read offers nothing that makes or changes, on any page of its menu', async () => {
  const { cookie } = server.people.admin
  const page = await openPage({ base: server.url, cookies: cookie, isolated: true })
  await page.goto('/admin/divisions')
  const paths = await page
    .locator('#menu a[href^="/"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
  const visit = async () => {
    const found: string[] = []
    for (const path of new Set([...paths, ...DIALOGS])) {
      await page.goto(path)
      found.push(...(await offers(page)).map((words) => `${path}: ${words}`))
    }
    return found
  }
  expect(await visit()).toContain('/customise/webhooks: Add webhook')
  await makeCopy('First')
  expect(await visit()).toEqual([])
  await page.goto('/customise/webhooks')
  await screenshot(page, 'copy-webhooks')
  await page.keyboard.press('n')
  expect(await page.locator('#dialog > dialog').count()).toBe(0)
  await page.goto('/admin/divisions')
  await screenshot(page, 'copy-divisions')
  await makeCopy(null)
  await closePage(page)
})
