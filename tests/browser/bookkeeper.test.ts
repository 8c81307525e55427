import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { prepared } from '#db/sqlite.ts'
import { daysAfter } from '#server/dates.ts'
import { readToday } from '#server/zone.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  faultsInBothViews,
  openPage,
  pageErrors,
  screenshot,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'

setDefaultTimeout(180_000)

let server: TestServer
let smtp: MailServer
let office: InvoiceFixtures
let page: Page
let today: string

const change = (sql: string, values: unknown[]) =>
  server.services.tenants.write(server.accountid, by, (tx) => {
    prepared(tx.db, sql).run(values as never)
    tx.invalidateCaches()
  })

beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer(undefined, ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test'])
  office = await createInvoiceFixtures(server)
  today = server.services.tenants.read(server.accountid, readToday)
  const { admin, management } = server.people
  await change('UPDATE organisations SET reviewinvoices = 1 WHERE id = ?', [office.vendor])
  await change('UPDATE clients SET contactemail = ? WHERE id = ?', ['books@acme.test', office.clients[0]])
  for (const linerate of [1000, 200]) {
    const lines = [
      { description: 'Oak door', linerate, estimated: 2, consumed: 2, unit: 'ea' },
      { description: 'Fitting', linerate: 100 },
    ]
    const jobid = await completeJob(office, lines)
    await expectOk(admin.post('/api/invoices', { jobid }))
  }
  page = await openPage({ base: server.url, cookies: management.cookie })
})
afterAll(async () => {
  await closePage(page)
  await server.stop()
  await smtp.stop()
})

const dialog = () => page.locator('#dialog dialog')
const row = (text: string) => page.locator('tbody tr', { hasText: text })
const rand = (text: string) => text.replaceAll(' ', '\u00a0')
const invoices = async () =>
  (await expectOk(server.people.admin.get('/api/invoices?sort=number'))) as Record<string, unknown>[]

async function reviewAndIssue(job: string, number: string) {
  await row(job).click()
  await dialog().getByText('has to mark it as reviewed').waitFor()
  await dialog().getByRole('button', { name: 'Mark as reviewed' }).click()
  await waitForSnackbar(page, 'Marked as reviewed')
  await dialog()
    .getByRole('button', { name: `Issue ${number}` })
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Issue ${number}` })
    .click()
  await waitForSnackbar(page, `Invoice ${number} issued`)
  await dialog().getByRole('button', { name: 'Close' }).first().click()
  await row(job).waitFor({ state: 'detached' })
}

/** Each step begins with what the one before left. */
test('a bookkeeper’s day: review, issue, credit, bank, allocation, reminder, statement', async () => {
  // The drafts that somebody else prepared.
  await page.goto('/billing/drafts')
  await reviewAndIssue('J1', 'DJINV-0001')
  await reviewAndIssue('J2', 'DJINV-0002')
  await page.getByText('There is no draft.').waitFor()

  // One of two doors of the first is credited.
  await page.goto('/invoices')
  await row('DJINV-0001').click()
  await dialog().getByRole('tab', { name: 'Credit note' }).click()
  await dialog().getByLabel('Reason').selectOption({ index: 1 })
  await dialog().getByLabel('Chosen lines or quantities').check()
  await dialog().getByLabel('Quantity of Oak door').fill('1')
  await screenshot(page, 'bookkeeper-credit')
  await dialog().getByRole('button', { name: 'Issue credit note' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue credit note' }).click()
  await page.locator('.snackbar', { hasText: /Credit note .* issued/ }).waitFor()
  expect(await invoices()).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ number: 'DJINV-0001', credited: 1150, due: 1265 })]),
  )

  // One payment by the bank for both invoices, of which the second is paid in part.
  const statement = `Date,Description,Amount,Balance
${daysAfter(today, -1)},Bank fee,-20.00,980.00
${today},ACME JOINERY PAYMENT,1500.00,2480.00
`
  await page.goto('/billing/bank')
  await page.getByRole('button', { name: 'Take in a statement' }).click()
  await dialog().getByLabel('Account').fill('Cheque')
  const buffer = Buffer.from(statement)
  await dialog().locator('[type=file]').setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer })
  await dialog().getByRole('button', { name: 'Take in', exact: true }).click()
  await waitForSnackbar(page, '1 line of money that came in')
  await row('ACME JOINERY').getByRole('button', { name: /^Book/ }).click()
  const picker = dialog().getByRole('combobox', { name: 'Or a client' })
  await picker.fill('Acme')
  await page.getByRole('option', { name: /^Acme/ }).first().click()
  await screenshot(page, 'bookkeeper-book')
  await dialog().getByRole('button', { name: 'Book it' }).click()
  await row('ACME JOINERY').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Booked/ }).click()
  await row('ACME JOINERY').getByRole('link', { name: 'Payment' }).click()
  await dialog().getByText('For DJINV-0002').waitFor()
  expect(await dialog().textContent()).toContain(rand('R 1 265,00'))
  await screenshot(page, 'bookkeeper-payment')
  await page.keyboard.press('Escape')

  // A month later the rest is late.
  await change(`UPDATE invoices SET date = ?, duedate = ? WHERE number = 'DJINV-0002'`, [
    daysAfter(today, -40),
    daysAfter(today, -10),
  ])
  await page.goto('/billing/overdue')
  expect(await row('DJINV-0002').textContent()).toContain(rand('R 340,00'))
  expect(await faultsInBothViews(page)).toEqual([])
  await row('DJINV-0002').getByRole('link', { name: 'Remind' }).click()
  await eventually(() => dialog().getByRole('textbox', { name: 'To' }).inputValue(), 'books@acme.test')
  expect(await dialog().getByLabel('Message').inputValue()).toContain('DJINV-0002')
  await screenshot(page, 'bookkeeper-remind')
  await dialog().getByRole('button', { name: 'Send' }).click()
  await page.locator('.snackbar', { hasText: 'books@acme.test' }).waitFor()
  await server.services.background.run('mail')
  await until(() => smtp.mails.length > 0, 'the reminder')
  expect(smtp.mails[0]?.attachments).toHaveLength(1)

  // The statement says the same, on paper too.
  await row('DJINV-0002').getByRole('link', { name: 'Statement' }).click()
  await page.getByRole('heading', { name: 'Statement of Acme' }).waitFor()
  expect(await page.locator('tfoot').textContent()).toContain(rand('R 340,00'))
  await page.getByText('Reminded').first().waitFor()
  expect(await faultsInBothViews(page)).toEqual([])
  await screenshot(page, 'bookkeeper-statement')
  const href = (await page.getByRole('link', { name: 'PDF' }).getAttribute('href')) ?? ''
  const answer = await page.request.get(href)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  const { text } = await readPdf(new Uint8Array(await answer.body()))
  expect(text).toContain('DJINV-0002')
  expect(text.replaceAll('\u00a0', ' ')).toContain('340,00')
  expect(pageErrors(page)).toEqual([])
})

test('a repeat is told to issue its invoices where it stands in the list, and the list says so', async () => {
  const { admin } = server.people
  const category = { name: 'Retainer', jobcategory: true, frequency: 'monthly' }
  const { id } = await expectOk(admin.post('/api/categories', category))
  const template = { boardid: office.boardid, template: true, categories: [id], client: office.clients[0] }
  await expectOk(admin.post('/api/jobs', { ...template, description: 'Care' }))
  const desk = await openPage({ base: server.url, cookies: admin.cookie })
  await desk.goto('/jobs/work-shop/templates')
  await desk.getByRole('link', { name: 'not invoiced by itself' }).click()
  const choice = desk.getByRole('dialog', { name: /^Invoices of/ })
  await choice.getByLabel('Make the job and issue its invoice').check()
  expect(await faultsInBothViews(desk, { part: ['#dialog'] })).toEqual([])
  await choice.getByRole('button', { name: 'Save' }).click()
  await desk.getByRole('link', { name: 'issues its invoice' }).click()
  await choice.getByText('By the rights of').waitFor()
  expect(pageErrors(desk)).toEqual([])
  await closePage(desk)
})
