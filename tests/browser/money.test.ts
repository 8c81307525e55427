import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  faultsInBothViews,
  openPage,
  pageErrors,
  screenshot,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { jobToDeliver } from '#tests/work/deliveries-support.ts'
import { by } from '#tests/work/jobs-support.ts'

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
  await page.waitForURL('**/billing/drafts')
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
  await waitForSnackbar(page, '2 lines of money that came in, 1 line of money that went out was left out')
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
  await dialog().getByText('For DJINV-0001', { exact: true }).waitFor()
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
  expect(await page.locator('tfoot').textContent()).toMatch(/Owed in all\s*R\s195,00/)
  expect(await faultsInBothViews(page)).toEqual([])
})

test('the client opens the link of their statement on a phone', async () => {
  await page.goto(`/invoices/statement/${office.clients[0]}`)
  await page.evaluate((url) => void window.joblane.dialog(url), `/mail/statement/${office.clients[0]}`)
  await dialog().getByRole('button', { name: 'Make a link' }).click()
  const url = await dialog().getByRole('textbox', { name: 'Link for the client' }).inputValue()
  await screenshot(page, 'statement-link')
  expect(await faultsInBothViews(page, { part: ['dialog'] })).toEqual([])
  const phone = await openPage({ base: server.url, width: 390 })
  await phone.goto(new URL(url).pathname)
  await phone.getByRole('heading', { name: 'Statement', exact: true }).waitFor()
  await screenshot(phone, 'statement-client-390')
  expect(await faultsInBothViews(phone)).toEqual([])
  await closePage(phone)
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
  await page.getByText('All invoices of this period went out before.').waitFor()
  await page.getByRole('checkbox', { name: 'Also those that went out before' }).check()
  await make.click()
  await page.getByText('2 files').waitFor()
})

test('cash is rounded as its hint says; credit pays the next invoice, and what is left goes back', async () => {
  const { admin } = server.people
  const { id: client } = await expectOk(admin.post('/api/clients', { name: 'Credit & Co' }))
  const issued = async (rates: number[]) => {
    const lines = rates.map((linerate) => ({ linerate }))
    const draft = await readDraft(office, await completeJob(office, lines, { client }))
    return expectOk(admin.post(`/api/invoices/${draft.id}/issue`))
  }
  const first = await issued([359.6, 2479.2])
  const { payments } = await expectOk(admin.post(`/api/invoices/${first.id}/payments`, { amount: 3264.62 }))
  await expectOk(
    admin.post(`/api/invoices/${first.id}/credit`, { reason: 'returned', lines: [{ line: 0, quantity: 1 }] }),
  )
  // 358,80 × 1,15 = 412,62, in coins 412,60; 413,54 − 412,62 = 0,92.
  const { id } = await issued([358.8])
  await page.goto(`/invoices?client=${client}`)
  await row('412,62').locator('a').first().click()
  await dialog()
    .getByText(/Credit & Co has R.413,54 of credit/)
    .first()
    .waitFor()
  await screenshot(page, 'invoice-with-credit')
  await dialog().getByRole('link', { name: 'Record the payment' }).click()
  const amount = dialog().getByLabel('Amount', { exact: false })
  await eventually(() => amount.inputValue(), '412,62')
  await dialog().getByLabel('Paid by').selectOption('cash')
  await eventually(() => amount.inputValue(), '412,60')
  await dialog().getByLabel('Paid by').selectOption('transfer')
  await eventually(() => amount.inputValue(), '412,62')
  await screenshot(page, 'pay-with-credit')
  expect(await faultsInBothViews(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Use the credit' }).click()
  await waitForSnackbar(page, 'Credit used')
  await eventually(async () => (await expectOk(admin.get(`/api/invoices/${id}`))).due, 0)
  await page.goto(`/invoices/statement/${client}`)
  await row('Credit note').locator('a').first().click()
  await screenshot(page, 'payment-credit')
  expect(await faultsInBothViews(page)).toEqual([])
  await dialog().getByRole('link', { name: 'Pay back' }).click()
  await dialog()
    .getByText(/R.0,92 was received and pays no invoice/)
    .waitFor()
  await screenshot(page, 'pay-back')
  await eventually(() => amount.inputValue(), '0,92')
  await dialog().getByLabel('Paid by').selectOption('cash')
  await eventually(() => amount.inputValue(), '0,90')
  await dialog()
    .getByText(/R.0,90 goes back, and R.0,02 stays as credit/)
    .waitFor()
  await dialog().getByLabel('Paid by').selectOption('transfer')
  await dialog()
    .getByText(/R.0,92 goes back, and nothing stays as credit/)
    .waitFor()
  expect(await faultsInBothViews(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Record that it went back' }).click()
  await waitForSnackbar(page, 'Credit paid back')
  await page.getByText('This client owed nothing on this day.').waitFor()
  expect((await expectOk(admin.get(`/api/payments/${payments[0].id}`))).paidback).toBe(0.92)
})

test('a credit note says what it comes to while it is typed, and in what is asked before it', async () => {
  const { admin } = server.people
  const draft = await readDraft(
    office,
    await completeJob(office, [{ linerate: 359.6 }, { linerate: 2479.2 }]),
  )
  const { id, number } = await expectOk(admin.post(`/api/invoices/${draft.id}/issue`))
  await page.goto(`/invoices/${id}?tab=credit`)
  const form = dialog().locator(`form[hx-post="/invoices/${id}/credit"]`)
  const sum = (rand: string) => new RegExp(`Credit R.${rand} of ${number}`)
  // 3 264,62 is 413,54 and 2 851,08, half of the first of which is 206,77.
  await form.getByText(sum('3.264,62')).waitFor()
  await form.getByText('Chosen lines or quantities').click()
  await form.getByText('Choose at least one line.').waitFor()
  const issues = dialog().getByRole('button', { name: 'Issue credit note' })
  await eventually(() => issues.getAttribute('aria-disabled'), 'true')
  await form.getByLabel('Quantity of Work 1').fill('0,5')
  await form.getByText(sum('206,77')).waitFor()
  await screenshot(page, 'credit-sum')
  expect(await faultsInBothViews(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  await form.getByText(sum('206,77')).scrollIntoViewIfNeeded()
  await screenshot(page, 'credit-sum-narrow')
  await form.getByLabel('Reason').selectOption('varied')
  await dialog().getByRole('button', { name: 'Issue credit note' }).click()
  const asked = page.locator('dialog', { hasText: 'It cannot be taken back.' }).last()
  await asked.getByText(sum('206,77')).waitFor()
  await screenshot(page, 'credit-asked-narrow')
  await asked.getByRole('button', { name: 'Issue credit note' }).click()
  await waitForSnackbar(page, 'issued')
  expect((await expectOk(admin.get(`/api/invoices/${id}`))).credited).toBe(206.77)
})

test('a draft that says it cannot be issued is not offered to be: its button leads to what is missing', async () => {
  const { admin } = server.people
  await page.setViewportSize({ width: 1440, height: 900 })
  const bare = (await expectOk(admin.post('/api/clients', { name: 'Bare Marina' }))).id
  const jobid = await completeJob(office, [{ linerate: 9000 }], { client: bare })
  const draft = await readDraft(office, jobid)
  await page.goto(`/invoices/${draft.id}`)
  const issues = dialog().locator('[data-save]')
  const missing = dialog().getByRole('link', { name: 'the address of Bare Marina' })
  await missing.waitFor()
  await eventually(() => issues.getAttribute('aria-disabled'), 'true')
  await screenshot(page, 'draft-blocked')
  expect(await faultsInBothViews(page)).toEqual([])
  await dialog().getByLabel('Client’s order number').focus()
  await page.keyboard.press('Control+Enter')
  await eventually(() => missing.evaluate((link) => link === document.activeElement), true)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await expectOk(
    admin.patch(`/api/clients/${bare}`, {
      addressline1: '1 Long Street',
      city: 'Durban',
      postalcode: '4001',
    }),
  )
  await page.reload()
  await issues.waitFor()
  expect(await issues.getAttribute('aria-disabled')).toBe(null)
  await expectOk(admin.patch(`/api/jobs/${jobid}`, { status: 2 }))
  await page.reload()
  await dialog().getByText('Cannot be issued yet. Only a job in').waitFor()
  await eventually(() => issues.getAttribute('aria-disabled'), 'true')
})

test('goods that were returned are ticked to come back into stock, and others are not', async () => {
  const { admin } = server.people
  await page.setViewportSize({ width: 1440, height: 900 })
  const inventoryid = await server.services.tenants.write(server.accountid, by, (tx) => {
    const id = makeItem(tx, { materialname: 'Valve' })
    tx.invalidateCaches()
    return id
  })
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid, quantity: 10 }))
  const line = { inventoryid, unit: undefined, description: 'Valve', estimated: 4, consumed: 4 }
  const job = await jobToDeliver(office, [line, { estimated: 1, consumed: 1, description: 'Labour' }])
  await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 4, confirmed: true }))
  const { id } = await expectOk(admin.post('/api/invoices', { jobid: job.id }))
  await expectOk(admin.post(`/api/invoices/${id}/issue`))
  await page.goto(`/invoices/${id}?tab=credit`)
  const form = dialog().locator(`form[hx-post="/invoices/${id}/credit"]`)
  const all = form.getByLabel('Back into stock for sale: 4 ea Valve')
  const told = (many: number) => form.getByText(new RegExp(`VAT of.*Back into stock: ${many}.ea Valve\\.`))
  expect(await all.isChecked()).toBe(false)
  await form.getByLabel('Reason').selectOption('returned')
  await told(4).waitFor()
  expect(await all.isChecked()).toBe(true)
  await form.getByText('Chosen lines or quantities').click()
  await form.getByLabel('Quantity of Valve').fill('1')
  await told(1).waitFor()
  await screenshot(page, 'credit-restock')
  expect(await faultsInBothViews(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  await screenshot(page, 'credit-restock-narrow')
  await form.getByLabel('Reason').selectOption('price')
  expect(await form.getByLabel('Valve comes back into stock for sale').isChecked()).toBe(false)
  await told(1).waitFor({ state: 'detached' })
  await form.getByLabel('Reason').selectOption('damaged')
  expect(await form.getByLabel('Valve comes back into stock for sale').isChecked()).toBe(false)
  await form.getByLabel('Reason').selectOption('returned')
  await told(1).waitFor()
  await dialog().getByRole('button', { name: 'Issue credit note' }).click()
  const asked = page.locator('dialog', { hasText: 'It cannot be taken back.' }).last()
  await asked.getByText('Back into stock').waitFor()
  await asked.getByRole('button', { name: 'Issue credit note' }).click()
  await waitForSnackbar(page, 'issued')
  expect((await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`)))[0].consumed).toBe(3)
})
