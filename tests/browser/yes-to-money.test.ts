import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { logo } from '#tests/pdf/samples.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  openPage,
  overflowX,
  pageErrors,
  scanBarcode,
  screenshot,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let office: InvoiceFixtures
let id: string
let reference: string
let page: Page

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  const lines = [{ description: 'Oak door', linerate: 100, estimated: 10, consumed: 0, unit: 'ea' }]
  id = await completeJob(office, lines, { status: 1 })
  reference = (await expectOk(server.people.admin.get(`/api/jobs/${id}`))).reference
  await expectOk(server.people.admin.post('/api/equipment', { name: 'Crate 7', barcode: 'CR-7' }))
})
afterAll(() => server.stop())

const open = async (path: string, width: number, cookies = server.people.admin.cookie) => {
  page = await openPage({ base: server.url, width, cookies })
  await page.goto(path)
}

const end = async () => {
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
}

/** As a finger does: nothing of it is a mouse. */
async function drawByFinger(canvas: Locator) {
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('There is no box to sign in.')
  const touch = await page.context().newCDPSession(page)
  const at = (step: number) => [{ x: box.x + 30 + step * 12, y: box.y + 60 + 30 * Math.sin(step / 2) }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= 20; step++)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

const signature = (within: Page | Locator) => within.locator('input[name=signature]').inputValue()

async function signAsClient(purpose: 'approve' | 'accept', button: string) {
  const { url } = await expectOk(server.people.admin.post(`/api/jobs/${id}/links`, { purpose }))
  await open(url.replace(/^https?:\/\/[^/]+/, ''), 390, '')
  expect(await overflowX(page)).toBe(0)
  await page.getByLabel('Your name').fill('Jan Smit')
  const before = await page.evaluate(() => scrollY)
  await drawByFinger(page.locator('[data-signature] canvas'))
  expect(await signature(page)).toMatch(/^\d+ \d+\*\d+ \d+ 0( \d+ \d+ \d+)+$/)
  // The page stayed where it was: a finger in the box draws, and does not scroll.
  expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(before)
  await screenshot(page, `finger-${purpose}`)
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('heading', { name: 'Thank you, Jan Smit' }).waitFor()
  await end()
}

test('the client says yes on a phone, by finger', async () => {
  await signAsClient('approve', 'Approve')
  expect(await expectOk(server.people.admin.get(`/api/jobs/${id}`))).toMatchObject({ status: 3 })
})

test('the goods are packed by a scan and leave on a note', async () => {
  await open(`/jobs/work-shop/progress?open=${reference.toLowerCase()}`, 1440)
  await page.getByRole('tab', { name: 'Deliveries' }).click()
  await page.getByRole('link', { name: 'Deliver', exact: true }).click()
  const dialog = page.locator('#dialog dialog')
  await eventually(() => dialog.getByLabel('Oak door').inputValue(), '10')
  await dialog.getByRole('button', { name: 'Make the draft' }).click()
  await dialog.getByRole('link', { name: 'Pack in equipment' }).click()
  await dialog.getByText('1 of 1 lines are in no piece yet').waitFor()
  await scanBarcode(page, 'CR-7')
  await dialog.getByText('Every line is packed').waitFor()
  await dialog.getByRole('link', { name: 'Back to the note' }).click()
  await dialog.getByRole('button', { name: 'Issue DJDN-0001' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue DJDN-0001' }).click()
  await waitForSnackbar(page, 'Issued as DJDN-0001')
  await screenshot(page, 'moment-issued')
  await end()
})

test('whoever takes them signs on a phone by finger, with a photo', async () => {
  const [note] = await expectOk(server.people.admin.get(`/api/delivery/job/${id}`))
  await open(`/deliveries/${note.id}`, 390)
  const dialog = page.locator('#dialog dialog')
  await dialog.getByRole('link', { name: 'Hand over' }).click()
  await dialog.getByLabel('Received by').fill('Thandi M.')
  await drawByFinger(dialog.locator('canvas'))
  expect(await signature(dialog)).toMatch(/^\d+ \d+\*/)
  await screenshot(page, 'moment-proof-phone')
  await dialog.getByRole('button', { name: 'Delivered' }).click()
  await waitForSnackbar(page, 'DJDN-0001 is delivered')
  await dialog.getByRole('tab', { name: 'Photos' }).click()
  const path = join(server.folder, 'gate.png')
  await Bun.write(path, logo)
  await dialog.getByLabel('Take a photo').setInputFiles(path)
  await waitForSnackbar(page, 'Photo added')
  await dialog.getByRole('tab', { name: 'Proof' }).click()
  const proof = dialog.getByRole('tabpanel', { name: 'Proof' })
  await proof.getByText('Thandi M.').waitFor()
  await proof.locator('time').waitFor()
  await dialog.getByAltText('Signature of Thandi M.').waitFor()
  await screenshot(page, 'moment-proved-phone')
  await end()
})

test('what is invoiced and comes back is credited where the note leads', async () => {
  const { admin } = server.people
  const [line] = await expectOk(admin.get(`/api/materials/getMaterials/${id}`))
  await expectOk(admin.patch(`/api/materials/${line.id}`, { consumed: 10 }))
  await expectOk(admin.patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  const invoice = await expectOk(admin.post('/api/invoices', { jobid: id }))
  const { number } = await expectOk(admin.post(`/api/invoices/${invoice.id}/issue`))
  const [note] = await expectOk(admin.get(`/api/delivery/job/${id}`))
  await open(`/deliveries/${note.id}?tab=return`, 1440)
  const dialog = page.locator('#dialog dialog')
  await dialog.locator('#panel-return').getByLabel('Oak door').fill('2')
  await dialog.getByLabel('Why').fill('Wrong colour')
  await dialog.getByLabel('Put back into stock').check()
  await dialog.getByRole('button', { name: 'Write down what came back' }).click()
  await waitForSnackbar(
    page,
    'What came back is written down. It is invoiced: 2\u00a0ea Oak door is to be credited.',
  )
  await screenshot(page, 'moment-came-back')
  await dialog.getByText('To credit, since it came back: 2\u00a0ea Oak door').waitFor()
  await dialog.getByRole('link', { name: `Credit ${number}` }).click()
  await dialog.getByText('2\u00a0ea came back').waitFor()
  await eventually(() => dialog.getByLabel('Quantity of Oak door').inputValue(), '2')
  await screenshot(page, 'moment-credit')
  await dialog.getByRole('button', { name: 'Issue credit note' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue credit note' }).click()
  await page.locator('.snackbar', { hasText: /Credit note .* issued/ }).waitFor()
  expect(await expectOk(admin.get(`/api/invoices/${invoice.id}`))).toMatchObject({ number, credited: 230 })
  await end()
})

test('the client accepts the work on a phone, by finger', async () => {
  await signAsClient('accept', 'Accept the work')
})
