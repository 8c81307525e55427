import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { newestMailLink } from '#tests/people/users-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { axe, faultsInBothViews, screenshot, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Options = { width?: number; theme?: 'dark'; who?: Client | null }

const onPage = (
  path: string,
  act: (page: Page) => Promise<void>,
  { who = server.people.admin, ...options }: Options = {},
) => withPage({ base: server.url, cookies: who?.cookie ?? '', path, refusals: /422/, ...options }, act)

test('a colleague is invited, sets a password from the mail, and is in', async () => {
  await onPage('/admin/users', async (page) => {
    await page.getByRole('link', { name: 'Add user' }).click()
    await page.locator('#f-email').fill('agent@first.test')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('Choose at least one role.').first().waitFor()
    await page.getByLabel('Agent', { exact: true }).check()
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('agent@first.test is one of your people already.').first().waitFor()
    await page.locator('#f-email').fill('thandi@new.test')
    await page.getByLabel('First name').fill('Thandi')
    await page.getByRole('button', { name: 'Invite' }).click()
    await waitForSnackbar(page, 'thandi@new.test is invited. The mail waits until whoever runs')
    await page.locator('tbody tr', { hasText: 'Thandi' }).getByText('Invited').waitFor()
  })
  const { pathname, search } = new URL(newestMailLink(server, 'thandi@new.test'))
  await onPage(
    pathname + search,
    async (page) => {
      await page.getByRole('heading', { name: 'Join First' }).waitFor()
      await screenshot(page, 'invited')
      await page.locator('[name=password]:visible').fill('welcome-2026')
      await page.locator('[name=confirmpassword]:visible').fill('welcome-2026')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${server.url}/`)
      await eventually(() => page.locator('.personname').textContent(), 'Thandi')
    },
    { who: null },
  )
  const [thandi] = await expectOk(server.people.admin.get('/api/users?search=thandi'))
  expect(thandi.status).toBe('active')
})

test('a person is changed, archived and brought back by Undo', () =>
  onPage('/admin/users?search=jobs', async (page) => {
    await page.getByRole('link', { name: 'jobs Tester' }).click()
    await page.locator('#f-phone').fill('082 555 0101')
    await page.getByLabel('Operations', { exact: true }).check()
    await page.keyboard.press('Control+Enter')
    await waitForSnackbar(page, 'jobs Tester saved')
    await page.locator('tbody tr', { hasText: '082 555 0101' }).getByText('Jobs, Operations').waitFor()
    await page.getByRole('link', { name: 'jobs Tester' }).click()
    await page.getByRole('button', { name: 'Archive' }).click()
    await waitForSnackbar(page, 'jobs Tester archived')
    await page.getByText('Nobody matches.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('tbody tr', { hasText: 'jobs Tester' }).waitFor()
  }))

test('a file is looked through with its problems, mended, and brought in', () =>
  onPage('/admin/users', async (page) => {
    const file = (csv: string) => ({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.locator('#main').getByRole('link', { name: 'Import' }).click()
    const input = page.locator('#dialog input[type=file]')
    await input.setInputFiles(file('email,roles\nnew@yard.test,Captain\n'))
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('Line 2, roles: There is no role named Captain.').waitFor()
    expect(await axe(page)).toEqual([])
    await input.setInputFiles(file('email,firstname,roles\nnew@yard.test,Newton,Jobs\n'))
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('1 person would be invited').waitFor()
    await page.getByLabel('Only look through it').uncheck()
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('1 person was invited').waitFor()
    await page.locator('#users tbody tr', { hasText: 'Newton' }).waitFor()
  }))

test('people that the list shows are written to', () =>
  onPage('/admin/users?search=management', async (page) => {
    await page.getByRole('link', { name: 'E-mail these people' }).click()
    await page.getByLabel('Subject').fill('Stocktake')
    await page.getByLabel('Message').fill('On Friday.')
    await eventually(() => page.locator('#dialog [name=userids]:checked').count(), 1)
    await page.getByRole('button', { name: 'Send' }).click()
    await waitForSnackbar(
      page,
      'The mail to 1 person waits until a mail server is set under Account, Configuration.',
    )
    await screenshot(page, 'mail-waits')
    await page.locator('.snackbar').getByRole('link', { name: 'Account, Configuration' }).click()
    await page.getByRole('tab', { name: 'Configuration', selected: true }).waitFor()
  }))

test('on one’s profile: name, colours, password, sessions and a key that is seen once', async () => {
  const who = await server.signIn('operations@first.test')
  await onPage(
    '/account/profile',
    async (page) => {
      await page.getByLabel('First name').fill('Nomsa')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await waitForSnackbar(page, 'Your profile is saved.')
      await page.getByRole('heading', { name: 'Nomsa Tester' }).waitFor()
      await page.getByLabel('Last name').fill('Mokoena')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByRole('heading', { name: 'Nomsa Mokoena' }).waitFor()

      await page.getByRole('tab', { name: 'Preferences' }).click()
      await page.getByRole('radio', { name: 'Dark' }).click()
      await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')

      await page.getByRole('tab', { name: 'API keys' }).click()
      await page.getByLabel('Application').fill('Scale')
      await page.getByRole('button', { name: 'Make a key' }).click()
      const key = await page.getByLabel('The key of Scale').inputValue()
      expect(key).toStartWith('joblane_')
      await page.reload()
      await page.getByText(`…${key.slice(-4)}`).waitFor()
      expect(await page.content()).not.toContain(key)
      await page.getByRole('button', { name: 'Revoke' }).click()
      await page.locator('dialog.confirm button').last().click()
      await waitForSnackbar(page, 'The key is revoked')

      await page.getByRole('tab', { name: 'Sign-in' }).click()
      await page.getByText('This one').waitFor()
      await page.getByLabel('Present password').fill('not-this-1')
      await page.locator('#f-password').fill('fresh-start-1')
      await page.getByLabel('New password again').fill('fresh-start-1')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('This is not your password.').waitFor()
      await page.getByLabel('Present password').fill('joblane-test-1')
      await page.getByRole('button', { name: 'Change password' }).click()
      await waitForSnackbar(page, 'Your password has been changed successfully')
      await eventually(() => page.getByLabel('Present password').inputValue(), '')
      await eventually(() => page.getByRole('button', { name: 'Sign out' }).count(), 0)
    },
    { who },
  )
  expect((await who.get('/api/clients')).status).toBe(401)
  const { body } = await server.people.admin.get('/api/users?search=nomsa')
  expect(body.data[0].name).toBe('Nomsa Mokoena')
})

test('the link for a phone satisfies axe and never scrolls sideways', () =>
  onPage('/applink', async (page) => {
    await page.getByRole('button', { name: /Generate/ }).click()
    // A code that takes another's place asks first.
    const sure = page.locator('dialog.confirm button').last()
    const made = page.getByAltText('The code to scan')
    await sure.or(made).waitFor()
    if (await sure.isVisible()) await sure.click()
    await made.waitFor()
    expect(await faultsInBothViews(page)).toEqual([])
  }))

test('what a worker costs is set from a day on in their dialog, which stays open to change more', async () => {
  const { admin } = server.people
  const { id } = await expectOk(admin.post('/api/workers', { name: 'Sipho' }))
  await onPage(`/admin/workers/${id}`, async (page) => {
    await page.getByRole('tab', { name: 'Rates' }).click()
    const rates = page.locator('#workerrates')
    await rates.getByRole('button', { name: 'Set rate' }).click()
    await rates.getByText('Enter the day from which it holds.').waitFor()
    await rates.getByLabel('From').fill('2026-11-01')
    await rates.getByLabel('Rate an hour').fill('100')
    await rates.getByRole('button', { name: 'Set rate' }).click()
    await rates.locator('li', { hasText: 'R 100,00 an hour' }).getByText('Holds today').waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    await eventually(() => page.locator('#f-rate').inputValue(), '100,00')
    await page.locator('#f-title').fill('Joiner')
    await page.keyboard.press('Control+Enter')
    await waitForSnackbar(page, 'Sipho saved')
  })
  expect(await expectOk(admin.get(`/api/workers/${id}`))).toMatchObject({ rate: 100, title: 'Joiner' })
})
