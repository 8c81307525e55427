import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  faultsInBothViews,
  openPage,
  pageErrors,
  screenshot,
  setView,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let page: Page
beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())
afterEach(async () => {
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('a product whose quantity is typed offers what goes into it, in proportion', async () => {
  const { admin } = on.people
  const add = async (path: string, body: object) => (await expectOk(admin.post(`/api/${path}`, body))).id
  const made = { code: 'BENCH', make: 'Garden bench', baseunit: 'ea', inventoryclass: 3, price: 900 }
  const inventoryid = await add('inventory', made)
  const tube = await add('inventory', { code: 'TUBE', make: 'Square tube', rate: 40, baseunit: 'm' })
  const inputs = [{ inventoryid: tube, quantity: 3 }]
  await expectOk(admin.call('PUT', `/api/inventory/${inventoryid}/inputs`, inputs))
  const job = await on.addJob({ description: 'Benches', status: 3 })
  await add('materials', { jobid: job.id, inventoryid, role: 2, estimated: 4 })
  page = await openPage({ base: on.url, cookies: admin.cookie })
  await page.goto(`/jobs/floor/progress?open=${job.reference.toLowerCase()}`)
  await page.getByRole('tab', { name: 'Items and work' }).click()
  const typed = page.locator('table.linetable input[data-column=consumed]').first()
  await typed.fill('2')
  await typed.press('Enter')
  const use = page.getByRole('button', { name: /Use the inputs for 2\sea: Garden bench/ })
  await use.waitFor()
  await page.getByText(/Without a cost: Square tube/).waitFor()
  await screenshot(page, 'inputs-not-used')
  expect(await faultsInBothViews(page)).toEqual([])
  await setView(page, { width: 390, theme: 'dark' })
  await screenshot(page, 'inputs-not-used-390')
  await setView(page, { width: 1440, theme: 'light' })
  await use.click()
  await use.waitFor({ state: 'detached' })
  const usedOf = async () =>
    (await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`))).map(
      ({ consumed }: { consumed: number }) => consumed,
    )
  await eventually(usedOf, [6, 2])
})
