import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { closePage } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())

test('a price that may be a thousand is asked about, and hours are taken as a clock has them', async () => {
  const { admin } = on.people
  const made = { materialname: 'Fitter', baseunit: 'hour', rate: 320, price: 480 }
  const inventoryid = (await admin.post('/api/inventory', made)).body.data.id
  const { id, reference } = await on.addJob({ description: 'Doubted' })
  await admin.post('/api/materials', { jobid: id, role: 4, inventoryid, estimated: 1 })
  const page = await on.openBoard('admin', { query: `?open=${reference.toLowerCase()}`, isolated: true })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Items and work' }).click()
  const line = async () => (await admin.get(`/api/materials/getMaterials/${id}`)).body.data[0]
  const price = dialog.locator('tr.line [data-column=linerate]')
  await price.fill('1,250')
  await price.press('Enter')
  await dialog.getByText('Is this a thousand? Write 1 250, or 1,25 for cents.').first().waitFor()
  expect((await line()).linerate).toBe(480)
  await price.fill('1 250')
  await price.press('Enter')
  await eventually(async () => (await line()).linerate, 1250)
  const hours = dialog.locator('tr.line [data-column=estimated]')
  for (const [typed, estimated] of [
    ['8:00', 8],
    ['24:30', 24.5],
    ['8:20', 8.333333],
  ] as const) {
    // With the focus the exact figure stands there, selected.
    await hours.focus()
    await hours.fill(typed)
    await hours.press('Enter')
    await eventually(async () => (await line()).estimated, estimated)
  }
  await closePage(page)
})

test('a tick or a unit that is refused is taken back, and its reason can be read', async () => {
  const { admin } = on.people
  const item = await admin.post('/api/inventory', { code: 'ROD9', materialname: 'Rod', baseunit: 'm' })
  await admin.post('/api/units', { inventoryid: item.body.data.id, name: 'length', ratiotobase: 6 })
  const { id, reference } = await on.addJob({ description: 'Refused' })
  await admin.post('/api/materials', { jobid: id, inventoryid: item.body.data.id, role: 2, estimated: 1 })
  const page = await on.openBoard('admin', { query: `?open=${reference.toLowerCase()}`, isolated: true })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Items and work' }).click()
  const headers = { 'x-joblane-version': '1', 'content-type': 'application/json' }
  await page.route('**/api/materials/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, headers, body: JSON.stringify({ message: 'The books are closed.' }) })
      : route.fallback(),
  )
  const told = page.locator('.snackbar', { hasText: 'The books are closed.' })
  const tick = dialog.getByRole('checkbox', { name: 'Non-billable' })
  await tick.click()
  await told.waitFor()
  expect(await tick.isChecked()).toBe(false)
  await told.getByRole('button', { name: 'Hide' }).click()
  await told.waitFor({ state: 'detached' })
  const unit = dialog.locator('tr.line').getByLabel('Unit')
  await unit.focus()
  await unit.selectOption('length')
  await told.waitFor()
  expect(await unit.inputValue()).toBe('m')
  await closePage(page)
})
