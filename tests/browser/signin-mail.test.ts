import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { axe } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { linksIn, type MailServer, startMailServer } from '#tests/support/mail.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

let server: TestServer
let smtp: MailServer
beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer(undefined, ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test'])
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
})

const onPage = (path: string, act: (page: Page) => Promise<void>, options: { width?: number } = {}) =>
  withPage({ base: server.url, path, refusals: /status of (422|500)/, ...options }, act)

/** What a mail to that address links to first. It comes by itself: nothing hurries the program here. */
async function linkTo(address: string, count = 1): Promise<string> {
  for (let left = 800; smtp.to(address).length < count; left--) {
    if (left === 0) throw new Error(`No mail came to ${address}.`)
    await Bun.sleep(10)
  }
  return linksIn(smtp.to(address)[count - 1] as never)[0] ?? ''
}

const panel = (page: Page) => page.getByRole('tabpanel')
const field = (page: Page, label: string) =>
  panel(page)
    .getByLabel(new RegExp(`^${label}`))
    .filter({ visible: true })
const button = (page: Page, name: string) => panel(page).getByRole('button', { name })

async function register(page: Page, email: string) {
  await page.getByRole('tab', { name: 'Register' }).click()
  await field(page, 'First name').fill('Ann')
  await field(page, 'E-mail').fill(email)
  await field(page, 'Password').fill('a-long-word-1')
  await field(page, 'Confirm password').fill('a-long-word-1')
  await button(page, 'Register').click()
  await page.getByText('A new account confirmation email has been sent to you.').waitFor()
  // Registered: back at the first tab, and nothing left that could be lost.
  await button(page, 'Sign in').waitFor()
}

test('a stranger registers, opens the link of the mail, and is signed in', () =>
  onPage('/signin', async (page) => {
    await register(page, 'ann@new.test')
    await page.goto(await linkTo('ann@new.test'))
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Confirm my e-mail' }).click()
    await page.getByText('Your email address has been successfully verified').waitFor()
    // Without an account yet, that is what comes first.
    expect(new URL(page.url()).pathname).toBe('/account/create')
  }))

test('whoever has not confirmed gets the mail again by a button; a link that was replaced says so', () =>
  onPage('/signin', async (page) => {
    await register(page, 'ben@new.test')
    const first = await linkTo('ben@new.test')
    await field(page, 'E-mail').fill('ben@new.test')
    await field(page, 'Password').fill('a-long-word-1')
    await page.keyboard.press('Enter')
    await page.getByText('The email address provided has not been confirmed.').waitFor()
    await page.getByRole('button', { name: 'Resend' }).click()
    const second = await linkTo('ben@new.test', 2)
    await page.goto(first)
    await page.getByRole('button', { name: 'Confirm my e-mail' }).click()
    await page
      .getByText('Your email address could not be verified, make sure the link you are using')
      .waitFor()
    await page.goto(second)
    await page.locator('button:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Your email address has been successfully verified').waitFor()
  }))

test('a forgotten password is replaced by a link', () =>
  onPage('/signin', async (page) => {
    await field(page, 'E-mail').fill('agent@first.test')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // What was typed comes along, and there is a way back.
    await eventually(() => field(page, 'E-mail').inputValue(), 'agent@first.test')
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    expect(await axe(page)).toEqual([])
    await button(page, 'Send the link').click()
    await page.getByText('Check your email, password reset instructions are on the way.').waitFor()
    await page.goto(await linkTo('agent@first.test'))
    expect(await axe(page)).toEqual([])
    await field(page, 'New password').fill('another-word-2')
    const change = button(page, 'Change password')
    const confirm = field(page, 'Confirm password')
    const differ = page.getByText('The two passwords differ.')
    for (const [typed, disabled, told] of [
      ['a', true, false],
      ['an', true, true],
      ['another-word', true, true],
      ['another-word-2', false, false],
    ] as const) {
      await confirm.fill(typed)
      await eventually(async () => [typed, await change.isDisabled()], [typed, disabled])
      await eventually(async () => [typed, await differ.isVisible()], [typed, told])
    }
    await change.click()
    await page.getByText('Your password has been changed successfully').waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await page.goto(await linkTo('agent@first.test'))
    await field(page, 'New password').fill('third-word-3')
    await field(page, 'Confirm password').fill('third-word-3')
    await page.keyboard.press('Enter')
    await page.getByText(/use the latest one .* at least 8 characters with letters and numbers/).waitFor()
  }))

test('registering says what is missing, keeps what was typed, and sleeps while the passwords differ', () =>
  onPage(
    '/signin?tab=register',
    async (page) => {
      expect(await axe(page)).toEqual([])
      await button(page, 'Register').click()
      await page.getByText('No fields have been filled in').waitFor()
      await field(page, 'E-mail').fill('cat')
      await field(page, 'Password').fill('a-long-word-1')
      await field(page, 'Confirm password').fill('a-l')
      await page.getByText('The two passwords differ.').waitFor()
      await eventually(() => button(page, 'Register').isDisabled(), true)
      await field(page, 'Confirm password').fill('a-long-word-1')
      await button(page, 'Register').click()
      await page.getByText('Registration failed. Please try again.').waitFor()
      await page.getByText('This is not an e-mail address.').waitFor()
      await eventually(() => field(page, 'E-mail').inputValue(), 'cat')
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(390)
    },
    { width: 390 },
  ))

test('while a mail is ordered the page says so, and a failure has the words for it', () =>
  onPage('/signin?forgot=1', async (page) => {
    await page.route('**/signin/reset', async (route) => {
      await page.getByText('Please wait... sending request').waitFor()
      await route.fulfill({ status: 500, headers: { 'x-joblane-version': '1' }, json: { message: 'Oh' } })
    })
    await field(page, 'E-mail').fill('agent@first.test')
    await button(page, 'Send the link').click()
    await page.getByText('There was a problem requesting your email reset, please try again.').waitFor()
    await page.getByText('Please wait... sending request').waitFor({ state: 'detached' })
  }))

test('a person who is signed in elsewhere is signed out there by a new password', () =>
  onPage('/signin', async (page) => {
    await field(page, 'E-mail').fill('jobs@first.test')
    await field(page, 'Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${server.url}/mywork`)
    await fetch(`${server.url}/api/auth/passwordreset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'jobs@first.test' }),
    })
    const link = new URL(await linkTo('jobs@first.test'))
    const answer = await fetch(`${server.url}/api/auth/confirmpasswordreset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        userid: link.pathname.split('/')[2],
        token: link.searchParams.get('t'),
        password: 'fresh-word-4',
        confirmpassword: 'fresh-word-4',
      }),
    })
    expect(answer.status).toBe(200)
    await page.goto('/')
    expect(new URL(page.url()).pathname).toBe('/signin')
  }))
