import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { readPdf } from '#tests/pdf/read.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  issueInvoice,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, endsAt, openPage, pageErrors, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let office: InvoiceFixtures
let page: Page
const admin = () => server.people.admin
const dialog = () => page.locator('#dialog > dialog')
/** Those that are seen. */
const mainButtons = () => dialog().locator('.button.primary:visible').allTextContents()
const confirm = () => page.locator('.confirm [data-answer=yes]').click()

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  page = await openPage({ base: server.url, cookies: admin().cookie })
})
afterAll(async () => {
  await closePage(page)
  await server.stop()
})

/** The text of a PDF as this browser gets it, from its cache if the server says that it is still good. */
async function textOf(path: string, cache: 'default' | 'no-store' = 'default'): Promise<string> {
  const bytes = await page.evaluate(
    async ([path, cache]) => [
      ...new Uint8Array(await (await fetch(path, { cache: cache as RequestCache })).arrayBuffer()),
    ],
    [path, cache] as const,
  )
  return (await readPdf(new Uint8Array(bytes))).text
}

describe('invoices in the browser', () => {
  test('a draft appears while the list is open, is issued, and its PDF opens as the original once', async () => {
    const jobid = await completeJob(office, [{ linerate: 100 }])
    await page.goto('/invoices')
    await page.getByText('Nothing has been invoiced yet.').waitFor()
    const { id } = await readDraft(office, jobid)
    await page.getByRole('link', { name: 'Draft', exact: true }).click()
    await dialog().getByLabel('Client’s order number').fill('PO 12')
    await dialog().getByRole('button', { name: 'Issue DJINV-0001' }).click()
    await eventually(() => page.locator('dialog.confirm [data-answer=yes]').textContent(), 'Issue DJINV-0001')
    await confirm()
    await page.getByText('Invoice DJINV-0001 issued').waitFor()
    await dialog().getByRole('heading', { name: 'Invoice DJINV-0001' }).waitFor()
    expect(await mainButtons()).toEqual(['Send'])
    const column = await endsAt(dialog().locator('#panel-details tbody tr:last-child td:last-child'))
    expect(await endsAt(dialog().locator('.totals div:last-child dd'))).toBe(column)
    await screenshot(page, 'invoice-issued')

    const [viewer, printed] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .context()
        .waitForEvent('response', (answer) => answer.url().endsWith(`/render/invoice/${id}?copy=true`)),
      dialog().getByRole('link', { name: 'PDF' }).click(),
    ])
    // A browser without a viewer keeps it as a file instead.
    expect([printed.status(), printed.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await viewer.close()
    // A look takes no original: it can still be sent, or printed for the client.
    await page.goto(`/invoices/${id}`)
    await dialog().getByRole('button', { name: 'Mark as sent' }).waitFor()
    const forclient = await dialog().getByRole('link', { name: 'Print for the client' }).getAttribute('href')
    expect(forclient).toBe(`/render/invoice/${id}`)
    const original = await textOf(`/render/invoice/${id}`)
    for (const word of ['Tax invoice', 'DJINV-0001', 'PO 12', 'R 115,00']) expect(original).toContain(word)
    expect(original).not.toContain('COPY')
    expect(await textOf(`/render/invoice/${id}`, 'no-store')).toContain('COPY')
    expect(pageErrors(page)).toEqual([])
  })

  test('a draft is saved as it was typed, by the button beside Issue', async () => {
    const { id } = await readDraft(office, await completeJob(office, [{ linerate: 100 }]))
    await page.goto(`/invoices/${id}`)
    await dialog().getByLabel('Client’s order number').fill('PO 13')
    await dialog().getByRole('button', { name: 'Save draft' }).click()
    await eventually(async () => (await expectOk(admin().get(`/api/invoices/${id}`))).reference, 'PO 13')
    expect(pageErrors(page)).toEqual([])
  })

  test('a payment and a credit note are made in its dialog', async () => {
    const { id, number } = await issueInvoice(office, 200)
    await page.goto(`/invoices/${id}`)
    await dialog().getByRole('link', { name: 'Record the payment' }).click()
    await eventually(
      () =>
        dialog()
          .getByLabel('Amount')
          .evaluate((one) => one === document.activeElement),
      true,
    )
    expect(await mainButtons()).toEqual(['Record payment'])
    await screenshot(page, 'invoice-payments')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('0')
    await dialog().getByRole('button', { name: 'Record payment' }).click()
    await dialog().getByText('The amount must be above zero.').waitFor()
    await dialog().getByLabel('Amount').fill('30')
    await dialog().getByRole('button', { name: 'Record payment' }).click()
    await dialog().getByText('R 200,00 is still due.').waitFor()
    await eventually(() => dialog().getByLabel('Amount').inputValue(), '')
    // Whoever comes for the rest finds it filled in.
    await page.goto(`/invoices/${id}?tab=payments`)
    await eventually(() => dialog().getByLabel('Amount').inputValue(), '200,00')
    await dialog().getByRole('tab', { name: 'Credit note' }).click()
    await dialog().getByLabel('Reason').selectOption({ label: 'Goods or services were returned' })
    await dialog().getByRole('button', { name: 'Issue credit note' }).click()
    await confirm()
    await page.getByText('Credit note DJCN-0001 issued').waitFor()
    expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ state: 'credited', paid: 0 })
    await dialog().getByRole('link', { name: 'DJCN-0001' }).click()
    await dialog().getByRole('heading', { name: 'Credit note DJCN-0001' }).waitFor()
    expect(await dialog().textContent()).toContain(number)
  })

  test('its tabs are its own, also where it stands over its job', async () => {
    const jobid = await completeJob(office, [{ linerate: 100 }])
    const draft = await readDraft(office, jobid)
    await expectOk(admin().post(`/api/invoices/${draft.id}/issue`, {}))
    await expectOk(admin().post(`/api/invoices/${draft.id}/sent`))
    const { reference } = await expectOk(admin().get(`/api/jobs/${jobid}`))
    await page.goto(`/jobs/work-shop/progress?open=${reference}`)
    const job = page.getByRole('dialog', { name: reference })
    await job.getByRole('tab', { name: 'Notes' }).click()
    await job.getByRole('button', { name: 'Record the payment' }).click()
    const invoice = page.getByRole('dialog', { name: /^Invoice/ })
    await invoice.getByRole('tab', { name: 'Details' }).click()
    const shown = (within: typeof job) => within.locator('[role=tabpanel]:not([hidden])').count()
    expect([await shown(job), await shown(invoice)]).toEqual([1, 1])
    await invoice.getByRole('tab', { name: /Payments/ }).click()
    await invoice.getByLabel('Amount').waitFor()
    expect([await shown(job), await shown(invoice)]).toEqual([1, 1])
    await eventually(() => job.getByRole('tab', { name: 'Notes' }).getAttribute('aria-selected'), 'true')
  })

  test('the button says the number of the organisation that is chosen', async () => {
    const other = await expectOk(admin().post('/api/organisations', { name: 'Branch', prefix: 'BR' }))
    const jobid = await completeJob(office, [{ linerate: 100 }])
    const { id } = await readDraft(office, jobid)
    await page.goto(`/invoices/${id}`)
    await dialog()
      .getByRole('button', { name: /^Issue DJINV-/ })
      .waitFor()
    await dialog().getByRole('combobox', { name: 'Organisation' }).selectOption(other.id)
    await dialog().getByText('the address of Branch').waitFor()
    const missing = [
      'the address of Branch',
      'the bank details of Branch',
      'the VAT number of Branch, so it charges no VAT',
    ]
    await eventually(() => dialog().locator('.banner:visible li').allTextContents(), missing)
    const bank = dialog().getByRole('link', { name: 'the bank details of Branch' })
    expect(await bank.getAttribute('href')).toContain('tab=financial')
    await dialog().getByRole('button', { name: 'Issue BRINV-0001' }).click()
    await eventually(() => page.locator('dialog.confirm li').allTextContents(), missing)
    await screenshot(page, 'invoice-missing')
    await eventually(() => page.locator('dialog.confirm [data-answer=yes]').textContent(), 'Issue BRINV-0001')
    await confirm()
    await page.getByText('Invoice BRINV-0001 issued').waitFor()
  })

  test('what a tax invoice still needs stands in the dialog, which stays', async () => {
    const jobid = await completeJob(office, [{ linerate: 9000 }], { client: office.clients[1] })
    const { id } = await readDraft(office, jobid)
    await page.goto(`/invoices/${id}`)
    const issue = () => dialog().getByRole('button', { name: /^Issue DJINV-/ })
    const address = dialog().getByRole('link', { name: 'the address of Bolt & Co' })
    await eventually(() => issue().getAttribute('aria-disabled'), 'true')
    await issue().press('Enter')
    await eventually(() => address.evaluate((one) => one === document.activeElement), true)
    expect(await page.locator('dialog.confirm').count()).toBe(0)
    await address.click()
    await dialog()
      .getByRole('heading', { name: /client$/ })
      .waitFor()
    const refused = await admin().post(`/api/invoices/${id}/issue`)
    expect(JSON.stringify(refused.body)).toContain('The address of Bolt & Co is missing.')
    await page.goto(`/invoices/${id}`)
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await confirm()
    await page.getByText('Draft deleted').waitFor()
    expect((await admin().get(`/api/invoices/${id}`)).status).toBe(404)
  })

  test('a payment of a client shows what it pays, and asks about what is above all that is open', async () => {
    const { id: client } = await expectOk(admin().post('/api/clients', { name: 'Payer & Co' }))
    for (const _ of [1, 2]) {
      const jobid = await completeJob(office, [{ linerate: 100 }], { client })
      await expectOk(admin().post(`/api/invoices/${(await readDraft(office, jobid)).id}/issue`))
    }
    await page.goto(`/clients/${client}/overview`)
    await page.getByRole('link', { name: 'Record a payment' }).click()
    const pays = () =>
      dialog()
        .getByLabel(/^Pays of/)
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    const sum = dialog().getByRole('textbox', { name: /^Amount/ })
    await sum.fill('150')
    expect(await pays()).toEqual(['115,00', '35,00'])
    await dialog().getByLabel('What it pays').selectOption('credit')
    expect(await pays()).toEqual(['', ''])
    await dialog().getByLabel('What it pays').selectOption('oldest')
    await screenshot(page, 'payment-pays')
    await sum.fill('1000')
    await dialog().getByRole('button', { name: 'Record payment' }).click()
    await page.locator('dialog.confirm').getByText('becomes credit of Payer & Co').waitFor()
    await screenshot(page, 'payment-asks')
    await confirm()
    await page.locator('.snackbar', { hasText: 'Payment recorded' }).getByText('Undo').click()
    await page.getByText('Payment reversed').waitFor()
  })

  test('the chips of the list narrow it', async () => {
    await page.goto('/invoices')
    await page.getByRole('link', { name: /^Credited 1/ }).click()
    await page.waitForURL(/state=credited/)
    await eventually(() => page.locator('#invoices tbody tr').count(), 1)
    await page.getByPlaceholder('Search number').fill('no such')
    await page.getByText('No invoice matches.').waitFor()
    await page.waitForURL(/state=credited/)
  })

  test('an estimate comes up as a PDF', async () => {
    const jobid = await completeJob(office, [{ linerate: 12.5, estimated: 4, description: 'Oak shelf' }])
    const text = await textOf(`/render/estimate/${jobid}?vs=detailed`)
    for (const word of ['Estimate', 'Oak shelf', '12,50', 'R 57,50']) expect(text).toContain(word)
  })
})
