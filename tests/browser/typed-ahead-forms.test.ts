import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, openPage, pageErrors, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, expectTitles, lane, startBoardServer } from './board-support.ts'

setDefaultTimeout(120_000)

let on: BoardServer
let supplier = ''
const items: Record<string, string> = {}
const api = () => on.people.admin

beforeAll(async () => {
  on = await startBoardServer()
  await expectOk(api().post('/api/organisations', { name: 'Floor', prefix: 'FL' }))
  supplier = (await expectOk(api().post('/api/suppliers', { name: 'Steel Yard' }))).id
  const shelf = (await expectOk(api().post('/api/storage', { name: 'Shelf A' }))).id
  for (const [code, barcode] of [
    ['ANGLE', '600111'],
    ['BAR', '600222'],
    ['TUBE', '600333'],
  ] as const) {
    const item = { code, barcode, materialname: `Steel ${code}`, baseunit: 'm', rate: 40, inventoryclass: 2 }
    const more = { supplier, defaultstorageid: shelf }
    items[code] = (await expectOk(api().post('/api/inventory', { ...item, ...more }))).id
    await expectOk(api().post('/api/inventory/inbound', { inventoryid: items[code], quantity: 20 }))
  }
})
afterAll(() => on.stop())

/** Changes, and what is asked of `urls`, are answered that much later. */
async function slow(page: Page, urls = '**/*', ms = 600): Promise<void> {
  await page.route(urls, async (route) => {
    const isSlow = urls !== '**/*' || route.request().method() !== 'GET'
    if (isSlow) await new Promise((done) => setTimeout(done, ms))
    await route.continue()
  })
}

const open = async (path: string) => {
  const page = await openPage({ base: on.url, cookies: api().cookie })
  await page.goto(path)
  return page
}

async function done(page: Page): Promise<void> {
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
}

test('cards are typed one after the other, whatever the line does', async () => {
  const page = await on.openBoard('admin')
  await slow(page)
  await lane(page, 1).getByRole('button', { name: /Add/ }).first().click()
  await page.locator('.quickadd input').waitFor()
  await page.keyboard.type('Gate\nFence\nRoof', { delay: 30 })
  await expectTitles(page, 1, ['Gate', 'Fence'])
  await eventually(() => page.locator('.quickadd input').inputValue(), 'Roof')
  await page.keyboard.press('Enter')
  await expectTitles(page, 1, ['Gate', 'Fence', 'Roof'])
  await done(page)
})

test('a card that could not be added stands again before what was typed after it', async () => {
  const page = await on.openBoard('admin')
  await page.route('**/api/jobs', async (route) => {
    await new Promise((done) => setTimeout(done, 400))
    await route.abort()
  })
  await lane(page, 2).getByRole('button', { name: /Add/ }).first().click()
  const field = page.locator('.quickadd input')
  await field.waitFor()
  await page.keyboard.type('Shed\nDoor\nSill', { delay: 20 })
  await page.locator('.quickadd [role=alert]').waitFor()
  await eventually(() => field.inputValue(), 'Shed')
  await page.unroute('**/api/jobs')
  await page.keyboard.press('Enter')
  await expectTitles(page, 2, ['Shed', 'Door'])
  await eventually(() => field.inputValue(), 'Sill')
  await closePage(page)
})

test('a card that asks for more than words is typed while the last one is sent', async () => {
  await expectOk(api().patch('/api/configuration/forms', { customerreference: 'required' }))
  const page = await on.openBoard('admin')
  await lane(page, 3).getByRole('button', { name: /Add/ }).first().click()
  const order = page.locator('.quickadd').getByLabel('Client’s order number')
  await order.waitFor()
  await slow(page)
  await page.keyboard.type('Pipe')
  await order.fill('A1')
  await page.keyboard.type('\nTap and washer', { delay: 20 })
  await expectTitles(page, 3, ['Pipe'])
  await eventually(() => page.locator('.quickadd input').first().inputValue(), 'Tap and washer')
  await eventually(() => order.inputValue(), '')
  await expectOk(api().patch('/api/configuration/forms', { customerreference: 'shown' }))
  await done(page)
})

test('a note that is begun while the last one is sent stays, and is a note of its own', async () => {
  const { id, reference } = await on.addJob({ description: 'Notes of a gate' })
  const page = await on.openBoard('admin', { query: `?open=${reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: /Notes/ }).click()
  const field = dialog.getByRole('textbox', { name: 'New note' })
  await field.click()
  await slow(page)
  await page.keyboard.type('Measured')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await field.click()
  await page.keyboard.type('Ordered', { delay: 20 })
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await field.click()
  await page.keyboard.type('Painted', { delay: 20 })
  const notes = async () =>
    (await expectOk(api().get(`/api/jobs/${id}/notes`))).map(({ message }: { message: string }) => message)
  await eventually(async () => (await notes()).toSorted(), ['Measured', 'Ordered'])
  await eventually(() => field.inputValue(), 'Painted')
  await done(page)
})

async function draftOrder(): Promise<string> {
  const lines = ['ANGLE', 'BAR'].map((code) => ({ inventoryid: items[code], quantity: 1, rate: 10 }))
  return (await expectOk(api().post('/api/purchaseorders', { supplier, lines }))).id
}

test('quantities of an order that are typed while an item is added stay in their rows', async () => {
  const id = await draftOrder()
  const page = await open(`/purchase/${id}`)
  await page.getByLabel('Add an item').fill('TUBE')
  const add = page.getByRole('button', { name: 'Add Steel TUBE' })
  await add.waitFor()
  await slow(page)
  await add.click()
  const quantities = page.locator('.orderlines input[name=quantity]')
  await quantities.nth(0).fill('7')
  await quantities.nth(1).fill('8')
  await eventually(() => quantities.count(), 3)
  await eventually(
    () => quantities.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ['7', '8', '1'],
  )
  await done(page)
})

test('what is typed into a receipt while a scan is counted stays in its row', async () => {
  const id = await draftOrder()
  await expectOk(api().patch(`/api/purchaseorders/${id}`, { status: 'sent' }))
  const page = await open(`/purchase/${id}`)
  await page.getByRole('link', { name: 'Receive', exact: true }).click()
  const code = page.getByLabel('Scan or type a code')
  await code.waitFor()
  await slow(page, '**/scan?*')
  await code.fill('600111')
  await page.keyboard.press('Enter')
  const second = page.locator('#receive-form input[name=quantity]').nth(1)
  await second.fill('5')
  await page.getByLabel('Supplier’s delivery note').fill('DN 7')
  await page.locator('#receive .banner').waitFor()
  const quantities = page.locator('#receive-form input[name=quantity]')
  await eventually(
    () => quantities.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ['1', '5'],
  )
  expect(await page.getByLabel('Supplier’s delivery note').inputValue()).toBe('DN 7')
  await done(page)
})

test('codes that are typed one after the other into a receipt count one each', async () => {
  const id = await draftOrder()
  await expectOk(api().patch(`/api/purchaseorders/${id}`, { status: 'sent' }))
  const page = await open(`/purchase/${id}`)
  await page.getByRole('link', { name: 'Receive', exact: true }).click()
  await page.getByLabel('Scan or type a code').click()
  await slow(page, '**/scan?*')
  await page.keyboard.type('600111\n600222\n600222\n', { delay: 20 })
  const quantities = page.locator('#receive-form input[name=quantity]')
  await eventually(
    () => quantities.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ['1', '2'],
  )
  await eventually(() => page.getByLabel('Scan or type a code').inputValue(), '')
  await done(page)
})

const countedOf = async (sheet: string) =>
  (await expectOk(api().get(`/api/stockcounts/${sheet}`))).lines.map(
    ({ code, counted }: Record<string, unknown>) => [code, counted],
  )

test('what is counted is typed line after line, and each figure comes to its own', async () => {
  const sheet = await expectOk(api().post('/api/stockcounts', { name: 'All' }))
  const page = await open(`/admin/stock/counts/${sheet.id}/count`)
  await page.getByRole('heading', { name: 'Steel ANGLE' }).waitFor()
  await slow(page)
  await page.getByLabel('Counted', { exact: true }).click()
  await page.keyboard.type('11\n12\n13\n14', { delay: 40 })
  await eventually(
    () => countedOf(sheet.id),
    [
      ['ANGLE', 11],
      ['BAR', 12],
      ['TUBE', 13],
    ],
  )
  await waitForSnackbar(page, '“14” was typed before the answer came')
  await done(page)
})

test('a figure ends by the Enter that comes just as its last digit is typed out', async () => {
  const sheet = await expectOk(api().post('/api/stockcounts', { name: 'Busy' }))
  const page = await open(`/admin/stock/counts/${sheet.id}/count`)
  await page.getByRole('heading', { name: 'Steel ANGLE' }).waitFor()
  await slow(page)
  await page.evaluate(() =>
    document.addEventListener('input', ({ target }) => {
      if ((target as HTMLInputElement).value !== '32') return
      console.log('busy')
      const end = performance.now() + 1000
      while (performance.now() < end);
    }),
  )
  const busy = page.waitForEvent('console', (message) => message.text() === 'busy')
  await page.getByLabel('Counted', { exact: true }).click()
  await page.keyboard.type('31\n32')
  await busy
  await page.keyboard.type('\n33\n')
  await eventually(
    () => countedOf(sheet.id),
    [
      ['ANGLE', 31],
      ['BAR', 32],
      ['TUBE', 33],
    ],
  )
  await done(page)
})

test('no key of a count is lost while scripts and styles are slow to come', async () => {
  const sheet = await expectOk(api().post('/api/stockcounts', { name: 'Slow' }))
  const page = await open(`/admin/stock/counts/${sheet.id}/count`)
  await page.getByRole('heading', { name: 'Steel ANGLE' }).waitFor()
  await slow(page, '**/assets/**')
  await page.getByLabel('Counted', { exact: true }).click()
  await page.keyboard.type('21\n22\n23\n', { delay: 120 })
  await eventually(
    () => countedOf(sheet.id),
    [
      ['ANGLE', 21],
      ['BAR', 22],
      ['TUBE', 23],
    ],
  )
  await done(page)
})

test('a quantity to deliver stays while another item is searched for', async () => {
  const { id } = await on.addJob({ description: 'Delivered', client: on.clientid, status: 3 })
  for (const code of ['ANGLE', 'BAR']) {
    const line = { jobid: id, inventoryid: items[code], role: 2, estimated: 4, inventoryclass: 2 }
    await expectOk(api().post('/api/materials', line))
  }
  const page = await open(`/deliveries/new?boardid=${on.boardid}`)
  const search = page.getByLabel('Find a job, client or item')
  await search.waitFor()
  await slow(page, '**/deliveries/new?*')
  await search.fill('ANGLE')
  const row = (name: string) => page.locator('#goods li', { hasText: name }).locator('input[name=quantity]')
  await row('Steel ANGLE').fill('3')
  await eventually(() => row('Steel BAR').count(), 0)
  expect(await row('Steel ANGLE').inputValue()).toBe('3')
  await search.fill('BAR')
  await row('Steel BAR').waitFor()
  await row('Steel BAR').fill('2')
  await page.getByRole('button', { name: 'Make the draft' }).click()
  const drafted = async () => {
    const [note] = await expectOk(api().get(`/api/delivery/job/${id}`))
    const lines = note ? (await expectOk(api().get(`/api/delivery/${note.id}`))).lines : []
    return lines
      .map(({ description, quantity }: Record<string, unknown>) => [description, quantity])
      .toSorted()
  }
  await eventually(drafted, [
    ['Steel ANGLE', 3],
    ['Steel BAR', 2],
  ])
  await done(page)
})
