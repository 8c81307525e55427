import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { axe, closePage, openPage, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { CLIENT, startProvider, type TestProvider } from '#tests/support/oidc.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let google: TestProvider
beforeAll(async () => {
  google = await startProvider(() => `${server.services.url}/externalproviderauth`)
  server = await startTestServer(undefined, [
    ...['--google-issuer', google.issuer, '--google-client-id', CLIENT.id],
    ...['--google-client-secret', CLIENT.secret],
  ])
})
afterAll(async () => {
  await server.stop()
  await google.stop()
})

/** Until a click has led to another page, whatever it is. */
const led = (page: Page, click: Promise<void>) => Promise.all([page.waitForEvent('framenavigated'), click])

/** Says yes on the provider's own page, as often as it asks. */
async function agree(page: Page) {
  while (page.url().startsWith(google.issuer))
    await led(page, page.getByRole('button', { name: 'Continue' }).click())
}

test('somebody signs in with Google, finds it on their profile, and is told plainly when it does not work', async () => {
  google.as = { sub: 'g-1', email: 'admin@first.test', email_verified: true }
  const page = await openPage({ base: server.url })
  await page.goto('/signin')
  await eventually(() => page.getByRole('link', { name: 'Sign in with Microsoft' }).count(), 0)
  expect(await axe(page)).toEqual([])
  await led(page, page.getByRole('link', { name: 'Sign in with Google' }).click())
  await agree(page)
  await page.waitForURL(`${server.url}/`)
  await page.goto('/account/profile?tab=security')
  await page.getByText('admin@first.test, last used').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Take off' }).click()
  await page.locator('.confirm [data-answer=yes]').click()
  await page.getByText('None yet. Sign in with Google once').waitFor()
  expect(pageErrors(page)).toEqual([])
  await closePage(page)

  google.as = { sub: 'g-2', email: 'agent@first.test', email_verified: false }
  const other = await openPage({ base: server.url })
  await other.goto('/api/auth/login/google')
  await agree(other)
  await other.getByText('Google has not verified the address agent@first.test').waitFor()
  expect(await axe(other)).toEqual([])
  await other.getByRole('link', { name: 'Back to sign in' }).click()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  await closePage(other)
})
