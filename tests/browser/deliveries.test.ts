import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { randomUUIDv7 } from 'bun'
import type { Page } from 'playwright'
import { organisations } from '#db/schema/tenant/index.ts'
import { logo } from '#tests/pdf/samples.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  faultsInBothViews,
  openPage,
  overflowX,
  pageErrors,
  scanBarcode,
  screenshot,
  setView,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { by } from '#tests/work/jobs-support.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let page: Page
let job: { id: string; reference: string }

beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  await on.services.tenants.write(on.accountid, by, (tx) => {
    const instants = { createdutc: tx.now, updatedutc: tx.now }
    tx.db
      .insert(organisations)
      .values({
        id: randomUUIDv7(),
        name: 'Drakensberg Joinery',
        prefix: 'DJ',
        flagdefault: true,
        ...instants,
      })
      .run()
    tx.invalidateCaches()
  })
  job = await on.addJob({ description: 'Kitchen', status: 3 })
  for (const description of ['Cupboard', 'Counter top'])
    await expectOk(
      admin.post('/api/materials', {
        jobid: job.id,
        role: 2,
        description,
        estimated: 4,
        linerate: 10,
        unit: 'ea',
      }),
    )
  await expectOk(admin.post('/api/equipment', { name: 'Crate 7', barcode: 'CR-7' }))
})
afterAll(() => on.stop())
afterEach(async () => {
  // The console tells of every refusal.
  expect(pageErrors(page).filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
  await closePage(page)
})

const notes = async () =>
  expectOk(on.people.admin.get(`/api/delivery/job/${job.id}`)) as Promise<{ id: string; state: string }[]>

test('goods are chosen of what is left, packed by a scan, and issued', async () => {
  page = await openPage({ base: on.url, cookies: on.people.admin.cookie })
  await page.goto('/jobs/floor/deliveries')
  await page.getByText('Nothing has been delivered from this board yet.').waitFor()
  await page.getByRole('link', { name: 'New delivery' }).click()
  const dialog = page.locator('#dialog dialog')
  await dialog.getByRole('button', { name: 'All of it' }).click()
  await eventually(() => dialog.getByLabel('Cupboard').inputValue(), '4')
  await dialog.getByLabel('Cupboard').fill('')
  await dialog.getByLabel('Counter top').fill('99')
  await dialog.getByRole('button', { name: 'Make the draft' }).click()
  // The row that was refused, after one that is no line.
  await dialog.getByText('No more than 4 ea of Counter top').waitFor()
  const marks = ['Cupboard', 'Counter top'].map((name) =>
    dialog.getByLabel(name).getAttribute('aria-invalid'),
  )
  expect(await Promise.all(marks)).toEqual([null, 'true'])
  await screenshot(page, 'deliveries-refused')
  await dialog.getByRole('button', { name: 'All of it' }).click()
  await dialog.getByLabel('Counter top').fill('1')
  await screenshot(page, 'deliveries-new')
  expect(await faultsInBothViews(page, { part: ['#dialog'] })).toEqual([])
  await setView(page, { width: 1440, theme: 'light' })
  await dialog.getByRole('button', { name: 'Make the draft' }).click()
  await dialog.getByRole('heading', { name: 'Draft delivery note' }).waitFor()

  await dialog.getByRole('link', { name: 'Pack in equipment' }).click()
  await dialog.getByText('2 of 2 lines are in no piece yet').waitFor()
  await dialog.getByLabel('Counter top').uncheck()
  await scanBarcode(page, 'CR-7')
  await dialog.getByText('1 of 2 lines are in no piece yet').waitFor()
  await screenshot(page, 'deliveries-pack')
  await dialog.getByRole('link', { name: 'Back to the note' }).click()
  await dialog.getByLabel('Waybill').fill('WB 1')
  await dialog.getByRole('button', { name: 'Issue DJDN-0001' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue DJDN-0001' }).click()
  await waitForSnackbar(page, 'Issued as DJDN-0001')
  await dialog.getByRole('heading', { name: 'Delivery note DJDN-0001' }).waitFor()
  await dialog.getByRole('cell', { name: 'Crate 7' }).waitFor()
  await screenshot(page, 'deliveries-issued')
  expect(await faultsInBothViews(page, { part: ['#dialog'] })).toEqual([])
})

test('whoever receives them signs on a phone, and a photo is taken', async () => {
  page = await openPage({ base: on.url, width: 390, cookies: on.people.jobs.cookie })
  const [note] = await notes()
  await page.goto(`/deliveries/${note?.id}`)
  const dialog = page.locator('#dialog dialog')
  await dialog.getByRole('link', { name: 'Hand over' }).click()
  await dialog.getByLabel('Received by').fill(' ')
  await dialog.getByRole('button', { name: 'Delivered' }).click()
  const missing = dialog.getByText('Write down who received the goods.')
  await missing.waitFor()
  await dialog.getByLabel('Received by').fill('Thandi M.')
  await missing.waitFor({ state: 'detached' })
  const canvas = dialog.locator('canvas')
  const box = await canvas.boundingBox()
  if (!box) throw new Error('There is no box to sign in.')
  await page.mouse.move(box.x + 30, box.y + 60)
  await page.mouse.down()
  for (let step = 1; step <= 30; step++)
    await page.mouse.move(box.x + 30 + step * 8, box.y + 60 + 40 * Math.sin(step / 3))
  await page.mouse.up()
  const drawn = await dialog.locator('input[name=signature]').inputValue()
  expect(drawn.split('*').length).toBe(2)
  // Turned, the phone draws it again from its strokes.
  await page.setViewportSize({ width: 844, height: 390 })
  await page.setViewportSize({ width: 390, height: 844 })
  await eventually(() => dialog.locator('input[name=signature]').inputValue(), drawn)
  await screenshot(page, 'deliveries-sign-phone')
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await eventually(() => dialog.locator('input[name=signature]').inputValue(), '')
  await page.mouse.move(box.x + 30, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 120, { steps: 12 })
  await page.mouse.up()
  await dialog.getByRole('button', { name: 'Delivered' }).click()
  await waitForSnackbar(page, 'DJDN-0001 is delivered')
  expect((await notes())[0]).toMatchObject({ state: 'delivered', receivedby: 'Thandi M.' })

  await dialog.getByRole('tab', { name: 'Photos' }).click()
  const path = join(on.folder, 'gate.png')
  await Bun.write(path, logo)
  await dialog.getByLabel('Take a photo').setInputFiles(path)
  await waitForSnackbar(page, 'Photo added')
  await dialog.locator('.photos img').waitFor()
  await dialog.getByRole('tab', { name: 'Proof' }).click()
  await dialog.getByAltText('Signature of Thandi M.').waitFor()
  await screenshot(page, 'deliveries-proof-phone')
  expect(await overflowX(page)).toBe(0)
  expect(await faultsInBothViews(page, { part: ['#dialog'] })).toEqual([])
})

test('a job tells of its deliveries and delivers the rest; what comes back is written down', async () => {
  page = await openPage({ base: on.url, cookies: on.people.admin.cookie })
  await page.goto(`/jobs/floor/progress?open=${job.reference.toLowerCase()}`)
  await page.getByRole('tab', { name: 'Deliveries' }).click()
  await page.getByText('Left to deliver: 3\u00a0ea Counter top').waitFor()
  await screenshot(page, 'deliveries-job')
  await page.getByRole('link', { name: /DJDN-0001/ }).click()
  const dialog = page.locator('#dialog dialog')
  await dialog.getByRole('tab', { name: 'Came back' }).click()
  await dialog.locator('#panel-return').getByLabel('Cupboard').fill('1')
  await dialog.getByLabel('Why').fill('Wrong colour')
  await dialog.getByRole('button', { name: 'Write down what came back' }).click()
  await waitForSnackbar(page, 'What came back is written down')
  await dialog.locator('.deliveryevents').getByText('came back, kept to be mended: Wrong colour').waitFor()
  await screenshot(page, 'deliveries-came-back')
})

test('the deliveries of an open job follow what is delivered over it, and what its lines say', async () => {
  const { admin } = on.people
  const added = await on.addJob({ description: 'Table', status: 3 })
  const line = { jobid: added.id, role: 2, description: 'Table', estimated: 6, linerate: 10, unit: 'ea' }
  const { id } = await expectOk(admin.post('/api/materials', line))
  page = await openPage({ base: on.url, cookies: admin.cookie })
  await page.goto(`/jobs/floor/progress?open=${added.reference.toLowerCase()}`)
  await page.getByRole('tab', { name: 'Deliveries' }).click()
  const tab = page.locator('#jobdeliveries')
  await tab.getByText('Nothing has been delivered yet.').waitFor()
  await tab.getByRole('link', { name: 'Deliver', exact: true }).click()
  const dialog = page.locator('#dialog dialog')
  await dialog.getByRole('button', { name: 'Make the draft' }).waitFor()
  await screenshot(page, 'deliveries-of-job')
  await dialog.getByRole('button', { name: 'Issue and hand over' }).click()
  await dialog.getByRole('heading', { name: /^Delivery note DJDN/ }).waitFor()
  await dialog.getByLabel('Received by').waitFor()
  expect(await dialog.locator('[data-signature] canvas').isVisible()).toBe(true)
  await screenshot(page, 'deliveries-hand-over')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await dialog.waitFor({ state: 'detached' })
  await tab.getByRole('link', { name: /DJDN/ }).waitFor()
  expect(await tab.getByText('Left to deliver').count()).toBe(0)
  expect(await tab.getByRole('link', { name: 'Deliver', exact: true }).count()).toBe(0)
  await screenshot(page, 'deliveries-job-followed')

  await expectOk(admin.patch(`/api/materials/${id}`, { estimated: 8 }))
  await tab.getByText('Left to deliver: 2\u00a0ea Table').waitFor()
})

test('goods that an invoice charges and nobody delivered are delivered from there', async () => {
  const { admin } = on.people
  const sold = await on.addJob({ description: 'Bench', status: 4 })
  const line = { jobid: sold.id, role: 2, description: 'Bench', estimated: 3, consumed: 3, linerate: 10 }
  await expectOk(admin.post('/api/materials', { ...line, unit: 'ea' }))
  await expectOk(admin.post('/api/materials', { ...line, description: 'Fitting', unit: 'hour' }))
  const draft = await expectOk(admin.post('/api/invoices', { jobid: sold.id }))
  await expectOk(admin.post(`/api/invoices/${draft.id}/issue`))
  page = await openPage({ base: on.url, cookies: admin.cookie })
  await page.goto(`/invoices/${draft.id}`)
  const dialog = page.locator('#dialog dialog')
  const left = dialog.locator('.facts > div', { hasText: 'Left to deliver' })
  await left.getByText('3\u00a0ea Bench').waitFor()
  expect(await left.getByText('Fitting').count()).toBe(0)
  await screenshot(page, 'deliveries-of-invoice')
  await left.getByRole('link', { name: 'Deliver', exact: true }).click()
  await dialog.getByRole('button', { name: 'Issue and hand over' }).click()
  await dialog.getByRole('heading', { name: /^Delivery note DJDN/ }).waitFor()
  await dialog.getByLabel('Received by').waitFor()
  await page.goto(`/invoices/${draft.id}`)
  await dialog.getByText('Date of issue').waitFor()
  expect(await left.count()).toBe(0)
})
