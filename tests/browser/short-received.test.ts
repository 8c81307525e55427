import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, openPage, pageErrors, waitForSnackbar } from '#tests/support/browser.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  const add = async (path: string, body: object) => (await expectOk(admin.post(`/api/${path}`, body))).id
  const [organisation] = await expectOk(admin.get('/api/organisations'))
  if (!organisation) await add('organisations', { name: 'Floor', prefix: 'FL' })
  const supplier = await add('suppliers', { name: 'Pipe Yard' })
  const inventoryid = await add('inventory', {
    ...{ code: 'PIPE', materialname: 'Pipe', baseunit: 'm', rate: 40, inventoryclass: 2, supplier },
  })
  const { id: jobid } = await on.addJob({ description: 'Leak', status: 3 })
  await add('materials', { jobid, inventoryid, role: 1, estimated: 6, consumed: 6, inventoryclass: 2 })
})
afterAll(() => on.stop())

test('what was ordered from the stock is received there, and the order stays open to be charged', async () => {
  const page = await openPage({ base: on.url, cookies: on.people.admin.cookie })
  await page.goto('/admin/stock?of=negative')
  await page.getByText('Order what is short').first().click()
  const dialog = page.locator('#dialog > dialog')
  await dialog.getByRole('button', { name: 'Make the draft' }).click()
  await waitForSnackbar(page, 'Draft made')
  await dialog.getByRole('button', { name: 'Place the order' }).click()
  await page.locator('dialog').last().getByRole('button', { name: 'Place the order', exact: true }).click()
  await waitForSnackbar(page, 'Placed as')
  await dialog.getByRole('link', { name: 'Receive', exact: true }).click()
  await dialog.getByRole('tab', { name: 'Receive', selected: true }).waitFor()
  await dialog.getByRole('button', { name: 'Receive into stock' }).click()
  await dialog.getByText('Enter how much has come').first().waitFor()
  await dialog.getByRole('button', { name: 'All of it' }).click()
  await dialog.getByRole('button', { name: 'Receive into stock' }).click()
  await waitForSnackbar(page, 'Received into stock')
  await dialog.getByText('Received', { exact: true }).first().waitFor()
  await dialog
    .getByRole('link', { name: /invoice/i })
    .first()
    .waitFor()
  expect(pageErrors(page).filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
  await closePage(page)
})
