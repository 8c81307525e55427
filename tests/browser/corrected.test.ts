import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'
import { CORRECT_MARKED } from '#views/ui/field-rules.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const onSettings = (act: (page: Page) => Promise<void>) =>
  withPage(
    { base: server.url, cookies: server.people.admin.cookie, path: '/admin/manage', refusals: /status of 4/ },
    async (page) => {
      const prefix = page.locator('main input[name=prefix]')
      await prefix.fill('a b')
      await save(page)
      await page.getByText(CORRECT_MARKED).waitFor()
      await act(page)
    },
  )

const save = (page: Page) => page.locator('main form:has([name=prefix]) [type=submit]').click()
const marks = (page: Page) =>
  page.evaluate((sentence) => {
    const main = document.querySelector('main')
    const said = main?.textContent.includes(sentence) ? 1 : 0
    return said + (main?.querySelectorAll('p.error, [aria-invalid=true]').length ?? 0)
  }, CORRECT_MARKED)

test('what asks to correct what is marked goes with the last mark', () =>
  onSettings(async (page) => {
    await page.locator('main input[name=prefix]').pressSequentially('B')
    await eventually(() => marks(page), 0)
  }))

test('once it is saved nothing is marked, however it was corrected', () =>
  onSettings(async (page) => {
    await page.locator('main input[name=prefix]').evaluate((field: HTMLInputElement) => {
      field.value = 'B'
    })
    await save(page)
    await eventually(() => marks(page), 0)
    expect(await page.locator('main input[name=prefix]').inputValue()).toBe('B')
  }))
