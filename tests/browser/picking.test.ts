import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
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
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let page: Page
let job: { id: string; reference: string }

beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  const [rack, yard] = await Promise.all(
    ['Rack 2', 'Yard'].map(async (name) => (await expectOk(admin.post('/api/storage', { name }))).id),
  )
  const addItem = async (code: string, make: string, barcode: string) =>
    (
      await expectOk(
        admin.post('/api/inventory', {
          code,
          make,
          barcode,
          inventoryclass: 2,
          baseunit: 'm',
          defaultstorageid: rack,
        }),
      )
    ).id
  const tube = await addItem('SHS50', 'Square tube', '6001')
  const angle = await addItem('ANG40', 'Angle iron', '6002')
  for (const [inventoryid, storageid, quantity] of [
    [tube, rack, 9],
    [angle, rack, 2],
    [angle, yard, 20],
  ])
    await expectOk(admin.post('/api/inventory/inbound', { inventoryid, storageid, quantity }))
  job = await on.addJob({ description: 'Weld the gate' })
  for (const [inventoryid, estimated] of [
    [tube, 4],
    [angle, 6],
  ])
    await expectOk(admin.post('/api/materials', { jobid: job.id, inventoryid, estimated, role: 1 }))
})
afterAll(() => on.stop())
afterEach(async () => {
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('two lines are picked on a phone by the scan box, one of them short', async () => {
  page = await openPage({ base: on.url, width: 390, cookies: on.people.jobs.cookie })
  await page.goto(`/picking/${job.id}`)
  const scan = page.getByLabel('Scan or type a code')
  await screenshot(page, 'picking-phone')
  await scan.fill('6001')
  await scan.press('Enter')
  const dialog = page.locator('#dialog dialog')
  await dialog.getByRole('heading', { name: 'Square tube' }).waitFor()
  await eventually(() => dialog.getByLabel('Quantity').inputValue(), '4')
  await dialog.getByLabel('Quantity').press('Enter')
  await waitForSnackbar(page, 'picked from Rack 2')
  await page.getByRole('heading', { name: 'Picked', exact: true }).waitFor()

  // A scanner types into nothing; the dialog of the line before may still be open.
  await scanBarcode(page, '6001')
  await dialog.getByText('All of it is picked.').waitFor()
  await scanBarcode(page, '6002')
  await dialog.getByRole('heading', { name: 'Angle iron' }).waitFor()
  await dialog.getByText('Short at Rack 2: 4').waitFor()
  await eventually(() => dialog.getByLabel('Quantity').inputValue(), '2')
  await screenshot(page, 'picking-short-phone')
  expect(await faultsInBothViews(page, { part: ['#dialog'] })).toEqual([])
  await setView(page, { width: 390, theme: 'light' })
  await dialog.getByRole('button', { name: 'Pick', exact: true }).click()
  await waitForSnackbar(page, 'of Angle iron picked from Rack 2')

  const line = page.locator('.picklines > li', { hasText: 'Angle iron' })
  await line.getByText('4\u00a0m short').waitFor()
  await line.getByRole('link', { name: 'Pick Angle iron' }).click()
  await dialog.getByLabel('Quantity').fill('4')
  await dialog.getByLabel('Yard').check()
  await dialog.getByRole('button', { name: 'Pick', exact: true }).click()
  await page.getByText('Everything is picked.').waitFor()
  expect(await overflowX(page)).toBe(0)
  await screenshot(page, 'picking-done-phone')

  await page
    .locator('.snackbar', { hasText: 'picked from Yard' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await line.getByText('4\u00a0m to pick').waitFor()
  const { data } = (await on.people.admin.get(`/api/jobs/${job.id}/pickinglist`)).body
  expect(data.map(({ picked, topick }: { picked: number; topick: number }) => [picked, topick])).toEqual([
    [2, 4],
    [4, 0],
  ])
})

test('the job leads to its list, and tells what was picked', async () => {
  page = await on.openBoard('admin', { query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Tracking' }).click()
  await dialog.getByText('Angle iron: 4\u00a0m put back, Yard').waitFor()
  await screenshot(page, 'job-tracking')
  expect(await faultsInBothViews(page, { part: ['dialog.job'] })).toEqual([])
  await setView(page, { width: 390, theme: 'dark' })
  await screenshot(page, 'job-tracking-phone')
  await setView(page, { width: 1440, theme: 'light' })
  await dialog.getByRole('tab', { name: 'Materials used' }).click()
  await dialog.getByRole('link', { name: 'Picking list' }).waitFor()
  await screenshot(page, 'job-input-picking')
  await dialog.getByRole('link', { name: 'Picking list' }).click()
  await page.getByRole('heading', { name: `Picking list ${job.reference}` }).waitFor()
  await screenshot(page, 'picking')
  expect(await faultsInBothViews(page)).toEqual([])
})
