import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator } from 'playwright'
import { createItem, createShop, sendOrder } from '#tests/purchasing/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, openPage, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let invoice: string
let job: { id: string; reference: string }
beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  await expectOk(admin.post('/api/organisations', { name: 'Pipes', prefix: 'PI' }))
  await expectOk(admin.post('/api/inventory', { code: 'P1', materialname: 'Pipe', baseunit: 'm', rate: 10 }))
  job = await on.addJob({ description: 'Burst pipe', client: on.clientid, acceptedby: 'Jan Smit' })
  const line = { role: 2, description: 'Pipe', estimated: 3, linerate: 10 }
  await expectOk(admin.post('/api/materials', { jobid: job.id, ...line }))
  await expectOk(admin.post('/api/jobs/reorder', { jobid: job.id, lane: 3, afterid: null }))
  const { id: jobid } = await on.addJob({ description: 'New gate', status: 4, client: on.clientid })
  await expectOk(admin.post('/api/materials', { jobid, ...line, consumed: 3 }))
  invoice = (await expectOk(admin.post('/api/invoices', { jobid }))).id
  await expectOk(admin.post(`/api/invoices/${invoice}/issue`))
})
afterAll(() => on.stop())

const phone = (who: 'admin' | 'jobs' = 'admin') =>
  openPage({ base: on.url, cookies: on.people[who].cookie, width: 390 })

const startOf = (one: Locator) =>
  one.evaluate((element) => {
    const words = document.createRange()
    words.selectNodeContents(element)
    return Math.round(words.getBoundingClientRect().left)
  })

test('the totals of an invoice begin below its lines', async () => {
  const page = await phone()
  await page.goto(`/invoices/${invoice}`)
  const dialog = page.locator('dialog:modal')
  const line = await startOf(dialog.locator('tbody td', { hasText: 'Pipe' }).first())
  expect(await startOf(dialog.locator('.totals dt').first())).toBe(line)
  await closePage(page)
})

test('what leads on from the item that came in stands in the foot, last', async () => {
  const page = await phone()
  await page.goto('/admin/stock/inbound')
  const buttons = page.locator('dialog:modal .foot .button:visible')
  await eventually(() => buttons.allTextContents(), ['Cancel', 'Next'])
  await page.locator('dialog:modal').getByRole('combobox', { name: 'Item' }).fill('P1')
  await page.getByRole('option', { name: /Pipe/ }).tap()
  await buttons.last().tap()
  await page.locator('dialog:modal').getByLabel('Quantity').first().waitFor()
  await closePage(page)
})

test('a figure that may not be changed has no frame as one to type in', async () => {
  const page = await phone('jobs')
  await page.goto(`/jobs/floor/progress?open=${job.reference.toLowerCase()}`)
  await page.getByRole('tab', { name: 'Items and work' }).tap()
  const [closed, open] = [page.getByLabel('Estimated'), page.getByLabel('Done')].map((one) => one.first())
  await closed?.waitFor()
  const frame = (one?: Locator) => one?.evaluate((cell) => getComputedStyle(cell).borderTopColor)
  expect([await closed?.isDisabled(), await open?.isDisabled()]).toEqual([true, false])
  expect(await frame(closed)).toBe('rgba(0, 0, 0, 0)')
  expect(await frame(open)).not.toBe('rgba(0, 0, 0, 0)')
  await closePage(page)
})

test('amounts off the price of lines are typed below one another, and say that VAT is in them', async () => {
  const { admin } = on.people
  const [organisation] = await expectOk(admin.get('/api/organisations'))
  await expectOk(admin.patch(`/api/organisations/${organisation.id}`, { vatnumber: '4123456789' }))
  const { id: jobid } = await on.addJob({ description: 'Two gates', status: 4, client: on.clientid })
  const line = { jobid, role: 2, description: 'Gate', estimated: 1, consumed: 1 }
  const lines = [4_000, 7].map((linerate) => ({ ...line, linerate }))
  await expectOk(admin.post('/api/materials/many', lines))
  const { id } = await expectOk(admin.post('/api/invoices', { jobid }))
  await expectOk(admin.post(`/api/invoices/${id}/issue`))
  const page = await phone()
  await page.goto(`/invoices/${id}`)
  await page.getByRole('tab', { name: 'Credit note' }).tap()
  await page.getByText('Money off the price').first().tap()
  const fields = page.getByLabel('Off the price of Gate')
  await fields.first().waitFor()
  const ends = await fields.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
  expect(new Set(ends).size).toBe(1)
  const cell = page.locator('td', { has: fields }).first()
  expect(await cell.getAttribute('data-label')).toBe('Off the price, with VAT')
  await closePage(page)
})

test('a long name stands beside the amount of its row, and filters with and without a label end level', async () => {
  const { admin } = on.people
  for (const materialname of ['Bolt', 'Queso Manchego La Pastora']) {
    const values = { code: materialname.slice(0, 5), materialname, keptinstock: true }
    const { id } = await expectOk(admin.post('/api/inventory', values))
    await expectOk(admin.post('/api/inventory/inbound', { inventoryid: id, quantity: 40, cost: 57.19 }))
  }
  const page = await phone()
  await page.goto('/admin/stock/worth')
  const rows = await page.locator('tbody tr').evaluateAll((all) =>
    all.map((row) => {
      const [name, amount] = ['.rowlink', '.lead'].map((one) =>
        row.querySelector(one)!.getBoundingClientRect(),
      )
      return Math.abs(name!.top - amount!.top) < 4 && name!.right <= amount!.left
    }),
  )
  expect([rows.length > 1, new Set(rows)]).toEqual([true, new Set([true])])
  const ends = await page
    .locator('.filters :is(input[name=day], select[name=by])')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)))
  expect([ends.length, new Set(ends).size]).toEqual([2, 1])
  await closePage(page)
})

test.each([390, 360])(
  'at %d px the buttons of a draft order end level in each row of its foot',
  async (width) => {
    const shop = await createShop(on)
    const item = await createItem(shop, { rate: 120 })
    const lines = [{ inventoryid: item.id, quantity: 1, rate: 120 }]
    const draft = await expectOk(
      on.people.admin.post('/api/purchaseorders', { supplier: shop.supplier, lines }),
    )
    const page = await phone()
    await setView(page, { width, theme: 'dark' })
    await page.goto(`/purchase/${draft.id}`)
    const foot = page.locator('dialog:modal .foot')
    await foot.getByRole('button', { name: 'Place the order' }).waitFor()
    const boxes = await foot
      .locator('.button:visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    const rows = [...Map.groupBy(boxes, ({ top }) => Math.round(top)).values()]
    for (const row of rows)
      expect([row[0]?.left, row.at(-1)?.right].map((edge) => Math.round(edge ?? 0))).toEqual([16, width - 16])
    await closePage(page)
  },
)

test('both offers of a new cost are within the dialog', async () => {
  const { admin } = on.people
  const shop = await createShop(on)
  const item = await createItem(shop, { rate: 120, price: 160 })
  const order = await sendOrder(shop, [{ inventoryid: item.id, quantity: 1, rate: 120 }])
  const came = { lines: [{ lineid: order.lines[0].id, quantity: 1 }] }
  await expectOk(admin.post(`/api/purchaseorders/${order.id}/receipts`, came))
  const [goods] = await expectOk(admin.get(`/api/supplierinvoices/goods?supplier=${shop.supplier}`))
  const lines = [{ receiptlineid: goods.id, rate: 138 }]
  const body = { supplier: shop.supplier, number: 'TC-9', lines }
  const { id } = await expectOk(admin.post('/api/supplierinvoices', body))
  await expectOk(admin.patch(`/api/supplierinvoices/${id}`, { status: 'approved', reason: 'Dearer' }))
  const page = await phone()
  await page.goto(`/supplierinvoices/${id}`)
  for (const name of [/same price/, /Keep the margin/]) {
    const box = await page.locator('dialog:modal').getByRole('button', { name }).boundingBox()
    expect(box && box.x >= 16 && box.x + box.width <= 374).toBe(true)
  }
  await closePage(page)
})

test('on the dashboard a sum of millions is whole in its tile, however many tiles there are', async () => {
  const { admin } = on.people
  const { id: jobid } = await on.addJob({ description: 'Bridge', status: 4, client: on.clientid })
  const line = { role: 2, description: 'Bridge', linerate: 12_345_678, estimated: 1, consumed: 1 }
  await expectOk(admin.post('/api/materials', { jobid, ...line }))
  const page = await phone()
  await page.goto('/')
  const sums = page.locator('.moneystats strong')
  await sums.filter({ hasText: '12\u00a0345\u00a0678' }).first().waitFor()
  expect(await sums.count()).toBeGreaterThanOrEqual(7)
  for (const width of [390, 1280, 1440, 1920]) {
    await setView(page, { width, theme: 'light' })
    const lines = await sums.evaluateAll((all) =>
      all.map((one) => {
        const words = document.createRange()
        words.selectNodeContents(one)
        return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size
      }),
    )
    expect(new Set(lines)).toEqual(new Set([1]))
  }
  await closePage(page)
})

test('what is wrong with a quantity is read below it, above the buttons', async () => {
  const { admin } = on.people
  const { id: jobid, reference } = await on.addJob({ description: 'Desk', status: 3, client: on.clientid })
  const line = { jobid, role: 2, estimated: 2, linerate: 10, unit: 'ea' }
  const lines = ['Counter top', 'Cupboard', 'Edging'].map((description) => ({ ...line, description }))
  await expectOk(admin.post('/api/materials/many', lines))
  const page = await phone()
  await page.goto(`/jobs/floor/progress?open=${reference.toLowerCase()}`)
  await page.getByRole('tab', { name: 'Deliveries' }).tap()
  await page.locator('#jobdeliveries').getByRole('link', { name: 'Deliver', exact: true }).tap()
  const dialog = page.locator('#dialog dialog')
  await dialog.getByLabel('Edging').fill('99')
  await dialog.getByRole('button', { name: 'Issue and hand over' }).tap()
  const [words, foot] = [dialog.getByText('No more than 2 ea of Edging'), dialog.locator('.foot')]
  await words.waitFor()
  const [end, buttons] = await Promise.all([words.boundingBox(), foot.boundingBox()])
  expect(end && buttons && end.y + end.height <= buttons.y).toBe(true)
  await closePage(page)
})
