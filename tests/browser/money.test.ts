import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  faultsInBothViews,
  openPage,
  pageErrors,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(300_000)

let server: TestServer
let office: InvoiceFixtures
let page: Page

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  const { admin } = server.people
  const [first] = office.clients
  const { version } = await expectOk(admin.get(`/api/clients/${first}`))
  await expectOk(admin.patch(`/api/clients/${first}`, { version, code: 'ACME' }))
  for (const linerate of [100, 200]) await completeJob(office, [{ linerate }])
  const code = await expectOk(
    admin.post('/api/accountcodes', { code: '1000', description: 'Sundry', type: 0 }),
  )
  await expectOk(admin.patch(`/api/accountcodes/${code.id}/misc?type=0`))
  page = await openPage({ base: server.url, cookies: admin.cookie })
})
// A refusal is told by its status as well.
const refusal = /status of 422/
afterEach(() => expect(pageErrors(page).filter((error) => !refusal.test(error))).toEqual([]))
afterAll(async () => {
  await closePage(page)
  await server.stop()
})

const dialog = () => page.locator('#dialog')
const row = (text: string) => page.locator('tbody tr', { hasText: text })

test('what is complete is drafted and issued in batches, each with what came of it', async () => {
  await page.goto('/billing')
  await page.getByRole('checkbox', { name: /all/i }).check()
  await page.getByRole('button', { name: 'Prepare drafts' }).click()
  await page.getByText('2 drafts prepared').waitFor()
  expect(await faultsInBothViews(page)).toEqual([])
  await page.getByRole('link', { name: 'All drafts' }).click()
  await page.getByRole('checkbox', { name: /all/i }).check()
  expect(await faultsInBothViews(page)).toEqual([])
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  await page.getByRole('button', { name: 'Issue them' }).click()
  await page.getByText('2 invoices issued').waitFor()
  await eventually(() => page.locator('.refusals a').allTextContents(), ['DJINV-0001', 'DJINV-0002'])
  await page.goto('/billing')
  await page.getByText('All that is complete is invoiced or drafted.').waitFor()
})

const STATEMENT = `Date,Description,Amount
01/11/2026,Bank fee,-20.00
02/11/2026,EFT DJINV-0001,"R 150.00"
03/11/2026,Cash found,7.00
`

test('a statement is taken in once, a line of it pays an invoice, and what is put aside comes back', async () => {
  await page.goto('/billing/bank')
  const take = async () => {
    await page.getByRole('button', { name: 'Take in a statement' }).click()
    await dialog().getByLabel('Account').fill('Cheque')
    const buffer = Buffer.from(STATEMENT)
    await dialog().locator('[type=file]').setInputFiles({ name: 'nov.csv', mimeType: 'text/csv', buffer })
    await dialog().getByRole('button', { name: 'Take in', exact: true }).click()
  }
  await take()
  await waitForSnackbar(page, '2 lines of money that came in, 1 went out and stay out')
  await take()
  await waitForSnackbar(page, '2 were there already')
  await row('Cash found').getByRole('button', { name: 'Put aside' }).click()
  await row('Cash found').waitFor({ state: 'detached' })
  const pays = row('EFT DJINV-0001')
  expect(await pays.textContent()).toContain('DJINV-0001 Acme')
  expect(await faultsInBothViews(page)).toEqual([])
  await pays.getByRole('button', { name: /^Book/ }).click()
  const number = dialog().getByLabel('Number of the invoice')
  await number.fill('DJINV-9999')
  await dialog().getByRole('button', { name: 'Book it' }).click()
  await dialog().getByText('No unpaid invoice or deposit request is called DJINV-9999.').waitFor()
  expect(await faultsInBothViews(page)).toEqual([])
  await number.fill('djinv-0001')
  await dialog().getByRole('button', { name: 'Book it' }).click()
  await pays.waitFor({ state: 'detached' })
  await page
    .locator('.snackbar', { hasText: 'Booked for DJINV-0001' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await pays.getByRole('button', { name: /^Book/ }).click()
  await number.fill('DJINV-0001')
  await dialog().getByRole('button', { name: 'Book it' }).click()
  await pays.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Booked/ }).click()
  await pays.getByRole('link', { name: 'Payment' }).click()
  await dialog().getByText('For DJINV-0001').waitFor()
  expect(await dialog().textContent()).toMatch(/R\s150,00.*R\s115,00.*CreditR\s35,00/)
})

test('debtors say what is owed and lead to the credit that is held, which pays another invoice', async () => {
  await page.goto('/invoices/debtors')
  expect(await row('Acme').locator('.number').allTextContents()).toEqual(
    expect.arrayContaining(['R 230,00', 'R 35,00'].map((text) => text.replaceAll(' ', '\u00a0'))),
  )
  expect(await faultsInBothViews(page)).toEqual([])
  await page.locator('tfoot a').click()
  await row('Acme').click()
  await dialog().getByLabel('Amount').waitFor()
  await dialog().getByRole('button', { name: 'Put to the invoice' }).click()
  await dialog().getByText('For DJINV-0002').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('All that was received pays an invoice.').waitFor()
  await page.goto('/invoices/debtors')
  await row('Acme').click()
  await page.getByRole('heading', { name: 'Statement of Acme' }).waitFor()
  expect(await page.locator('tfoot').textContent()).toMatch(/Owed\s*R\s195,00/)
  expect(await faultsInBothViews(page)).toEqual([])
})

test('a figure of the VAT report leads to its documents, and a document to its invoice', async () => {
  await page.goto('/invoices/vat')
  expect(await row('Standard-rated supplies').textContent()).toMatch(/R\s345,00$/)
  expect(await faultsInBothViews(page)).toEqual([])
  await row('Standard-rated supplies').click()
  await page.getByRole('heading', { name: 'VAT by document' }).waitFor()
  expect(await page.locator('tfoot').textContent()).toMatch(/2 rows.*R\s300,00.*R\s45,00.*R\s345,00/)
  expect(await faultsInBothViews(page)).toEqual([])
  await row('DJINV-0002').click()
  await page.getByRole('heading', { name: 'Invoice DJINV-0002' }).waitFor()
})

test('documents go to Pastel once; the log keeps the file, and a second one needs to be asked for', async () => {
  await page.goto('/invoices/pastel')
  const make = page.getByRole('button', { name: 'Make the file' })
  await make.click()
  const link = row('Invoices').getByRole('link')
  await link.waitFor()
  expect(await faultsInBothViews(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const text = await readFile((await download.path()) ?? '', 'utf8')
  expect(download.suggestedFilename()).toMatch(/^Pastel invoices .*\.csv$/)
  expect(text.match(/^Header,/gm)).toHaveLength(2)
  await make.click()
  await page.getByText('All invoices of these days went out before.').waitFor()
  await page.getByRole('checkbox', { name: 'Also those that went out before' }).check()
  await make.click()
  await page.getByText('2 files').waitFor()
})
