import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  faultsInBothViews,
  openPage,
  overflowX,
  pageErrors,
  screenshot,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { jobToDeliver } from '#tests/work/deliveries-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let shop: InvoiceFixtures

beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

async function addDrafts(many: number): Promise<string[]> {
  const { lines } = await jobToDeliver(
    shop,
    Array.from({ length: many }, () => ({})),
  )
  for (const materialid of lines)
    await expectOk(
      server.people.admin.post('/api/delivery', {
        boardid: shop.boardid,
        lines: [{ materialid, quantity: 1 }],
      }),
    )
  return lines
}

test('chosen notes are issued, what is refused says why, and they are handed over', async () => {
  const [first] = await addDrafts(4)
  await expectOk(server.people.admin.patch(`/api/materials/${first}`, { estimated: 0 }))
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie })
  await page.goto('/jobs/work-shop/deliveries?state=draft')
  await page.getByLabel('Select draft for Acme').nth(3).waitFor()
  for (let at = 0; at < 4; at++) await page.getByLabel('Select draft for Acme').nth(at).check()
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  const ask = page.getByRole('dialog', { name: 'Issue 4 delivery notes' })
  await ask.getByRole('button', { name: 'Issue 4 delivery notes' }).click()
  await page.getByText('3 delivery notes issued, 1 refused').waitFor()
  await page.getByText('Nothing of Cupboard 1').waitFor()
  await screenshot(page, 'deliveries-many')
  expect(await faultsInBothViews(page, { part: ['#dialog'] })).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.goto('/jobs/work-shop/deliveries?state=issued')
  await page
    .getByLabel(/^Select DJDN-/)
    .first()
    .check()
  await screenshot(page, 'deliveries-list')
  await page.getByRole('button', { name: 'Mark delivered' }).click()
  await page.getByRole('textbox', { name: 'Received by' }).fill('Thandi M.')
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over 1 delivery note' }).click()
  await page.getByText('1 delivery note delivered').waitFor()
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('several are chosen on a phone by a button, and by none of them again', async () => {
  await addDrafts(2)
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, width: 390 })
  await page.goto('/jobs/work-shop/deliveries?state=draft')
  const boxes = page.getByLabel('Select draft for Acme')
  const begin = page.getByRole('button', { name: 'Select', exact: true })
  await begin.waitFor()
  await eventually(() => boxes.first().isVisible(), false)
  await begin.click()
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByText('2 delivery notes selected').waitFor()
  await screenshot(page, 'deliveries-phone')
  expect(await overflowX(page)).toBe(0)
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  const ask = page.getByRole('dialog', { name: 'Issue 2 delivery notes' })
  await ask.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Select none' }).click()
  await boxes.first().waitFor({ state: 'hidden' })
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
