import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
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
  const vendor = [
    '--seller',
    'Joblane (Pty) Ltd; 1 Long Street; Cape Town; 8001',
    '--seller-vat',
    '4123456789',
  ]
  server = await startTestServer(undefined, [...payfast.flags(), ...vendor])
})
afterAll(async () => {
  await server.stop()
  payfast.stop()
})

const visiting = pageVisitor(() => server.url)

async function pay(page: Page) {
  await page.getByRole('button', { name: /^Pay R/ }).click()
  await page.getByRole('button', { name: 'Complete Payment' }).click()
  await page.waitForURL('**/subscription')
}

test('what becomes of paid days is said before a change of plan is paid, and stands on its papers', () =>
  visiting(server.people.admin, '/subscription', async (page) => {
    await page.getByText('Small', { exact: true }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText(/The month begins when your evaluation ends/).waitFor()
    await pay(page)
    await page.getByText('Medium', { exact: true }).click()
    await page.getByText(/Paid today, your \d+ paid days become \d+ days of Medium with 15 seats/).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Apply' }).click()
    const said = page.getByText(/^Your \d+ paid days become \d+ days of Medium with 15 seats; paid until/)
    const words = (await said.textContent()) ?? ''
    await page.getByText(/Paid days that are left then are carried over/).waitFor()
    expect(await axe(page)).toEqual([])
    await screenshot(page, 'subscription-change-1440-light')
    await pay(page)
    const [, days = '', becomes = '', until = ''] =
      /Your (\d+) paid days become (\d+) days .* paid until (.*?)\. They/.exec(words) ?? []
    await page.getByText(`${days} days became ${becomes}`).waitFor()
    await page.locator('#subscription-state').getByText(until).waitFor()
    await page
      .getByRole('link', { name: /Receipt/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Tax invoice 2' }).waitFor()
    await page.getByText(`${days} paid days became ${becomes} days of this plan`).waitFor()
    await page.getByText(/VAT 15.% in it/).waitFor()
    expect(await axe(page)).toEqual([])
  }))

test('the operator books a refund in the drawer; the account sees it, with its credit note', async () => {
  await visiting(server.operator, '/backoffice', async (page) => {
    await page.getByRole('link', { name: 'First' }).first().click()
    await page.getByRole('tab', { name: 'Payments' }).click()
    await page.getByText(/Paid time left: \d+ days at R.999,00 a month/).waitFor()
    expect(await axe(page)).toEqual([])
    await screenshot(page, 'backoffice-payments-1440-light')
    await page
      .getByRole('button', { name: /^Refund/ })
      .first()
      .click()
    await page.getByText('No money moves here').waitFor()
    expect(await axe(page)).toEqual([])
    await screenshot(page, 'backoffice-refund-1440-light')
    await page.getByRole('button', { name: 'Book refund' }).click()
    await page.locator('#accountpayments .error').first().waitFor()
    await page.getByLabel('Reason').fill('Paid by mistake')
    await page.getByLabel('Stop charging its card too').check()
    await page.getByRole('button', { name: 'Book refund' }).click()
    await page.getByText('The refund is booked, and its card is not charged again').waitFor()
    await page.getByText(/Credit note 3: Paid by mistake/).waitFor()
    await eventually(() => page.getByRole('button', { name: /^Refund/ }).count(), 1)
    expect(await axe(page)).toEqual([])
  })
  await visiting(server.people.admin, '/subscription', async (page) => {
    await page.getByText('Refunded').waitFor()
    await page.getByRole('link', { name: /Credit note/ }).click()
    await page.getByRole('heading', { name: 'Credit note 3' }).waitFor()
    await page.getByText('Paid by mistake').waitFor()
    expect(await axe(page)).toEqual([])
    await screenshot(page, 'subscription-credit-1440-light')
  })
})

test.each([1440, 390])('nothing scrolls sideways, in either colour, at %i px', async (width) => {
  await server.people.admin.patch('/api/account/accountfees', [
    { corefee: '019aa000-0000-7000-8000-000000000003', quantity: 1 },
  ])
  const paying = async (page: Page) => {
    await page
      .getByText(/paid days? becomes? \d+ days? of Large/)
      .first()
      .waitFor()
    await expectNoOverflow(page, 'subscription-changing')
    await page
      .getByRole('link', { name: /Receipt/ })
      .first()
      .click()
    await page.getByRole('heading', { name: /Tax invoice/ }).waitFor()
    await expectNoOverflow(page, 'subscription-invoice')
  }
  await visiting(server.people.admin, '/subscription', paying, { width })
  const refunding = async (page: Page) => {
    await page.getByRole('link', { name: 'First' }).first().click()
    await page.getByRole('tab', { name: 'Payments' }).click()
    await page.getByText('Paid time left').waitFor()
    await expectNoOverflow(page, 'backoffice-payments')
    await page
      .getByRole('button', { name: /^Refund/ })
      .first()
      .click()
    await page.getByText('No money moves here').waitFor()
    await expectNoOverflow(page, 'backoffice-refund')
  }
  await visiting(server.operator, '/backoffice', refunding, { width })
})
