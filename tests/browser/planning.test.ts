import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { daysAfter } from '#server/dates.ts'
import { todayIn } from '#server/zone.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  openPage,
  overflowX,
  pageErrors,
  screenshot,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let page: Page
const need = daysAfter(todayIn('Africa/Johannesburg', new Date()), 16)

beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  const add = async (path: string, body: object) => (await expectOk(admin.post(`/api/${path}`, body))).id
  const tube = await add('inventory', { code: 'TUBE', make: 'Tube', baseunit: 'm', inventoryclass: 2 })
  const gate = await add('inventory', {
    ...{ code: 'GATE', make: 'Farm gate', baseunit: 'ea', inventoryclass: 3 },
    ...{ packagingquantity: 2, maxperjob: 4 },
  })
  await expectOk(admin.call('PUT', `/api/inventory/${gate}/inputs`, [{ inventoryid: tube, quantity: 6 }]))
  const job = await on.addJob({ description: 'Fence of the farm', start: need })
  const line = { jobid: job.id, inventoryid: gate, role: 1, estimated: 5, inventoryclass: 1 }
  await expectOk(admin.post('/api/materials', line))
})
afterAll(() => on.stop())
afterEach(async () => {
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('a planner sees what is to be made, makes the jobs, and finds them in the forecast', async () => {
  page = await openPage({ base: on.url, cookies: on.people.admin.cookie })
  await page.goto('/jobs/floor/progress')
  await page.getByRole('link', { name: 'Planning' }).click()
  await page.getByRole('link', { name: 'Farm gate [GATE]' }).waitFor()
  // The gates that nobody makes yet are missing, and so is the tube that they are made of.
  expect(await page.locator('tr.short td:first-child').allTextContents()).toEqual([
    expect.stringContaining('Farm gate'),
    expect.stringContaining('Tube'),
  ])
  await page.getByRole('link', { name: 'Production' }).click()
  const row = page.getByRole('row', { name: /Farm gate/ })
  expect(await row.textContent()).toContain('1 × 4 and 2')
  await row.getByRole('checkbox').check()
  await screenshot(page, 'planning-production')
  await page.getByRole('button', { name: 'Make jobs of the chosen rows' }).click()
  await waitForSnackbar(page, '2 jobs made')
  await page.getByText('Nothing needs to be made').waitFor()
  await page.getByRole('link', { name: 'Forecasting' }).click()
  await page.getByRole('link', { name: 'Farm gate [GATE]' }).click()
  await page.getByText('Made by').first().waitFor()
  await eventually(() => page.getByText('Made by').count(), 2)
  await eventually(() => page.getByText('There is too little').count(), 0)
  expect(await overflowX(page)).toBe(0)
  await screenshot(page, 'planning-item')
  await page.getByRole('link', { name: 'All items' }).click()
  await page.getByRole('link', { name: 'Tube [TUBE]' }).click()
  await page.getByText('There is too little').waitFor()
})

test('what was made is taken back at once', async () => {
  page = await openPage({ base: on.url, cookies: on.people.admin.cookie })
  await expectOk(on.people.admin.patch(`/api/inventory/${await gateId()}`, { minimumfinishedgoodsvolume: 3 }))
  await page.goto('/jobs/floor/planning/production')
  await page
    .getByRole('checkbox', { name: /Make Farm gate/ })
    .first()
    .check()
  await page
    .getByRole('textbox', { name: /Quantity of Farm gate/ })
    .first()
    .fill('3')
  await page.getByRole('button', { name: 'Make jobs of the chosen rows' }).click()
  await waitForSnackbar(page, '1 job made')
  await page.getByRole('button', { name: 'Undo' }).click()
  await waitForSnackbar(page, '1 job taken back')
  await page
    .getByRole('checkbox', { name: /Make Farm gate/ })
    .first()
    .waitFor()
})

const gateId = async () => (await expectOk(on.people.admin.get('/api/inventory?search=GATE')))[0].id
