import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, openPage, pageErrors, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let supplier: string
let job: { id: string; reference: string }

beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  await expectOk(admin.post('/api/organisations', { name: 'Pipes', prefix: 'PI' }))
  supplier = (await expectOk(admin.post('/api/suppliers', { name: 'Pipe Yard' }))).id
  for (let i = 0; i < 12; i++)
    await expectOk(
      admin.post('/api/inventory', { code: `P${i}`, materialname: `Pipe ${i} mm`, baseunit: 'm', rate: 10 }),
    )
  for (let i = 0; i < 12; i++) await expectOk(admin.post('/api/clients', { name: `Client ${i}` }))
  job = await on.addJob({ description: 'Burst pipe', client: on.clientid })
})
afterAll(() => on.stop())

const addOrder = async (lines: object[] = []) =>
  (await expectOk(on.people.admin.post('/api/purchaseorders', { supplier, lines }))).id as string

const phone = () => openPage({ base: on.url, cookies: on.people.admin.cookie, width: 390 })

test('items are added to an order one after the other, and the order is placed, on a phone', async () => {
  const page = await phone()
  const id = await addOrder()
  await page.goto(`/purchase/${id}`)
  const search = page.locator('#add-item')
  for (const at of [3, 4]) {
    await search.pressSequentially(`Pipe ${at}`)
    const found = page.locator('#found-items li').first()
    await found.waitFor()
    const [row, foot] = [await found.boundingBox(), await page.locator('dialog .foot').boundingBox()]
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
    await found.getByRole('button', { name: /^Add/ }).tap()
    await page.locator(`.orderlines input[value="Pipe ${at} mm"]`).waitFor()
    await page.locator('#found-items li').waitFor({ state: 'detached' })
    await expectFocus(page, 'add-item')
    await eventually(() => search.inputValue(), '')
  }
  expect((await expectOk(on.people.admin.get(`/api/purchaseorders/${id}`))).lines).toHaveLength(2)
  // What was added is saved: nothing is asked about it.
  await page.getByRole('button', { name: 'Close' }).first().tap()
  await page.locator('#dialog > dialog').waitFor({ state: 'detached' })

  await page.goto(`/purchase/${id}`)
  await page.getByRole('button', { name: 'Place the order' }).tap()
  await page.locator('dialog.confirm').getByRole('button', { name: 'Place the order' }).tap()
  await waitForSnackbar(page, 'Placed as')
  await page.getByRole('tab', { name: 'Receive' }).tap()
  const foot = page.locator('#dialog .foot')
  const offered = () => foot.locator('.button:visible').allTextContents()
  expect(await offered()).toEqual(['Close', 'Receive into stock'])
  await page.getByRole('tab', { name: 'Details' }).tap()
  expect(await offered()).toContain('Cancel order')
  await page.getByRole('tab', { name: 'Receive' }).tap()
  await page.getByRole('button', { name: 'All of it' }).tap()
  await foot.getByRole('button', { name: 'Receive into stock' }).tap()
  await waitForSnackbar(page, 'Received into stock')
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('quantities to receive stand below each other, with a unit and without', async () => {
  const { admin } = on.people
  const add = (values: object) => expectOk(admin.post('/api/inventory', { rate: 5, ...values }))
  const items = [
    await add({ code: 'BARE', materialname: 'Bare' }),
    await add({ code: 'LONG', materialname: 'Long', baseunit: 'metre' }),
  ]
  const id = await addOrder(items.map((item) => ({ inventoryid: item.id, quantity: 2 })))
  const page = await openPage({ base: on.url, cookies: admin.cookie })
  await page.goto(`/purchase/${id}`)
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.locator('dialog.confirm').getByRole('button', { name: 'Place the order' }).click()
  await waitForSnackbar(page, 'Placed as')
  expect(await page.locator('#dialog :focus').textContent()).toBe('Receive')
  await page.getByRole('tab', { name: 'Receive' }).click()
  const boxes = page.locator('.receiving input[name=quantity]')
  await boxes.nth(1).waitFor()
  const lefts = await boxes.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
  expect(lefts).toHaveLength(2)
  expect(lefts[0]).toBe(lefts[1])
  await closePage(page)
})

/** Dialogs and pages whose lists are asked for as somebody types. */
const places = () => [
  '/purchase',
  '/purchase/new',
  '/supplierinvoices/new',
  '/admin/locations/new',
  '/supplierinvoices',
  `/jobs/floor/progress?open=${job.reference.toLowerCase()}`,
]

test('what an order asks for and nobody has yet is made there, and stands on the order', async () => {
  const page = await phone()
  const id = await addOrder()
  await page.goto(`/purchase/${id}`)
  await page.locator('#add-item').pressSequentially('Elbow 15')
  const offer = page.locator('#found-items li', { hasText: '“Elbow 15” as a new item' })
  await offer.getByRole('button', { name: 'Create item' }).tap()
  const form = page.locator('form[data-create]')
  await eventually(() => form.getByLabel('Name').inputValue(), 'Elbow 15')
  await form.getByLabel('Unit').fill('each')
  await form.getByLabel('Cost').fill('12')
  await form.locator('[type=submit]').tap()
  await page.locator('.orderlines input[value="Elbow 15"]').waitFor()
  await expectFocus(page, 'add-item')
  const { lines } = await expectOk(on.people.admin.get(`/api/purchaseorders/${id}`))
  expect(lines).toMatchObject([{ description: 'Elbow 15', receivable: true, rate: 12 }])
  await page.locator('#add-item').pressSequentially('elbow 15')
  await page.locator('#found-items li').first().waitFor()
  await eventually(() => page.getByRole('button', { name: 'Create item' }).count(), 0)
  await closePage(page)
})

test('the open list of every picker lies within the window of a phone', async () => {
  const page = await phone()
  const draft = await addOrder([{ description: 'Pipe', quantity: 1 }])
  let seen = 0
  for (const path of [...places(), `/purchase/${draft}`]) {
    await page.goto(path)
    const within = /new|open=|[0-9a-f]{12}$/.test(path) ? 'dialog:modal' : 'main'
    const boxes = page.locator(`${within} [data-picker] [role=combobox]:enabled`).filter({ visible: true })
    await boxes.first().waitFor()
    for (let at = 0; at < (await boxes.count()); at++) {
      const box = boxes.nth(at)
      for (const block of ['start', 'end'] as const) {
        await box.evaluate((one, block) => one.scrollIntoView({ block }), block)
        await box.tap()
        const list = page.locator('[role=listbox]:popover-open')
        await list.waitFor()
        const beyond = await list.evaluate((one) => {
          const { top, bottom, left, right } = one.getBoundingClientRect()
          return [top >= 0, bottom <= innerHeight, left >= 0, right <= innerWidth, one.clientHeight > 40]
        })
        expect([path, at, block, ...beyond]).toEqual([path, at, block, true, true, true, true, true])
        await box.blur()
        await list.waitFor({ state: 'detached' })
        seen++
      }
    }
  }
  expect(seen).toBeGreaterThan(12)
  await closePage(page)
})

const expectFocus = (page: Page, id: string) =>
  page.waitForFunction((id) => document.activeElement?.id === id, id)
