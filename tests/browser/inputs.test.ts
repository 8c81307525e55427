import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { lastWorth } from '#db/queries/stock/worth.ts'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  faultsInBothViews,
  openPage,
  overflowX,
  pageErrors,
  screenshot,
  setView,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let page: Page
const ids: Record<string, string> = {}

beforeAll(async () => {
  on = await startBoardServer()
  for (const [code, make, rate] of [
    ['GATE', 'Farm gate', 0],
    ['FRAME', 'Frame', 0],
    ['TUBE', 'Square tube', 40],
  ])
    ids[String(code)] = (
      await expectOk(on.people.admin.post('/api/inventory', { code, make, rate, baseunit: 'm' }))
    ).id
  const put = (code: string, inputs: object[]) =>
    expectOk(on.people.admin.call('PUT', `/api/inventory/${ids[code]}/inputs`, inputs))
  await put('FRAME', [{ inventoryid: ids.TUBE, quantity: 6, scrap: 10 }])
  await put('GATE', [{ inventoryid: ids.FRAME, quantity: 2 }])
})
afterAll(() => on.stop())
afterEach(async () => {
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

const inputs = async () =>
  (await expectOk(on.people.admin.get(`/api/inventory/${ids.GATE}/inputs`))).map(
    ({ code, quantity }: { code: string; quantity: number }) => `${quantity} ${code}`,
  )

test('inputs are entered by keyboard, changed where they stand, and taken back', async () => {
  page = await openPage({ base: on.url, cookies: on.people.admin.cookie })
  await page.goto(`/admin/inventory/${ids.GATE}/overview?tab=inputs`)
  const quantity = page.getByLabel('Quantity of Frame')
  await quantity.fill('2,5')
  await quantity.press('Enter')
  await waitForSnackbar(page, 'Inputs saved')
  expect(await inputs()).toEqual(['2.5 FRAME'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await waitForSnackbar(page, 'The inputs are as they were')
  expect(await inputs()).toEqual(['2 FRAME'])
  const search = page.getByRole('combobox', { name: 'Another input' })
  await search.fill('square')
  await page.getByRole('option', { name: /Square tube/ }).waitFor()
  await search.press('ArrowDown')
  await search.press('Enter')
  await page.locator('#add-quantity-1').fill('3')
  await page.keyboard.press('Enter')
  await page.getByLabel('Quantity of Square tube').waitFor()
  expect(await inputs()).toEqual(['2 FRAME', '3 TUBE'])
  await page.getByRole('button', { name: 'Move Square tube up' }).click()
  await waitForSnackbar(page, 'Inputs reordered')
  expect(await inputs()).toEqual(['3 TUBE', '2 FRAME'])
  await page.getByLabel('Quantity to make').fill('10')
  await page.getByText('162 m to buy').waitFor()
  await screenshot(page, 'item-inputs')
  expect(await faultsInBothViews(page)).toEqual([])
  await setView(page, { width: 390, theme: 'dark' })
  expect(await overflowX(page)).toBeLessThanOrEqual(0)
})

test('an input that may be for two products is linked to one by its button, and to neither', async () => {
  const { admin } = on.people
  const add = async (path: string, body: object) => (await expectOk(admin.post(`/api/${path}`, body))).id
  const job = await on.addJob({ description: 'Two products' })
  const products = ['Door', 'Window'].map((make) =>
    add('inventory', { code: make.toUpperCase(), make, baseunit: 'ea', inventoryclass: 3 }),
  )
  for (const inventoryid of await Promise.all(products)) {
    await add('materials', { jobid: job.id, inventoryid, role: 2, estimated: 1, inventoryclass: 3 })
    // Said once it stands on the job, so that the line that is typed is the only one.
    await expectOk(
      admin.call('PUT', `/api/inventory/${inventoryid}/inputs`, [{ inventoryid: ids.TUBE, quantity: 1 }]),
    )
  }
  await add('materials', { jobid: job.id, inventoryid: ids.TUBE, role: 1, estimated: 4, inventoryclass: 2 })
  page = await openPage({ base: on.url, cookies: admin.cookie })
  await page.goto(`/jobs/floor/progress?open=${job.reference.toLowerCase()}`)
  const openDoor = async () => {
    await page.getByRole('tab', { name: 'Items and work' }).click()
    await page.getByRole('button', { name: 'Inputs of Door' }).click()
  }
  const chip = page.locator('.linetable .chip', { hasText: 'For Door' })
  await openDoor()
  await page.getByRole('button', { name: 'Use for this product: Square tube' }).click()
  await waitForSnackbar(page, 'It is an input of this product now')
  await page.getByRole('tab', { name: 'Materials used' }).click()
  await chip.waitFor()
  await openDoor()
  await page.getByRole('button', { name: 'Not for this product: Square tube' }).click()
  await waitForSnackbar(page, 'It is for the job itself now')
  await page.getByRole('tab', { name: 'Materials used' }).click()
  await chip.waitFor({ state: 'detached' })
})

test('a product plans what it takes, and says when it is planned for less of it', async () => {
  const { admin } = on.people
  const { id } = await expectOk(
    admin.post('/api/inventory', { code: 'CART', make: 'Hand cart', baseunit: 'ea', inventoryclass: 3 }),
  )
  const needs = [{ inventoryid: ids.TUBE, quantity: 2 }]
  await expectOk(admin.call('PUT', `/api/inventory/${id}/inputs`, needs))
  const job = await on.addJob({ description: 'Carts' })
  page = await openPage({ base: on.url, cookies: admin.cookie })
  await page.goto(`/jobs/floor/progress?open=${job.reference.toLowerCase()}`)
  const turnTo = (tab: string) => page.getByRole('tab', { name: tab }).click()
  await turnTo('Items and work')
  const add = page.getByRole('combobox', { name: 'Add a line' })
  await add.fill('hand cart')
  await page.getByRole('option', { name: /Hand cart/ }).click()
  const estimate = async (quantity: string) => {
    const field = page.getByLabel('Estimated').filter({ visible: true })
    await field.fill(quantity)
    await field.press('Enter')
  }
  await page.getByRole('button', { name: 'Inputs of Hand cart' }).waitFor()
  await estimate('4')
  await turnTo('Materials used')
  const tube = page.locator('.linetable tr.line', { hasText: 'For Hand cart' })
  await tube.waitFor()
  await eventually(() => tube.getByLabel('Estimated').inputValue(), '8')
  await screenshot(page, 'inputs-planned')
  await estimate('6')
  await turnTo('Items and work')
  const plan = page.locator('.inputplan')
  await plan.getByText('Inputs planned for 3 of 4').waitFor()
  await plan.getByText('1 input').click()
  await plan.getByText(/Square tube: 2\sm each, 8\sm in all/).waitFor()
  await screenshot(page, 'inputs-planned-for-less')
  expect(await faultsInBothViews(page)).toEqual([])
  await setView(page, { width: 390, theme: 'light' })
  expect(await overflowX(page)).toBeLessThanOrEqual(0)
  await plan.scrollIntoViewIfNeeded()
  await screenshot(page, 'inputs-planned-for-less-390')
  const open = () => page.getByRole('button', { name: 'Inputs of Hand cart' }).click()
  await setView(page, { width: 1440, theme: 'light' })
  await open()
  await page.getByRole('button', { name: 'Plan inputs', exact: true }).waitFor()
  await screenshot(page, 'inputs-dialog')
  expect(await faultsInBothViews(page)).toEqual([])
  await page.keyboard.press('Escape')
  await plan.getByRole('button', { name: 'Plan the rest: Hand cart' }).click()
  await waitForSnackbar(page, 'Inputs planned: 0 added, 1 changed')
  await plan.waitFor({ state: 'detached' })
  await setView(page, { width: 390, theme: 'light' })
  await open()
  await page.getByRole('heading', { name: 'What is finished now' }).waitFor()
  await screenshot(page, 'inputs-dialog-390')
})

test('what an item is made from is planned for its line as soon as somebody says it there', async () => {
  const { admin } = on.people
  const made = { code: 'SLED', make: 'Sled', baseunit: 'ea', inventoryclass: 3 }
  const { id: inventoryid } = await expectOk(admin.post('/api/inventory', made))
  const job = await on.addJob({ description: 'Sleds' })
  await expectOk(admin.post('/api/materials', { jobid: job.id, inventoryid, role: 2, estimated: 3 }))
  page = await openPage({ base: on.url, cookies: admin.cookie })
  await page.goto(`/jobs/floor/progress?open=${job.reference.toLowerCase()}`)
  await page.getByRole('tab', { name: 'Items and work' }).click()
  await page.getByRole('button', { name: 'Actions for line 1' }).click()
  await page.getByRole('menuitem', { name: 'Made from…' }).click()
  const search = page.getByRole('combobox', { name: 'First input' })
  await search.fill('square')
  await page.getByRole('option', { name: /Square tube/ }).click()
  await page.locator('#add-quantity-0').fill('5')
  await page.keyboard.press('Enter')
  await page.getByLabel('Quantity of Square tube').waitFor()
  await page.keyboard.press('Escape')
  await waitForSnackbar(page, 'Inputs planned: 1 added, 0 changed')
  await page.getByRole('tab', { name: 'Materials used' }).click()
  const tube = page.locator('.linetable tr.line', { hasText: 'For Sled' })
  await eventually(() => tube.getByLabel('Estimated').inputValue(), '15')
})

test('the dialog of a made item says beside its price what it is made from costs, and what that leaves', async () => {
  const { admin } = on.people
  const add = async (item: object) => (await expectOk(admin.post('/api/inventory', item))).id
  const hours = await add({ code: 'HRS', make: 'Bench work', baseunit: 'h', rate: 150 })
  const made = { code: 'SHELF', make: 'Shelf', baseunit: 'each', inventoryclass: 3, price: 500 }
  const inputs = [
    { inventoryid: ids.TUBE, quantity: 4 },
    { inventoryid: hours, quantity: 1 },
  ]
  await expectOk(admin.call('PUT', `/api/inventory/${await add(made)}/inputs`, inputs))
  page = await openPage({ base: on.url, cookies: admin.cookie })
  await page.goto('/admin/inventory?open=SHELF')
  const cost = page.locator('.partscost')
  await cost.waitFor()
  const text = async () => String(await cost.textContent()).replaceAll(/\s+/g, ' ')
  expect(await text()).toBe(
    'What it is made from costs R 310,00 (R 160,00 material, R 150,00 labour), which leaves R 190,00, 38 % of the price',
  )
  // Of an item without a cost of its own, another cost would contradict it.
  expect(await page.locator('.liveprice').textContent()).not.toMatch(/added R|taken off R/)
  await screenshot(page, 'item-parts-cost')
  expect(await faultsInBothViews(page)).toEqual([])
  await page.getByLabel('Price', { exact: true }).fill('620')
  await eventually(text, (await text()).replace('190,00, 38 %', '310,00, 50 %'))
  await setView(page, { width: 390, theme: 'dark' })
  expect(await overflowX(page)).toBeLessThanOrEqual(0)
  await screenshot(page, 'item-parts-cost-390')
})

test('using lines as estimated says before what it makes, and takes the time that was worked', async () => {
  const { admin } = on.people
  const add = async (path: string, body: object) => (await expectOk(admin.post(`/api/${path}`, body))).id
  const bench = await add('inventory', { code: 'BNCH', make: 'Joinery', baseunit: 'h', rate: 150 })
  const made = { code: 'STOOL', make: 'Stool', baseunit: 'ea', inventoryclass: 3, price: 900 }
  const inventoryid = await add('inventory', made)
  const inputs = [
    { inventoryid: ids.TUBE, quantity: 3 },
    { inventoryid: bench, quantity: 2 },
  ]
  await expectOk(admin.call('PUT', `/api/inventory/${inventoryid}/inputs`, inputs))
  const job = await on.addJob({ description: 'Stools', status: 3 })
  await add('materials', { jobid: job.id, inventoryid, role: 2, estimated: 2 })
  const workerid = await add('workers', { name: 'Sipho' })
  await add('jobs/timesheet', { jobid: job.id, workerid, minutes: 300, inventoryid: bench })
  page = await openPage({ base: on.url, cookies: admin.cookie })
  await page.goto(`/jobs/floor/progress?open=${job.reference.toLowerCase()}`)
  await page.getByRole('tab', { name: 'Items and work' }).click()
  await page.getByRole('button', { name: 'Actions for line 1' }).filter({ visible: true }).click()
  await page.getByRole('menuitem', { name: 'Make it…' }).click()
  await page.getByText(/5\sh\s00 worked on this job are booked on it/).waitFor()
  await screenshot(page, 'make-a-line')
  expect(await faultsInBothViews(page)).toEqual([])
  await setView(page, { width: 1440, theme: 'light' })
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'What is finished now' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Use as estimated' }).first().click()
  const ask = page.getByRole('alertdialog')
  await ask.getByText(/This makes 2\sea of Stool, and uses 6\sm of Square tube for it\./).waitFor()
  await ask.getByRole('radio', { name: /Use the 5\sh.* worked, in place of the 4\sh.* estimated/ }).waitFor()
  await screenshot(page, 'use-what-is-made')
  expect(await faultsInBothViews(page)).toEqual([])
  await setView(page, { width: 390, theme: 'dark' })
  await screenshot(page, 'use-what-is-made-390')
  await setView(page, { width: 1440, theme: 'light' })
  await ask.getByRole('button', { name: 'Use as chosen' }).click()
  const usedOf = async () =>
    (await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`))).map(
      ({ consumed }: { consumed: number }) => consumed,
    )
  await eventually(usedOf, [6, 5, 2])
})

test('what a tab makes is made of what goes into it at once, so that it is in stock at their worth', async () => {
  const { admin } = on.people
  const add = async (path: string, body: object) => (await expectOk(admin.post(`/api/${path}`, body))).id
  const part = await add('inventory', {
    code: 'LEG',
    make: 'Leg',
    baseunit: 'ea',
    inventoryclass: 2,
    rate: 40,
  })
  const made = { code: 'TRESTLE', make: 'Trestle', baseunit: 'ea', inventoryclass: 3, price: 900 }
  const inventoryid = await add('inventory', made)
  const inputs = [{ inventoryid: part, quantity: 4 }]
  await expectOk(admin.call('PUT', `/api/inventory/${inventoryid}/inputs`, inputs))
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: part, quantity: 8, cost: 40 }))
  const job = await on.addJob({ description: 'Trestles', status: 3 })
  await add('materials', { jobid: job.id, inventoryid, role: 2, estimated: 2 })
  await add('materials', { jobid: job.id, description: 'Varnish', role: 2, estimated: 1 })
  page = await openPage({ base: on.url, cookies: admin.cookie })
  await page.goto(`/jobs/floor/progress?open=${job.reference.toLowerCase()}`)
  await page.getByRole('tab', { name: 'Items and work' }).click()
  await page.getByRole('button', { name: 'Use 2 lines as estimated' }).filter({ visible: true }).click()
  const ask = page.getByRole('alertdialog')
  await ask.getByText(/This makes 2\sea of Trestle, and uses 8\sea of Leg for it\./).waitFor()
  await ask.getByRole('button', { name: 'Make and use' }).click()
  const usedOf = async () =>
    (await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`))).map(
      ({ consumed }: { consumed: number }) => consumed,
    )
  await eventually(usedOf, [8, 2, 1])
  expect(
    await page
      .getByRole('button', { name: /as estimated$/ })
      .filter({ visible: true })
      .count(),
  ).toBe(0)
  const worth = on.services.tenants.read(on.accountid, (db) => lastWorth(db, inventoryid))
  expect(worth).toMatchObject({ balance: 2_000_000, valuebalance: 32_000 })
})

test('a new item says what it is made from costs while that is chosen', async () => {
  const { admin } = on.people
  page = await openPage({ base: on.url, cookies: admin.cookie })
  await page.goto('/admin/inventory?add=true')
  await page.getByLabel('Price', { exact: true }).fill('200')
  await page.getByText('Made from other items…').click()
  await page.getByRole('combobox', { name: 'Add what it takes' }).fill('square')
  await page.getByRole('option', { name: /Square tube/ }).click()
  const cost = page.locator('.partscost')
  await cost.getByText('R 40,00').waitFor()
  await page.getByLabel('Quantity of Square tube').fill('2,5')
  await eventually(
    async () => String(await cost.textContent()).replaceAll(/\s+/g, ' '),
    'What it is made from costs R 100,00, which leaves R 100,00, 50 % of the price',
  )
  await screenshot(page, 'new-item-parts-cost')
  await page.getByRole('button', { name: 'Take Square tube out' }).click()
  await cost.waitFor({ state: 'detached' })
})
