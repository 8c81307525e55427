import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright'
import { accounts, seats } from '#db/schema/platform/index.ts'
import { addUser } from '#server/access/accounts.ts'
import { axe, overflowX, screenshot, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { cheapPasswords, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { withPage } from '#tests/support/with-page.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Options = { cookies?: string; width?: number; theme?: 'dark'; isolated?: boolean }

const onPage = (path: string, options: Options, act: (page: Page) => Promise<void>) =>
  withPage({ base: server.url, path, refusals: /status of 4\d\d/, ...options }, act)

const nameOf = (within: Page | Locator) => within.getByRole('textbox', { name: 'Name', exact: true })
const change = (set: Partial<typeof accounts.$inferInsert>) =>
  server.services.platform.write(({ db }) =>
    db.update(accounts).set(set).where(eq(accounts.id, server.accountid)).run(),
  )

/** The session cookie of somebody who belongs to no account. */
async function newcomer(email: string) {
  const passwordhash = await cheapPasswords.hash(PASSWORD)
  await server.services.platform.write((tx) =>
    addUser(tx, { email, firstname: 'Nora', lastname: 'Newcomer', passwordhash }),
  )
  const body = new URLSearchParams({ userName: email, password: PASSWORD })
  const signed = await fetch(`${server.url}/signin`, { method: 'POST', body, redirect: 'manual' })
  return (signed.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

test('who has no account is led to making one, and begins in it', async () => {
  await onPage('/clients', { cookies: await newcomer('nora@new.test') }, async (page) => {
    await page.waitForURL('**/account/create')
    expect(await axe(page)).toEqual([])
    await screenshot(page, 'account-create')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByText('An account needs a name.').waitFor()
    await page.getByText('Please confirm the details you have provided').waitFor()
    await page.getByLabel('Name of your business').fill('Nora’s Signs')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(`${server.url}/`)
    await eventually(() => page.locator('#accountname').textContent(), 'Nora’s Signs')
    await page.getByText('Evaluation ends in 30 days').waitFor()
  })
})

test('a key asks, an administrator lets in, and who waits is inside without doing anything', async () => {
  const cookies = await newcomer('joan@new.test')
  await onPage('/account/create?tab=link', { cookies, width: 390, theme: 'dark' }, async (page) => {
    await page.getByRole('tab', { name: 'Link to an existing one' }).click()
    const ask = page.getByRole('button', { name: 'Ask to be let in' })
    await page.getByLabel('Account key').fill('short')
    await ask.click()
    await page.getByText('The key you provided does not appear to be valid').waitFor()
    await page.getByLabel('Account key').fill(server.accountid)
    await ask.click()
    await page.getByText('First has been asked to let you in').waitFor()
    expect(await axe(page)).toEqual([])
    expect(await overflowX(page)).toBeLessThanOrEqual(0)
    await screenshot(page, 'account-waiting')
    await onPage('/account?tab=active', { cookies: server.people.admin.cookie }, async (office) => {
      await office.getByText('joan@new.test').waitFor()
      expect(await axe(office)).toEqual([])
      await screenshot(office, 'account-active')
      await office.getByRole('link', { name: 'Let in' }).click()
      await office.getByRole('heading', { name: 'Let Nora Newcomer in' }).waitFor()
      expect(await axe(office)).toEqual([])
      await screenshot(office, 'account-letin')
      await office.getByRole('button', { name: 'Let in' }).click()
      await office.getByText('Choose at least one role').first().waitFor()
      await office.getByLabel('Agent').check()
      await office.getByRole('button', { name: 'Let in' }).click()
      await waitForSnackbar(office, 'Nora Newcomer is in')
      await office.locator('tbody tr', { hasText: 'joan@new.test' }).waitFor()
    })
    await page.waitForURL(`${server.url}/`, { timeout: 30_000 })
    await eventually(() => page.locator('#accountname').textContent(), 'First')
  })
})

test('its manager changes the account, with words for what is wrong, and gives it a logo', () =>
  onPage('/account?tab=configuration', { cookies: server.people.admin.cookie }, async (page) => {
    await nameOf(page).waitFor()
    await page.getByLabel('Primary e-mail').fill('nobody')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This is not an e-mail address.').waitFor()
    await page.getByLabel('Primary e-mail').fill('office@first.test')
    await nameOf(page).fill('First & Sons')
    await page.getByLabel('Server').fill('localhost')
    await page.getByLabel('Port', { exact: true }).fill('1')
    await page.getByLabel('User name').fill('office')
    await page.getByLabel('Password').fill('very-secret-1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This server stands inside the network of this installation').waitFor()
    await page.getByLabel('Server').fill('mail.first.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForSnackbar(page, 'Account settings updated')
    await page.locator('#accountname', { hasText: /^First & Sons$/ }).waitFor()
    await eventually(() => page.getByLabel('Password').inputValue(), '')
    await page.getByRole('button', { name: 'Send a test mail' }).click()
    await waitForSnackbar(page, 'No test mail was sent.')
    await nameOf(page).fill('First')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#accountname', { hasText: /^First$/ }).waitFor()
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
    await waitForSnackbar(page, 'File has been uploaded successfully')
    await page.reload()
    await page.locator('header .accountlogo').waitFor()
    await screenshot(page, 'account-configuration')
  }))

test('an account that has expired says so once, reads on, and shows the way to renew', async () => {
  const { admin } = server.people
  await admin.post('/api/divisions', { name: 'North' })
  await change({ utcexpires: new Date(Date.now() - 3 * 86_400_000).toISOString() })
  await onPage('/admin/divisions', { cookies: admin.cookie, width: 390 }, async (page) => {
    const drawer = page.locator('#renewal')
    await drawer.getByRole('link', { name: 'Subscription options' }).waitFor()
    expect(await axe(page)).toEqual([])
    await screenshot(page, 'account-expired-drawer')
    await drawer.getByRole('button', { name: 'Hide' }).click()
    await page.getByText('Your account has expired').waitFor()
    await screenshot(page, 'account-expired-banner')
    await page.locator('#expired').getByRole('button', { name: 'Hide this' }).click()
    await page.locator('#expired').waitFor({ state: 'hidden' })
    await page.reload()
    await page.locator('#expiredshow').waitFor()
    expect(await page.locator('#expired').isVisible()).toBe(false)
    await page.locator('#expiredshow').click()
    await page.locator('#expired').waitFor()
    await page.reload()
    await page.getByText('North').waitFor()
    await eventually(() => drawer.isVisible(), false)
    await page.getByText('North').click()
    await nameOf(page.locator('#dialog')).fill('South')
    await page.keyboard.press('Control+Enter')
    await waitForSnackbar(page, 'Your account or evaluation period has expired')
    await page.locator('.snackbar').getByRole('button', { name: 'Subscription options' }).click()
    await drawer.getByRole('link', { name: 'Subscription options' }).waitFor()
    expect(await overflowX(page)).toBeLessThanOrEqual(0)
  })
  await change({ utcexpires: null })
})

test('who belongs to an account without a seat is told whom to ask', async () => {
  const { jobs } = server.people
  const licensed = (to: boolean) =>
    server.services.platform.write(({ db }) =>
      db.update(seats).set({ licensed: to }).where(eq(seats.userid, jobs.userid)).run(),
    )
  await licensed(false)
  for (const options of [{}, { width: 390, theme: 'dark' as const }])
    await onPage('/', { cookies: jobs.cookie, ...options }, async (page) => {
      await page.getByRole('heading', { name: 'Unlicenced Account' }).waitFor()
      expect(await axe(page)).toEqual([])
      await screenshot(page, `account-unlicenced-${options.width ?? 1440}`)
    })
  await licensed(true)
})

test('the operator notes, hides, seats and renews from the drawer', () =>
  onPage('/backoffice', { cookies: server.operator.cookie }, async (page) => {
    await page.getByRole('link', { name: 'Other' }).click()
    await page.getByRole('tab', { name: 'Notes' }).click()
    await page.getByLabel('Note', { exact: true }).fill('Called: pays on Friday')
    await page.locator('#accountnotes').getByRole('button', { name: 'Add' }).click()
    await page.locator('.operatornotes', { hasText: 'Called: pays on Friday' }).waitFor()
    await eventually(() => page.getByLabel('Note', { exact: true }).inputValue(), '')
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await page.getByText('Nothing has been noted.').waitFor()
    await page.getByRole('button', { name: 'Show hidden notes' }).click()
    await page.getByRole('button', { name: 'Unhide' }).click()
    await page.getByRole('button', { name: 'Hide', exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Seats' }).click()
    await page.getByLabel('E-mail of a person').fill('helper@other.test')
    await page.locator('#accountseats').getByRole('button', { name: 'Add' }).click()
    await page.locator('#accountseats li', { hasText: 'helper@other.test' }).waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByRole('textbox', { name: 'Expires' }).fill('2020-01-31')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitForSnackbar(page, 'Other saved')
    // Long expired by now, it is left out until asked for.
    await page.getByRole('link', { name: 'Other' }).waitFor({ state: 'detached' })
    await page.getByText('Include stale').click()
    await page.getByRole('link', { name: 'Other' }).waitFor()
    await page.waitForURL(/stale=true/)
  }))

test('a refusal stands at its field, also where the field has no form of its own', async () => {
  const shown = (page: Page, field: Locator, reason: RegExp) =>
    Promise.all([
      page.locator('p.error', { hasText: reason }).waitFor(),
      eventually(() => field.getAttribute('aria-invalid'), 'true'),
    ])
  await onPage('/backoffice?stale=true', { cookies: server.operator.cookie }, async (page) => {
    await page.getByRole('link', { name: 'Other' }).click()
    await page.getByRole('tab', { name: 'Seats' }).click()
    const email = page.getByLabel('E-mail of a person')
    await email.fill('no address')
    await page.locator('#accountseats').getByRole('button', { name: 'Add' }).click()
    await shown(page, email, /e-mail address/)
  })
  const picture = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  const cookies = server.people.admin.cookie
  for (const [path, label] of [
    ['/account?tab=configuration', 'Logo'],
    ['/account/profile', 'Picture'],
  ] as const)
    await onPage(path, { cookies }, async (page) => {
      const file = page.getByLabel(label, { exact: true })
      await file.setInputFiles(picture)
      await shown(page, file, /PNG|JPEG|picture/)
      await screenshot(page, `refusal-${label.toLowerCase()}`)
    })
})

test('a file that is chosen as soon as a page is read is taken', () =>
  onPage('/account', { cookies: server.people.admin.cookie, isolated: true }, async (page) => {
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () => {
        const chosen = new DataTransfer()
        chosen.items.add(new File(['no picture'], 'logo.png'))
        const field = document.querySelector<HTMLInputElement>('[type=file]')
        if (field) field.files = chosen.files
        field?.dispatchEvent(new Event('change', { bubbles: true }))
      }),
    )
    await page.goto('/account/profile')
    await page.locator('p.error', { hasText: /PNG|JPEG/ }).waitFor()
  }))
