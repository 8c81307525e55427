import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, openPage, overflowX, pageErrors, screenshot } from '#tests/support/browser.ts'
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

/** Of the table, those that stand on two lines. */
const brokenWords = (table: Element) => {
  const broken: string[] = []
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
  for (let at = texts.nextNode(); at; at = texts.nextNode())
    for (const { 0: word, index } of (at.textContent ?? '').matchAll(/[^\s-]+/g)) {
      const range = document.createRange()
      range.setStart(at, index)
      range.setEnd(at, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
    }
  return broken
}

test.each([1440, 900, 390])('the history of an invoice breaks no word at %d px', async (width) => {
  const jobid = await completeJob(office, [{ linerate: 10_000 }], { client: office.clients[0] })
  const draft = await expectOk(admin().post('/api/invoices', { jobid, percent: 60 }))
  await expectOk(admin().post(`/api/invoices/${draft.id}/part`, { percent: 50 }))
  const { id } = await expectOk(admin().post(`/api/invoices/${draft.id}/issue`))
  const reference = 'Second of three transfers of the owner, from the account of the shop in town'
  await expectOk(admin().post(`/api/invoices/${id}/payments`, { amount: 5750, reference }))
  await expectOk(
    admin().post(`/api/invoices/${id}/credit`, { reason: 'error', lines: [{ line: 0, amount: 220 }] }),
  )
  const page = await openPage({ base: server.url, cookies: admin().cookie, width })
  await page.goto(`/invoices/${id}`)
  await page.getByRole('tab', { name: 'History' }).click()
  const table = page.locator('dialog table.history')
  await table.waitFor()
  await screenshot(page, `history-${width}`)
  expect(await table.textContent()).toContain('of the price')
  expect(await table.evaluate(brokenWords)).toEqual([])
  expect(
    await table.evaluate(
      (all) => all.getBoundingClientRect().right <= (all.parentElement?.getBoundingClientRect().right ?? 0),
    ),
  ).toBe(true)
  expect(await overflowX(page)).toBe(0)
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
