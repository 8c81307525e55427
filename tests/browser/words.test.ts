import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { eventually } from '#tests/support/eventually.ts'
import { type Client, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const refused = /status of [45]\d\d|INTERNET_DISCONNECTED|no valid credentials/

/** Opens a page as somebody, or as a stranger. What the server refuses on purpose is no mistake of the page. */
const onPage = (who: Client | null, path: string, act: (page: Page) => Promise<void>) =>
  withPage({ base: server.url, cookies: who?.cookie, path, refusals: refused }, act)

test('switching says which account is opened', () =>
  onPage(server.people.admin, '/account/create', async (page) => {
    await page.getByLabel('Name of your business').fill('Second Shop')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.waitForURL(`${server.url}/`)
    await page.route('**/api/account/switch', async (route) => {
      await page.getByText('Switching to First').waitFor()
      await route.continue()
    })
    await page.locator('.button.accountname').click()
    await page.getByRole('menuitem', { name: 'First', exact: true }).click()
    await page.locator('#accountname', { hasText: 'First' }).waitFor()
    await page.unrouteAll()
    await page.context().setOffline(true)
    await page.locator('.button.accountname').click()
    await page.getByRole('menuitem', { name: 'Second Shop' }).click()
    await page.getByText('Another account needs the network. You are still in this one.').waitFor()
  }))

test('an unknown address stays where it was typed, over the page that says so', () =>
  onPage(server.people.agent, '/no/such/page', async (page) => {
    expect(new URL(page.url()).pathname).toBe('/no/such/page')
    expect(await page.title()).toBe('Page could not be found · Joblane')
  }))

test('a page that somebody may not open says whom to ask', () =>
  onPage(server.people.jobs, '/admin/users', (page) =>
    page
      .getByText(
        'You do not have sufficient rights to perform this action, please contact your system administrator',
      )
      .waitFor(),
  ))

test('a session that ended meanwhile leads to the page that says so, and back from there', () =>
  onPage(server.people.operations, '/clients?sort=-name', async (page) => {
    await page.context().clearCookies()
    await page.getByRole('searchbox').first().fill('horn')
    await page.getByRole('heading', { name: 'Your session has expired' }).waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('next')]).toEqual(['/timeout', '/clients?sort=-name'])
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/signin?*')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/clients?sort=-name')
  }))

test('the network is missed when it goes, and greeted when it is back', () =>
  onPage(server.people.agent, '/clients', async (page) => {
    await page.context().setOffline(true)
    await page.locator('#offline', { hasText: 'appears to be unavailable' }).waitFor()
    await page.context().setOffline(false)
    await page.getByText('Your network connection has been restored').waitFor()
    await eventually(() => page.locator('#offline').isVisible(), false)
  }))

test('registering asks for patience, and a failure has its words', () =>
  onPage(null, '/signin?tab=register', async (page) => {
    await page.route('**/signin/register', async (route) => {
      await page.getByText('Please wait... registering').waitFor()
      await route.fulfill({ status: 500, headers: { 'x-joblane-version': '1' }, json: { message: 'Oh' } })
    })
    await page.getByLabel('First name').fill('Ann')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Register' }).click()
    await page.getByText('Registration failed. Please try again.').waitFor()
    await page.getByText('Please wait... registering').waitFor({ state: 'detached' })
  }))

test('a program that renews its token is told so', async () => {
  const post = async (path: string, body: RequestInit) =>
    (await fetch(server.url + path, { method: 'POST', ...body })).json()
  const { data } = await post('/api/auth/authenticate', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'agent@first.test', password: PASSWORD }),
  })
  const { token, renewToken } = data
  const form = () => ({ body: new URLSearchParams({ token, renewToken }) })
  expect((await post('/api/auth/renew', form())).message).toBe('credentials renewed')
  expect((await post('/api/auth/renew', form())).message).toBe(
    'Your authentication could not be renewed, please login again.',
  )
})
