import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { createInvoiceFixtures, type InvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { closePage, openPage, pageErrors, screenshot } from '#tests/support/browser.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let smtp: MailServer
let office: InvoiceFixtures
let page: Page
const takes = Promise.withResolvers<void>()

beforeAll(async () => {
  smtp = await startMailServer({ onMailFrom: (_, __, done) => void takes.promise.then(() => done()) })
  server = await startTestServer(undefined, ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test'])
  office = await createInvoiceFixtures(server)
  page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
})
afterAll(async () => {
  takes.resolve()
  await closePage(page)
  await server.stop()
  await smtp.stop()
})

test('the notice of an e-mail that waits goes once the mail server took it, with nothing pressed', async () => {
  const { id } = await issueInvoice(office, 100)
  const dialog = page.locator('#dialog dialog')
  await page.goto(`/invoices/${id}`)
  await dialog.getByText('Not sent yet.').waitFor()
  await dialog.getByRole('link', { name: 'Send' }).click()
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('books@client.test')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const notice = dialog.getByText('Not sent yet: its e-mail waits')
  await notice.waitFor()
  await screenshot(page, 'invoice-mail-waits-1440')
  takes.resolve()
  await notice.waitFor({ state: 'detached' })
  await dialog.getByText('Given out').waitFor()
  expect(smtp.to('books@client.test')).toHaveLength(1)
  await screenshot(page, 'invoice-mail-sent-1440')
  expect(pageErrors(page)).toEqual([])
})
