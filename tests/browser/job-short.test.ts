import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, faultsInBothViews, pageErrors, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let item: string
beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  await expectOk(admin.post('/api/organisations', { name: 'Karoo Joinery', prefix: 'KJ' }))
  const board = { code: 'MEL16', materialname: 'Melamine board', baseunit: 'sheet', rate: 60 }
  item = (await expectOk(admin.post('/api/inventory', board))).id
  await expectOk(admin.post('/api/suppliers', { name: 'Board Mart' }))
})
afterAll(() => on.stop())

/** A job on which nine boards are sold. */
async function openJob(description: string, status: number) {
  const { id, reference } = await on.addJob({ description, status })
  const line = { jobid: id, inventoryid: item, role: 2, estimated: 9, linerate: 90 }
  await expectOk(on.people.admin.post('/api/materials/many', [line]))
  const page = await on.openBoard('admin', { query: `?open=${reference.toLowerCase()}` })
  const job = page.locator('dialog.job')
  await job.getByRole('tab', { name: 'Details' }).waitFor()
  return { page, job, id }
}

test('what a job sells and nobody has is ordered from any tab', async () => {
  const { page, job } = await openJob('Kitchen', 3)
  const short = job.getByText('Not enough in stock or on order: Melamine board.')
  await short.waitFor()
  await job.getByRole('tab', { name: 'Items and work' }).click()
  await job.getByRole('link', { name: 'Picking list' }).waitFor()
  // The banner has it, and the tab not once more.
  expect(await job.getByText('Order what is short').count()).toBe(1)
  await job.getByRole('button', { name: 'Order what is short' }).click()
  const order = page.locator('#dialog > dialog')
  await eventually(() => order.getByLabel(/Melamine board/).inputValue(), '9')
  await order.getByRole('combobox', { name: 'Supplier' }).fill('Board')
  await page.getByRole('option', { name: 'Board Mart' }).click()
  await order.getByRole('button', { name: 'Make the draft' }).click()
  await order
    .getByText('nothing is ordered yet')
    .or(page.getByText('nothing is ordered yet'))
    .first()
    .waitFor()
  const { admin } = on.people
  const [draft] = await expectOk(admin.get('/api/purchaseorders'))
  await expectOk(admin.patch(`/api/purchaseorders/${draft.id}`, { status: 'sent' }))
  await order.getByRole('button', { name: 'Close', exact: true }).first().click()
  await short.waitFor({ state: 'detached' })
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('material that is charged already is charged again only if somebody says so', async () => {
  const { page, job, id } = await openJob('Wardrobe', 1)
  const add = async (answer: string) => {
    await job.getByRole('combobox', { name: 'Add a line' }).fill('MEL16')
    await page.getByRole('option', { name: /Melamine board/ }).click()
    const question = page.getByRole('alertdialog', { name: 'Melamine board is charged already: 9 sheet' })
    await question.getByRole('button', { name: answer }).click()
    await question.waitFor({ state: 'detached' })
  }
  const rows = job.getByRole('tabpanel', { name: 'Materials used' }).locator('tr.line')
  await job.getByRole('tab', { name: 'Materials used' }).click()
  await add('Cancel')
  await add('Add without charge')
  await rows.nth(0).waitFor()
  await add('Charge it again')
  await rows.nth(1).waitFor()
  const lines = await expectOk(on.people.admin.get(`/api/materials/getMaterials/${id}`))
  const used = (lines as { role: number; nonbillable: boolean }[]).filter(({ role }) => role === 1)
  expect(used.map(({ nonbillable }) => nonbillable)).toEqual([true, false])
  await closePage(page)
})

test('what is made of other items is made by a job of its own, and only what it takes is ordered', async () => {
  const { admin } = on.people
  const add = async (item: object) => (await expectOk(admin.post('/api/inventory', item))).id
  const hinge = await add({ code: 'HNG', materialname: 'Hinge', baseunit: 'each', rate: 12 })
  const cupboard = await add({
    ...{ code: 'CUP', materialname: 'Wall cupboard', baseunit: 'each', inventoryclass: 1 },
  })
  const inputs = [{ inventoryid: hinge, quantity: 4 }]
  await expectOk(admin.call('PUT', `/api/inventory/${cupboard}/inputs`, inputs))
  const { id, reference } = await on.addJob({ description: 'Scullery', status: 3 })
  await expectOk(
    admin.post('/api/materials/many', [{ jobid: id, inventoryid: cupboard, role: 2, estimated: 2 }]),
  )
  const page = await on.openBoard('admin', { query: `?open=${reference.toLowerCase()}` })
  const job = page.locator('dialog.job')
  await job.getByText(/To be made, since there is not enough in stock: 2 Wall cupboard\./).waitFor()
  await job.getByText('Not enough in stock or on order: Hinge.').waitFor()
  expect(await faultsInBothViews(page, { part: ['.jobshort'] })).toEqual([])
  await screenshot(page, 'job-to-make')
  await job.getByRole('button', { name: 'Order what is short' }).click()
  const order = page.locator('#dialog > dialog')
  await eventually(() => order.getByLabel(/Hinge/).inputValue(), '8')
  await order.getByText(/Made, not bought: 2 Wall cupboard\./).waitFor()
  expect(await order.getByLabel(/Wall cupboard/).count()).toBe(0)
  await screenshot(page, 'order-what-is-made')
  await order.getByRole('button', { name: 'Cancel' }).click()
  await job.getByRole('button', { name: 'Make what is short' }).click()
  await job.getByText('To be made').waitFor({ state: 'detached' })
  const jobs = await expectOk(admin.get('/api/jobs?search=wall'))
  expect(jobs.map(({ description }: { description: string }) => description)).toEqual([
    'Make 2 × Wall cupboard',
  ])
  await page.locator('.snackbar').getByRole('button', { name: 'Undo' }).click()
  await job.getByText('To be made').waitFor()
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})
