import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, faultsInBothViews, openPage, pageErrors, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

async function heldDeposit(status: number) {
  const jobid = await completeJob(office, [{ linerate: 10_000 }], { status })
  const { reference } = await expectOk(admin().get(`/api/jobs/${jobid}`))
  const { id, number } = await expectOk(admin().post('/api/invoices/deposits', { jobid, amount: 3000 }))
  await expectOk(admin().post(`/api/invoices/${id}/payments`, { amount: 3000 }))
  return { jobid, reference, id, number }
}

const outcomeOf = async (id: string) => (await expectOk(admin().get(`/api/invoices/${id}`))).deposit.outcome

test.each([
  ['Remove', 3, /^Keep it/, 'forfeited', 98, 1440],
  ['Archive', 4, /^Move it to the credit/, 'credited', 6, 390],
] as const)('%s asks what becomes of the deposit', async (act, status, choice, outcome, left, width) => {
  const { jobid, reference, id, number } = await heldDeposit(status)
  const page = await openPage({ base: server.url, cookies: admin().cookie, width })
  await page.goto(`/jobs/work-shop/progress?open=${reference.toLowerCase()}`)
  await page
    .locator('dialog.job')
    .getByRole('button', { name: /^Lane:/ })
    .click()
  await page.getByRole('menuitem', { name: act }).click()
  if (act === 'Remove')
    await page
      .getByRole('alertdialog', { name: `Remove ${reference}?` })
      .getByRole('button', { name: `Remove ${reference}` })
      .click()
  const asked = page.getByRole('alertdialog', { name: `What becomes of the deposit of ${reference}?` })
  await asked.getByText(number).waitFor()
  const go = asked.getByRole('button', { name: `${act} ${reference}` })
  await eventually(() => go.isDisabled(), true)
  await screenshot(page, `deposit-${act.toLowerCase()}`)
  expect(await faultsInBothViews(page, { part: ['dialog.confirm'] })).toEqual([])
  await asked.getByRole('radio', { name: choice }).check()
  await go.click()
  await eventually(async () => (await admin().get(`/api/jobs/${jobid}`)).body.data?.status, left)
  expect(await outcomeOf(id)).toBe(outcome)
  expect(pageErrors(page).splice(0)).toEqual([expect.stringContaining('status of 409')])
  await closePage(page)
})

test('one is asked for on the job, paid in two, given back in part, and the rest is kept', async () => {
  const jobid = await completeJob(office, [{ linerate: 10_000 }], { status: 3 })
  const { reference } = await expectOk(admin().get(`/api/jobs/${jobid}`))
  const page = await openPage({ base: server.url, cookies: admin().cookie })
  await page.goto(`/jobs/work-shop/progress?open=${reference.toLowerCase()}`)
  await page.locator('dialog.job').getByRole('button', { name: 'Exports' }).click()
  await page.getByRole('button', { name: 'Ask for a deposit' }).click()
  const dialog = page.locator('#dialog')
  await dialog.locator('[name=percent]').fill('101')
  await screenshot(page, 'deposit-ask')
  await dialog.getByRole('button', { name: 'Make the request' }).click()
  await dialog.locator('[aria-invalid=true]').first().waitFor()
  await screenshot(page, 'deposit-ask-refused')
  expect(await faultsInBothViews(page, { part: ['#dialog'] })).toEqual([])
  await dialog.locator('[name=percent]').fill('20')
  await dialog.getByRole('button', { name: 'Make the request' }).click()
  await dialog.getByRole('heading', { name: /^Deposit request DJDEP-/ }).waitFor()
  const request = async () =>
    (await expectOk(admin().get(`/api/invoices?jobid=${jobid}`))).find(
      ({ kind }: { kind: string }) => kind === 'deposit',
    )
  const { id } = await request()
  const at = async (tab: string) => {
    await page.goto(`/invoices/${id}`)
    await dialog.getByRole('tab', { name: tab }).click()
  }
  for (const [amount, held] of [
    ['1000', 1000],
    ['1300', 2300],
  ] as const) {
    await at('Payments')
    await dialog.getByLabel('Amount').first().fill(amount)
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await eventually(async () => (await request()).deposit.held, held)
  }
  await at('Give back or keep')
  await screenshot(page, 'deposit-held')
  expect(await faultsInBothViews(page, { part: ['#dialog'] })).toEqual([])
  const back = dialog.locator('form', { has: page.getByRole('button', { name: 'Record that it went back' }) })
  await back.getByLabel('Amount').fill('800')
  await back.getByLabel('Reason').fill('Less work')
  await back.getByRole('button', { name: 'Record that it went back' }).click()
  await eventually(async () => (await request()).deposit.held, 1500)
  await at('Give back or keep')
  await dialog.locator('[name=reason]').last().fill('Cancelled on the day')
  await dialog.getByText('Keep it and issue the invoice').click()
  await page.getByRole('button', { name: 'Keep it', exact: true }).click()
  await eventually(async () => (await request()).deposit.outcome, 'forfeited')
  await dialog.getByRole('heading', { name: /DJINV-/ }).waitFor()
  await screenshot(page, 'deposit-kept')
  await closePage(page)
})

test.each([1440, 390])('one that was agreed is the main next step, and names its rand: %i', async (width) => {
  const jobid = await completeJob(office, [{ linerate: 10_000, consumed: 0 }], { status: 3 })
  await expectOk(admin().post(`/api/jobs/${jobid}/depositonacceptance`, { deposit: 50 }))
  const { reference } = await expectOk(admin().get(`/api/jobs/${jobid}`))
  const page = await openPage({ base: server.url, cookies: admin().cookie, width })
  await page.goto(`/jobs/work-shop/progress?open=${reference.toLowerCase()}`)
  await page.locator('dialog.job .stages').getByRole('button', { name: 'Ask for the deposit' }).waitFor()
  await screenshot(page, `deposit-next-${width}`)
  await page.getByRole('button', { name: 'Ask for the deposit' }).click()
  const dialog = page.locator('#dialog')
  const percent = dialog.getByLabel('Percentage', { exact: true })
  await eventually(() => percent.inputValue(), '50')
  await dialog.getByText('R 5 750,00').waitFor()
  await percent.fill('12,5')
  await dialog.getByText('R 1 437,50').waitFor()
  await screenshot(page, `deposit-rand-${width}`)
  await closePage(page)
})

test.each([1440, 390])(
  'nothing dangerous comes under the pointer that recorded a payment: %i',
  async (width) => {
    const jobid = await completeJob(office, [{ linerate: 10_000 }], { status: 3 })
    const { id } = await expectOk(admin().post('/api/invoices/deposits', { jobid, amount: 100 }))
    const page = await openPage({ base: server.url, cookies: admin().cookie, width })
    const dialog = page.locator('#dialog > dialog')
    for (const sent of [false, true]) {
      if (sent) await expectOk(admin().post(`/api/invoices/${id}/sent`))
      await page.goto(`/invoices/${id}`)
      const records = dialog.getByRole('link', { name: 'Record the payment' })
      const before = await records.boundingBox()
      if (!before) throw new Error('There is no button.')
      await screenshot(page, `deposit-pay-${width}-${sent}`)
      await records.click()
      await dialog.getByLabel('Amount').waitFor()
      await records.waitFor({ state: 'hidden' })
      await screenshot(page, `deposit-paying-${width}-${sent}`)
      // Close ends the row: no gap stands where the button was.
      const close = await dialog.locator('.foot > [data-close]').boundingBox()
      if (width > 600) expect((close?.x ?? 0) + (close?.width ?? 0)).toBeGreaterThan(before.x)
      const after = await dialog.getByRole('button', { name: 'Withdraw' }).boundingBox()
      if (!after) throw new Error('There is no button to withdraw it.')
      const apart =
        after.x >= before.x + before.width ||
        after.x + after.width <= before.x ||
        after.y >= before.y + before.height ||
        after.y + after.height <= before.y
      expect(apart).toBe(true)
    }
    await closePage(page)
  },
)

test('a deposit is asked for from the menu of its job', async () => {
  const jobid = await completeJob(office, [{ linerate: 10_000 }], { status: 3 })
  const { reference } = await expectOk(admin().get(`/api/jobs/${jobid}`))
  const page = await openPage({ base: server.url, cookies: admin().cookie, width: 390 })
  await page.goto(`/jobs/work-shop/progress?open=${reference.toLowerCase()}`)
  await page.locator('dialog.job').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Ask for a deposit' }).click()
  await page.getByText(/11.500,00 is estimated with VAT/).waitFor()
  await closePage(page)
})

async function sendEstimate(width = 1440) {
  const line = { linerate: 10_000, description: 'Oak door', estimated: 1, consumed: 0 }
  const jobid = await completeJob(office, [line], { status: 1 })
  const page = await openPage({ base: server.url, cookies: admin().cookie, width })
  await page.goto('/jobs')
  await page.evaluate((url) => void window.joblane.dialog(url), `/mail/estimate/${jobid}`)
  const dialog = page.locator('#dialog > dialog')
  const field = dialog.getByLabel('Deposit on acceptance')
  await field.waitFor()
  const mails: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === `/mail/estimate/${jobid}`)
      mails.push(request.url())
  })
  const stored = async () => (await expectOk(admin().get(`/api/jobs/${jobid}`))).depositpercent
  return { jobid, page, dialog, field, mails, stored }
}

test('nothing warns of how a deposit is paid while none is asked for', async () => {
  const { page, dialog, field } = await sendEstimate(1440)
  // Of who names no bank.
  const jobid = await completeJob(office, [{ linerate: 100 }], { status: 1 })
  await page.evaluate(
    (url) => void window.joblane.dialog(url),
    `/mail/estimate/${jobid}?organisationid=${office.plain}`,
  )
  const warning = dialog.getByText('is not told how to pay it')
  await warning.waitFor({ state: 'attached' })
  expect(await warning.isVisible()).toBe(false)
  await field.fill('40')
  await warning.waitFor()
  await closePage(page)
})

test.each([
  ['Tab', 1440],
  ['the button itself', 390],
])('a deposit that is typed with the estimate is saved before %s makes the link', async (by, width) => {
  const { page, dialog, field, mails } = await sendEstimate(width)
  await field.fill('50')
  if (by === 'Tab') {
    await field.press('Tab')
    await page.getByText('Deposit on acceptance saved').waitFor()
  }
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const link = dialog.getByRole('textbox', { name: 'Link for the client' })
  await link.waitFor()
  expect(await dialog.locator('[aria-invalid=true]').count()).toBe(0)
  const box = await dialog.locator('#joblink').evaluate((one) => {
    const edge = one.getBoundingClientRect().right
    return [...one.querySelectorAll('*')].filter((inner) => inner.getBoundingClientRect().right > edge).length
  })
  expect(box).toBe(0)
  // The ways to hand it over are seen at once, above the foot and what is said there.
  await dialog.locator('.copybox [data-copy]:focus').waitFor()
  const foot = (await dialog.locator('.foot').boundingBox())!
  for (const way of [
    dialog.getByRole('button', { name: 'Copy' }),
    dialog.getByRole('link', { name: 'SMS' }),
  ]) {
    const { y, height } = (await way.boundingBox())!
    expect(y).toBeGreaterThan(0)
    expect(y + height).toBeLessThan(foot.y)
  }
  await screenshot(page, `deposit-link-${width}`)
  // No button of the foot has a row of its own.
  const heights = await dialog
    .locator('.foot .button:visible')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  expect(new Set(heights).size).toBe(1)
  const client = await openPage({ base: server.url })
  await client.goto(new URL(await link.inputValue()).pathname)
  await client
    .getByText(/A deposit of .*\(50.%\)/)
    .first()
    .waitFor()
  expect(mails).toEqual([])
  expect(pageErrors(page)).toEqual([])
  await closePage(client)
  await closePage(page)
})

test.each([
  ['Mark as sent', 1440],
  ['Mark as sent', 390],
  ['Make a link', 390],
])(
  '%s that is pressed while the deposit is on its way is done once it is saved, at %i',
  async (name, width) => {
    const { jobid, page, dialog, field, mails, stored } = await sendEstimate(width)
    let release = () => {}
    const pressed = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/mail/estimate/*/deposit', async (route) => {
      await pressed
      await route.continue()
    })
    const onItsWay = page.waitForRequest('**/mail/estimate/*/deposit')
    await field.fill('50')
    await field.press('Tab')
    await onItsWay
    await dialog.getByRole('button', { name }).click()
    release()
    const job = async () => expectOk(admin().get(`/api/jobs/${jobid}`))
    if (name === 'Mark as sent') await eventually(async () => (await job()).stage, 'quoted')
    else await dialog.getByRole('textbox', { name: 'Link for the client' }).waitFor()
    expect(await stored()).toBe(50)
    expect(mails).toEqual([])
    await closePage(page)
  },
)

test('closing where an estimate is sent saves the deposit alone, and never sends', async () => {
  const { jobid, page, dialog, field, mails, stored } = await sendEstimate()
  const open = () => page.evaluate((url) => void window.joblane.dialog(url), `/mail/estimate/${jobid}`)
  await field.fill('50')
  await field.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventually(stored, 50)
  await open()
  await eventually(() => field.inputValue(), '50')
  await field.fill('40')
  await dialog.getByRole('button', { name: 'Close' }).last().or(dialog.getByText('Cancel')).first().click()
  await dialog.waitFor({ state: 'detached' })
  await eventually(stored, 40)
  await open()
  await field.fill('30')
  await field.press('Enter')
  await eventually(stored, 30)
  // What was typed in the message is asked for, and a yes does not send it.
  await dialog.getByLabel('Message').fill('See you on Monday')
  await page.keyboard.press('Escape')
  await page.getByText('Close without saving Message?').waitFor()
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(mails).toEqual([])
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('a deposit that could not be saved is tried again by the next press, which then goes on', async () => {
  const { page, dialog, field, stored } = await sendEstimate()
  await page.route('**/mail/estimate/*/deposit', (route) => route.fulfill({ status: 500 }), { times: 1 })
  await field.fill('50')
  await field.press('Tab')
  await page.locator('.snackbar').waitFor()
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await dialog.getByRole('textbox', { name: 'Link for the client' }).waitFor()
  expect(await stored()).toBe(50)
  await closePage(page)
})

test('a deposit that is refused says why at its field, and nothing goes out without it', async () => {
  const { jobid, page, dialog, field, mails, stored } = await sendEstimate()
  await field.fill('150')
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await dialog.getByText('Enter a percentage above 0').waitFor()
  await eventually(() => field.evaluate((one) => one === document.activeElement), true)
  expect(await dialog.locator('[aria-invalid=true]').count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByText('Close without saving what you changed?').waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await field.fill('25')
  await field.press('Tab')
  await eventually(() => dialog.locator('[aria-invalid=true]').count(), 0)
  expect(await stored()).toBe(25)
  expect(await expectOk(admin().get(`/api/jobs/${jobid}/links`))).toEqual([])
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await dialog.getByRole('textbox', { name: 'Link for the client' }).waitFor()
  expect(mails).toEqual([])
  await closePage(page)
})
