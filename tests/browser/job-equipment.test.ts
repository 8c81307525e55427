import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import {
  closePage,
  faultsInBothViews,
  openPage,
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
const open: Page[] = []

beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  const { id } = (await admin.post('/api/storage', { name: 'Rack 3', barcode: 'RACK3' })).body.data
  for (const [name, barcode] of [
    ['Compressor', 'CMP-7'],
    ['Crate', 'CR-1'],
    ['Welder', ''],
  ])
    await admin.post('/api/equipment', { name, barcode, code: 'EQ', model: 'X2', storageid: id })
})
afterAll(() => on.stop())

afterEach(async () => {
  for (const page of open.splice(0)) {
    expect(pageErrors(page)).toEqual([])
    await closePage(page)
  }
})

async function openTab(width = 1440) {
  const job = await on.addJob({ description: 'Serve the compressor' })
  const page = await on.openBoard('admin', { width, query: `?open=${job.reference.toLowerCase()}` })
  open.push(page)
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Equipment' }).click()
  await dialog.locator('#job-pieces').waitFor()
  return { job, page, dialog }
}

const piecesOf = async (id: string) =>
  (await on.people.admin.get(`/api/jobs/${id}/equipment`)).body.data.map(
    ({ name, role, processed }: Record<string, unknown>) => [name, role, processed],
  )

describe('the equipment of a job', () => {
  test('is scanned on, turned, processed, taken off and put back', async () => {
    const { job, page, dialog } = await openTab()
    await screenshot(page, 'job-equipment-empty')
    const scan = dialog.getByLabel('Scan or type a barcode')
    await scan.fill('cmp-7')
    await scan.press('Enter')
    await dialog.getByText('On this job').waitFor()
    await eventually(() => scan.inputValue(), '')
    await dialog.locator('h2').focus()
    await scanBarcode(page, 'CR-1')
    await waitForSnackbar(page, 'Crate is on the job')
    await dialog.getByRole('combobox', { name: 'or find it by name' }).fill('weld')
    await page.getByRole('option', { name: 'Welder' }).click()
    await waitForSnackbar(page, 'Welder is on the job')
    await dialog.getByRole('tab', { name: 'Equipment' }).getByText('3').waitFor()

    await dialog.getByLabel('Role of Crate').selectOption('2')
    await waitForSnackbar(page, 'Crate: goes out')
    await dialog.getByRole('button', { name: 'Mark as processed: Compressor' }).click()
    await dialog.getByText('back at Rack 3').waitFor()
    await screenshot(page, 'job-equipment')
    await dialog.getByRole('button', { name: 'Take Welder off the job' }).click()
    await waitForSnackbar(page, 'Welder is off the job')
    expect(await piecesOf(job.id)).toEqual([
      ['Compressor', 1, true],
      ['Crate', 2, false],
    ])
    await page
      .locator('.snackbar', { hasText: 'Welder is off the job' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await dialog.getByLabel('Role of Welder').waitFor()
    expect(await piecesOf(job.id)).toContainEqual(['Welder', 1, false])
    expect(await faultsInBothViews(page, { part: ['dialog.job'] })).toEqual([])
    await setView(page, { width: 390, theme: 'dark' })
    await screenshot(page, 'job-equipment-phone')
  })

  test('says which job a piece is out on, and is sent to a job from its own dialog', async () => {
    const { admin } = on.people
    const drill = (await admin.post('/api/equipment', { name: 'Drill', barcode: 'DR-1' })).body.data
    const other = await on.addJob({ description: 'Drill the holes' })
    const page = await openPage({ base: on.url, cookies: admin.cookie })
    open.push(page)
    await page.goto(`/equipment/list/${drill.id}`)
    await page.getByRole('tab', { name: 'Whereabouts' }).click()
    await page.getByRole('combobox', { name: 'Put it on a job' }).fill(other.reference)
    await page.getByRole('option', { name: other.reference }).click()
    await screenshot(page, 'equipment-whereabouts')
    await page.getByRole('button', { name: 'Put on the job' }).click()
    await page.getByText(`Drill is out on ${other.reference}.`).waitFor()
    expect(await piecesOf(other.id)).toEqual([['Drill', 1, false]])
    await screenshot(page, 'equipment-whereabouts-out')

    const { page: board, dialog } = await openTab()
    await dialog.getByLabel('Scan or type a barcode').fill('DR-1')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await board.getByText(`Drill is still out on job ${other.reference}.`).first().waitFor()
    await screenshot(board, 'job-equipment-refused')
    pageErrors(board).splice(0)

    await page.getByRole('button', { name: 'Take off the job' }).click()
    await page.getByRole('button', { name: 'Put on the job' }).waitFor()
    expect(await piecesOf(other.id)).toEqual([])
  })
})

test('a job that is missing is made in the picker of a piece, and chosen', async () => {
  const { admin } = on.people
  const { id } = (await admin.post('/api/equipment', { name: 'Hoist', code: 'EQ' })).body.data
  const page = await openPage({ base: on.url, cookies: admin.cookie })
  open.push(page)
  await page.goto(`/equipment/list/${id}`)
  await page.getByRole('tab', { name: 'Whereabouts' }).click()
  const box = page.getByRole('combobox', { name: 'Put it on a job' })
  await box.fill('Crane at the quay')
  await page.getByRole('option', { name: 'Create job “Crane at the quay”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create job' })
  await dialog.getByRole('combobox', { name: 'Client' }).waitFor()
  await screenshot(page, 'create-job-1440')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await screenshot(page, 'create-job-390-dark')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await eventually(async () => / Crane at the quay$/.test(await box.inputValue()), true)
  const { data } = (await admin.get('/api/jobs?search=crane')).body
  expect(data.map(({ description }: { description: string }) => description)).toEqual(['Crane at the quay'])
})
