import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { recordHistory } from '#server/history.ts'
import { closePage, pageErrors } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
beforeAll(async () => {
  on = await startBoardServer()
})
afterAll(() => on.stop())

test('a job that much was written on shows its newest notes and changes, and the older ones on request', async () => {
  const { id, reference } = await on.addJob({ description: 'Crane' })
  await on.services.tenants.write(on.accountid, { userid: null, name: 'Crew' }, (tx) => {
    for (let n = 1; n <= 250; n++)
      recordHistory(tx, 'jobs', id, [{ field: 'statenote', oldvalue: '', newvalue: `state ${n}` }])
  })
  for (let n = 1; n <= 130; n++)
    await on.people.admin.post(`/api/jobs/${id}/notes`, { message: `Lift ${n} is done.` })
  const page = await on.openBoard('admin', { query: `?open=${reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  const notes = dialog.locator('.notes li')
  await dialog.getByRole('tab', { name: 'Notes' }).click()
  await dialog.getByRole('button', { name: 'Show older (30)' }).click()
  await dialog.getByText('Lift 1 is done.').waitFor()
  await eventually(() => notes.count(), 130)
  await dialog.getByLabel('New note').fill('Lift 131 is done.')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await eventually(() => notes.first().locator('.message').textContent(), 'Lift 131 is done.')
  await eventually(() => notes.count(), 131)
  await eventually(() => dialog.getByRole('button', { name: /Show older/ }).count(), 0)

  await dialog.getByRole('tab', { name: 'History' }).click()
  await dialog.getByRole('button', { name: 'Show older (151)' }).click()
  await dialog.getByRole('button', { name: 'Show older (51)' }).click()
  await dialog.getByText('state 1', { exact: true }).waitFor()
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('an item that was changed often shows its newest changes, and the older ones on request', async () => {
  const { id } = (await on.people.admin.post('/api/inventory', { code: 'CHAIN', make: 'Chain' })).body.data
  await on.services.tenants.write(on.accountid, { userid: null, name: 'Crew' }, (tx) => {
    for (let n = 1; n <= 120; n++)
      recordHistory(tx, 'inventory', id, [{ field: 'make', oldvalue: '', newvalue: `make ${n}` }])
  })
  const page = await on.openBoard('admin')
  await page.goto('/admin/inventory?open=CHAIN')
  const dialog = page.locator('dialog:modal')
  await dialog.getByRole('tab', { name: 'History' }).click()
  await dialog.getByRole('button', { name: /^Show older \(2[0-9]\)$/ }).click()
  await dialog.getByText('make 1', { exact: true }).waitFor()
  await eventually(() => dialog.getByRole('button', { name: /Show older/ }).count(), 0)
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
