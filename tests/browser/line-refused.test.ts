import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { closePage } from '#tests/support/browser.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())

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
