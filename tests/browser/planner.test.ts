import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright'
import { daysAfter } from '#server/dates.ts'
import { todayIn } from '#server/zone.ts'
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
import { type BoardServer, startBoardServer, waitForBoard } from './board-support.ts'

setDefaultTimeout(240_000)

let on: BoardServer
let page: Page
let job: { id: string; reference: string }
let gate = ''
const need = daysAfter(todayIn('Africa/Johannesburg', new Date()), 21)

beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  const add = async (path: string, body: object) => (await expectOk(admin.post(`/api/${path}`, body))).id
  const supplier = await add('suppliers', { name: 'Steel Yard' })
  const tube = await add('inventory', {
    ...{ code: 'TUBE', make: 'Tube', baseunit: 'm', inventoryclass: 2, rate: 40, supplier, leadtime: 3 },
  })
  await expectOk(
    admin.post(`/api/inventory/${tube}/suppliers`, { supplier, code: 'SY-25', price: 38, packsize: 4 }),
  )
  await add('inventory', { code: 'BOLT', make: 'Bolt', baseunit: 'ea', inventoryclass: 5 })
  gate = await add('inventory', {
    ...{ code: 'GATE', make: 'Farm gate', baseunit: 'ea', inventoryclass: 3, unitseconds: 1_800 },
    ...{ packagingquantity: 2, maxperjob: 4 },
  })
  await expectOk(admin.call('PUT', `/api/inventory/${gate}/inputs`, [{ inventoryid: tube, quantity: 6 }]))
  const bolt = (await expectOk(admin.get('/api/inventory?search=BOLT')))[0].id
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: bolt, quantity: 50 }))
  job = await on.addJob({ description: 'Fence of the farm', start: need, status: 3 })
  for (const line of [
    { inventoryid: gate, estimated: 5, inventoryclass: 1 },
    { inventoryid: bolt, estimated: 20, inventoryclass: 5 },
  ])
    await expectOk(admin.post('/api/materials', { jobid: job.id, role: 1, ...line }))
})
afterAll(() => on.stop())

const rows = (name: RegExp) => page.getByRole('row', { name })
const confirm = (name: string | RegExp) => page.locator('dialog').last().getByRole('button', { name }).click()

test('a planner forecasts, makes and orders what is short, moves a job, receives and finishes', async () => {
  page = await openPage({ base: on.url, cookies: on.people.admin.cookie })
  await page.goto('/jobs/floor/progress')
  await page.getByRole('link', { name: 'Planning' }).click()
  await page.getByRole('link', { name: 'Materials', exact: true }).click()
  await page.waitForURL(/planning.materials/)

  // What is short comes first; bolts are there, and nobody else waits for them once the job lets some go.
  await rows(/Bolt/).waitFor()
  expect(await page.locator('#materials tbody tr td:first-child').allTextContents()).toEqual([
    expect.stringContaining('Farm gate'),
    expect.stringContaining('Tube'),
    expect.stringContaining('Bolt'),
  ])
  await eventually(() => page.locator('a.short').count(), 2)
  await rows(/Bolt/).getByRole('link', { name: '20', exact: true }).last().click()
  await page.getByText('what there is, and what it comes from').waitFor()
  await page.locator('summary', { hasText: 'Release' }).click()
  expect(await faultsInBothViews(page, { part: ['dialog'] })).toEqual([])
  await page.getByLabel('Free for others').fill('5')
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await waitForSnackbar(page, '5 ea released')
  await page.getByText('5 ea released: planned still, free for others').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await waitForSnackbar(page, '20 ea reserved for the job again')
  await page.getByRole('button', { name: 'Close' }).last().click()

  // The forecast of one item, and its file with the same filter.
  await page.getByRole('link', { name: 'Forecasting' }).click()
  await page.getByRole('searchbox').last().fill('tube')
  await page.waitForURL(/search=tube/)
  await rows(/Farm gate/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Export' }).click()
  const excel = page.getByText('Excel', { exact: true })
  const [file] = await Promise.all([page.waitForEvent('download'), excel.click()])
  const bytes = await Bun.file((await file.path()) as string).bytes()
  const cells = (await readXlsx(bytes)).sheets[0]!.rows
  expect([...new Set(cells.slice(1).map(([code]) => code))]).toEqual(['TUBE'])

  await page.getByRole('link', { name: 'Production' }).click()
  await rows(/Farm gate/)
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: 'Make jobs of the chosen rows' }).click()
  await waitForSnackbar(page, '2 jobs made')

  // The jobs made are not approved yet: asked for all open ones, their tube is proposed in packs.
  await page.getByRole('link', { name: 'Ordering' }).click()
  await page.getByLabel('Approved jobs').selectOption('open')
  await rows(/Tube/).waitFor()
  await page.getByRole('button', { name: 'Make drafts of the chosen' }).click()
  // What is missing is said in place, with the rows as they were chosen.
  await page.getByText('There is no organisation yet').first().waitFor()
  await expectOk(on.people.admin.post('/api/organisations', { name: 'Floor', prefix: 'FL' }))
  await page.getByRole('button', { name: 'Make drafts of the chosen' }).click()
  await page.waitForURL(/state=draft/)
  await page.locator('#orders a.rowlink').first().click()
  await page.locator('summary', { hasText: 'Why so many' }).click()
  await page.getByText('in packs of 4 m: order 36 m').waitFor()
  await screenshot(page, 'planner-draft')
  await page.getByRole('button', { name: 'Place the order' }).click()
  await confirm('Place the order')
  await waitForSnackbar(page, 'Placed as')

  // The client asks for it four weeks later, while its gates are being made and their tube is on the way.
  const later = { start: daysAfter(need, 28), finish: daysAfter(need, 28) }
  await expectOk(on.people.admin.patch(`/api/jobs/${job.id}`, { start: later.start }))
  await page.goto('/jobs/floor/planning/production')
  await page.getByRole('heading', { name: 'Being made' }).waitFor()
  for (const { id } of await madeJobs()) await expectOk(on.people.admin.patch(`/api/jobs/${id}`, later))
  await page.goto('/jobs/floor/planning/ordering?whose=open')
  await page.getByText('It is not needed before').waitFor()
  await screenshot(page, 'planner-moved')

  await page.goto('/purchase')
  await page.locator('#orders a.rowlink').first().click()
  await page.getByRole('link', { name: 'Receive', exact: true }).click()
  await page.getByRole('button', { name: 'All of it' }).click()
  await page.getByRole('button', { name: 'Receive into stock' }).click()
  await waitForSnackbar(page, 'Received into stock')

  await finishGates()
  await page.goto('/jobs/floor/planning/materials')
  await rows(/Farm gate/).waitFor()
  await eventually(() => page.locator('a.short').count(), 0)
  await page.goto('/jobs/floor/planning/production')
  await page.getByText('Nothing needs to be made').waitFor()
  expect(pageErrors(page).filter((text) => !text.includes('422'))).toEqual([])
  await closePage(page)
})

async function madeJobs(): Promise<{ id: string; reference: string }[]> {
  const made = await expectOk(on.people.admin.get('/api/jobs?search=Farm%20gate'))
  expect(made).toHaveLength(2)
  return made
}

/** Each from its own card. */
async function finishGates() {
  for (const { reference } of await madeJobs()) {
    await page.goto(`/jobs/floor/progress?open=${reference.toLowerCase()}`)
    await waitForBoard(page)
    await page.getByRole('tab', { name: 'Items and work' }).click()
    await page.getByRole('button', { name: /Inputs of Farm gate/ }).click()
    await page.getByRole('button', { name: 'Use inputs', exact: true }).click()
    await waitForSnackbar(page, 'Finished')
  }
}
