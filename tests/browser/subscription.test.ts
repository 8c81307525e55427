import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { accounts } from '#db/schema/platform/index.ts'
import { axe, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type FakePayfast, startPayfast } from '#tests/support/payfast.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { expectNoOverflow, pageVisitor } from './subscription-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let payfast: FakePayfast
beforeAll(async () => {
  payfast = await startPayfast()
  server = await startTestServer(undefined, payfast.flags())
})
afterAll(async () => {
  await server.stop()
  payfast.stop()
})

const visiting = pageVisitor(() => server.url)

const expire = (accountid: string, utcexpires: string) =>
  server.services.platform.write(({ db }) =>
    db.update(accounts).set({ utcexpires }).where(eq(accounts.id, accountid)).run(),
  )

const total = (page: Page) => page.locator('output.total')

test('an expired account renews by clicking: banner, plan, payment, and it is live again', async () => {
  await expire(server.accountid, '2020-01-01T00:00:00.000Z')
  await visiting(server.people.admin, '/clients', async (page) => {
    await page.getByText('Your account has expired').waitFor()
    await page.goto('/subscription')
    expect(await axe(page)).toEqual([])
    await screenshot(page, 'subscription-expired-1440-light')

    // Rapid clicks are all counted, by tens too, and never below nothing.
    await page.getByRole('button', { name: 'Extra seat: 1 more' }).click()
    await page.getByRole('button', { name: 'Extra seat: 1 more' }).click()
    await page.getByRole('button', { name: 'Extra seat: 1 more' }).click()
    await total(page)
      .getByText(/666,00/)
      .waitFor()
    await page.getByRole('group', { name: 'Count by' }).getByText('10', { exact: true }).click()
    await page.getByRole('button', { name: 'Extra seat: 10 less' }).click()
    await total(page)
      .getByText(/399,00/)
      .waitFor()
    await eventually(() => page.getByRole('button', { name: 'Extra seat: 10 less' }).isDisabled(), true)
    // Wrong twice, it is told once, under the count with its buttons.
    for (const wrong of ['-5', '-6']) {
      await page.getByLabel('How many: Extra seat').fill(wrong)
      await page.getByLabel('How many: Extra seat').press('Tab')
      await page.locator('.stepper + .error').waitFor()
    }
    await eventually(() => page.locator('#chooser .error').count(), 1)
    await page.getByLabel('How many: Extra seat').fill('2')
    await page.getByLabel('How many: Extra seat').press('Tab')
    await total(page)
      .getByText(/577,00/)
      .waitFor()

    // Another plan sets the add-ons of the first to nothing, and shows its own.
    await page.getByText('Medium', { exact: true }).click()
    await page.getByText('Pack of ten seats').waitFor()
    await total(page)
      .getByText(/999,00/)
      .waitFor()
    await page.getByText('Small', { exact: true }).click()
    await total(page)
      .getByText(/399,00/)
      .waitFor()
    await page.getByRole('button', { name: 'Extra seat: 10 more' }).click()
    await page.getByText('50 → 15 seats').waitFor()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Your account subscription has been updated successfully').waitFor()
    expect((await server.people.admin.post('/api/divisions', { name: 'X' })).status).toBe(403)

    await page.getByRole('button', { name: /^Pay R/ }).click()
    await page.getByRole('heading', { name: 'Pay R 1289.00' }).waitFor()
    await page.getByRole('button', { name: 'Complete Payment' }).click()
    await page.waitForURL('**/subscription')
    await page.getByText('Card transactions').first().waitFor()
    await page.getByText('Next payment').waitFor()
    await eventually(() => page.getByText('No active auto-subscription was found').count(), 0)
    await eventually(() => page.getByText('Your account has expired').count(), 0)
    expect(await axe(page)).toEqual([])
    expect((await server.people.admin.post('/api/divisions', { name: 'X' })).status).toBe(200)
    await page.getByRole('link', { name: /Receipt/ }).click()
    await page.getByRole('heading', { name: /Receipt/ }).waitFor()
    expect(await axe(page)).toEqual([])
    await screenshot(page, 'subscription-receipt-1440-light')
  })
})

test('stopping asks for a tick, and tells that it has stopped', () =>
  visiting(server.people.admin, '/subscription', async (page) => {
    await page.getByText('Stop the subscription').click()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Tick this first').waitFor()
    await page.getByLabel('Yes, stop charging my card').check()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Subscription has been stopped').waitFor()
    await page.getByText('Your subscription has been cancelled').waitFor()
    expect([...payfast.cards.values()].every((card) => card.status_text === 'CANCELLED')).toBe(true)
  }))

test('turned back at the provider, nothing was paid', () =>
  visiting(server.other, '/subscription', async (page) => {
    await page.getByText('No active auto-subscription was found').waitFor()
    await page.getByText('Large', { exact: true }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: /^Pay R/ }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('Nothing was paid.').waitFor()
    expect(await axe(page)).toEqual([])
  }))

test('whoever waits for the confirmation is led on when it comes', () =>
  visiting(server.other, '/subscription', async (page) => {
    payfast.state.down = false
    const { body } = await server.other.get('/api/cctransactions/link/payfast')
    const card = payfast.subscribe(body.data.fields)
    await page.goto(`/subscription/returned?order=${body.data.order}`)
    await page.getByText('Your payment is being confirmed').waitFor()
    expect(await axe(page)).toEqual([])
    await screenshot(page, 'subscription-returned-1440-light')
    await payfast.charge(card.token)
    await page.waitForURL('**/subscription')
    await page.getByText('Paid until').first().waitFor()
  }))

test('the operator keeps the price list, and sees what was reported', () =>
  visiting(server.operator, '/backoffice/fees', async (page) => {
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'Large' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price a month').fill('3,00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog
      .getByText(/costs at least/)
      .first()
      .waitFor()
    await dialog.getByLabel('Price a month').fill('2 499,50')
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Large saved').waitFor()
    await page.getByText(/2\s499,50/).waitFor()
    await page.getByRole('link', { name: 'Payment notifications' }).click()
    await page.getByText('Booked').first().waitFor()
    expect(await axe(page)).toEqual([])
  }))

test("the operator changes an account's fees in the drawer; nothing is given before it is paid", () =>
  visiting(server.operator, '/backoffice', async (page) => {
    await page.getByRole('link', { name: 'Other' }).first().click()
    await page.getByRole('tab', { name: 'Fees' }).click()
    await page.getByText('Medium', { exact: true }).click()
    await page.getByText('Pack of ten seats').waitFor()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Your account subscription has been updated successfully').waitFor()
    expect(await axe(page)).toEqual([])
    const { body } = await server.other.get('/api/account/subscribe')
    expect(body.data).toMatchObject({ size: 3, next: { size: 2 } })
  }))

test.each([1440, 390])('nothing scrolls sideways, in either colour, at %i px', async (width) => {
  for (const [who, path] of [
    [server.people.admin, '/subscription'],
    [server.operator, '/backoffice/fees'],
    [server.operator, '/backoffice/fees/notifications'],
  ] as const)
    await visiting(who, path, (page) => expectNoOverflow(page, path.slice(1).replaceAll('/', '-')), { width })
})
