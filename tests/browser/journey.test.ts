import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { closePage, openPage, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { linksIn, type MailServer, startMailServer } from '#tests/support/mail.ts'
import { type FakePayfast, startPayfast } from '#tests/support/payfast.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

const DAY_MS = 86_400_000
let ahead = 0
let server: TestServer
let smtp: MailServer
let payfast: FakePayfast
beforeAll(async () => {
  smtp = await startMailServer()
  payfast = await startPayfast()
  const flags = ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test', ...payfast.flags()]
  server = await startTestServer(() => new Date(Date.now() + ahead), flags)
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
  payfast.stop()
})

/** The first link of the mail to somebody about something. It comes by itself. */
async function linkTo(address: string, subject: RegExp): Promise<string> {
  for (let left = 1_000; left > 0; left--) {
    const mail = smtp.to(address).find((one) => subject.test(one.subject ?? ''))
    if (mail) return linksIn(mail)[0] ?? ''
    await Bun.sleep(10)
  }
  const came = smtp.to(address).map((one) => one.subject)
  throw new Error(`No such mail came to ${address}, only: ${came.join(', ')}`)
}

const mistakes = (page: Page) => pageErrors(page).filter((one) => !/status of 4(03|22)/.test(one))
const seen = (page: Page, name: string) => page.locator(`[name=${name}]:visible`)

test('from a stranger to a paying business with a colleague, by clicking alone', async () => {
  const ann = await openPage({ base: server.url })

  // Ann registers and confirms her address from the mail.
  await ann.goto('/signin')
  await ann.getByRole('tab', { name: 'Register' }).click()
  await seen(ann, 'firstname').fill('Ann')
  await seen(ann, 'email').fill('ann@new.test')
  await seen(ann, 'password').fill('a-long-word-1')
  await seen(ann, 'confirmpassword').fill('a-long-word-1')
  await ann.getByRole('tabpanel').getByRole('button', { name: 'Register' }).click()
  await ann.getByText('A new account confirmation email has been sent to you.').waitFor()
  await ann.goto(await linkTo('ann@new.test', /confirm/i))
  await ann.getByRole('button', { name: 'Confirm my e-mail' }).click()

  // She makes an account, which evaluates for thirty days.
  await ann.waitForURL('**/account/create')
  await ann.getByLabel('Name of your business').fill('Ann’s Signs')
  await ann.getByRole('button', { name: 'Create the account' }).click()
  await ann.waitForURL(`${server.url}/`)
  await ann.getByText('Evaluation ends in 30 days').waitFor()

  // She invites Ben, who joins from his own mail.
  await ann.goto('/admin/users')
  await ann.getByRole('link', { name: 'Add user' }).click()
  await ann.locator('#f-email').fill('ben@new.test')
  await ann.getByLabel('First name').fill('Ben')
  await ann.getByLabel('Operations', { exact: true }).check()
  await ann.getByRole('button', { name: 'Invite' }).click()
  await ann.getByText('An invitation is on its way to ben@new.test').first().waitFor()
  const ben = await openPage({ base: server.url })
  await ben.goto(await linkTo('ben@new.test', /Ann’s Signs/))
  await seen(ben, 'password').fill('welcome-2026')
  await seen(ben, 'confirmpassword').fill('welcome-2026')
  await ben.keyboard.press('Enter')
  await ben.waitForURL(`${server.url}/`)
  await eventually(() => ben.locator('#accountname').textContent(), 'Ann’s Signs')

  // She subscribes and pays by card.
  await subscribe(ann, 'Small')
  await ann.getByText('Next payment').waitFor()
  expect(payfast.cards.size).toBe(1)

  // The card is charged no more, and two months later everybody may only read.
  ahead = 62 * DAY_MS
  await ben.goto('/clients')
  await ben.getByText('Your account has expired').first().waitFor()
  await ann.goto('/clients')
  await ann.getByText('Your account has expired').first().waitFor()
  await ann.goto('/admin/divisions')
  await hideDrawer(ann)
  await ann
    .getByRole('link', { name: /Add division/ })
    .first()
    .click()
  await ann.locator('#f-name').fill('Too late')
  await ann.getByRole('button', { name: 'Create' }).click()
  await ann.getByText('Your account or evaluation period has expired').last().waitFor()
  await ann.keyboard.press('Escape')
  await ann.getByRole('button', { name: 'Close without saving' }).click()

  // Drawer and banner are hidden and come back; from them she renews, and both work on.
  await ann.getByRole('button', { name: 'Show renewal' }).click()
  await ann.locator('#renewal').getByText('Nothing is deleted').waitFor()
  await hideDrawer(ann)
  await ann.getByRole('button', { name: 'Hide this' }).click()
  await ann.getByText('Your account has expired').waitFor({ state: 'hidden' })
  await ann.reload()
  await ann.getByRole('button', { name: 'Expired' }).click()
  await ann.getByRole('button', { name: 'Show renewal' }).click()
  await ann.getByRole('link', { name: 'Subscription options' }).click()
  await ann
    .getByRole('button', { name: /Pay|Apply/ })
    .first()
    .waitFor()
  await subscribe(ann, 'Medium')
  await ann.getByText('Next payment').waitFor()
  await eventually(() => ann.getByText('Your account has expired').count(), 0)
  await ben.goto('/clients')
  await ben
    .getByRole('link', { name: /Add client/ })
    .first()
    .click()
  await ben.locator('#f-name').fill('First Client')
  await ben.getByRole('button', { name: 'Create' }).click()
  await ben.getByText('First Client').first().waitFor()

  expect([...mistakes(ann), ...mistakes(ben)]).toEqual([])
  await closePage(ann)
  await closePage(ben)
})

async function subscribe(page: Page, plan: string) {
  await page.goto('/subscription')
  await page.getByText(plan, { exact: true }).first().click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Your account subscription has been updated successfully').waitFor()
  await page.getByRole('button', { name: /^Pay R/ }).click()
  await page.getByRole('button', { name: 'Complete Payment' }).click()
  await page.waitForURL('**/subscription')
}

async function hideDrawer(page: Page) {
  const hide = page.locator('#renewal').getByRole('button', { name: 'Hide' })
  if (await hide.first().isVisible()) await hide.first().click()
}
