import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  faultsInBothViews,
  openPage,
  overflowX,
  pageErrors,
  scanBarcode,
  screenshot,
  setView,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type BoardServer, startBoardServer } from './board-support.ts'

setDefaultTimeout(240_000)

let on: BoardServer
let page: Page
let job: { id: string; reference: string }

beforeAll(async () => {
  on = await startBoardServer()
  const { admin } = on.people
  const add = async (path: string, body: object) => (await expectOk(admin.post(`/api/${path}`, body))).id
  const [organisation] = await expectOk(admin.get('/api/organisations'))
  if (organisation)
    await expectOk(admin.patch(`/api/organisations/${organisation.id}`, { vatnumber: '4123456789' }))
  else await add('organisations', { name: 'Floor', prefix: 'FL', vatnumber: '4123456789' })
  const supplier = await add('suppliers', {
    ...{ name: 'Steel Yard', vatnumber: '4987654321', paymentdays: 30 },
    ...{ contactname: 'Thandi', contactemail: 'orders@steel.test' },
  })
  const shelf = await add('storage', { name: 'Shelf A' })
  const item = (code: string, barcode: string) =>
    add('inventory', {
      ...{ code, barcode, materialname: `Steel ${code}`, baseunit: 'm', rate: 40, inventoryclass: 2 },
      ...{ supplier, defaultstorageid: shelf },
    })
  const [tube] = [await item('TUBE', '600111'), await item('ANGLE', '600222')]
  await expectOk(admin.post(`/api/inventory/${tube}/suppliers`, { supplier, code: 'SY-25', price: 38 }))
  job = await on.addJob({ description: 'Gate for the yard', status: 3 })
  await expectOk(
    admin.post('/api/materials', {
      jobid: job.id,
      inventoryid: tube,
      role: 1,
      estimated: 6,
      inventoryclass: 2,
    }),
  )
})
afterAll(() => on.stop())

const confirm = (name: string) =>
  page.locator('dialog').last().getByRole('button', { name, exact: true }).click()

test('a buyer orders what is short, receives it in parts and over, is charged, pays and sends back', async () => {
  page = await openPage({ base: on.url, cookies: on.people.admin.cookie })
  await page.goto(`/purchase/new?jobid=${job.id}`)
  await page.getByLabel('Needed by').waitFor()
  await page.getByRole('button', { name: 'Make the draft' }).click()
  await waitForSnackbar(page, 'Draft made')
  // What another program lists is pasted, by their code or ours.
  await page.getByText('Paste several rows').click()
  await page.getByLabel('Code, quantity').fill('ANGLE\t4\t50\nnothing\t1')
  await page.getByRole('button', { name: 'Add these rows' }).click()
  await page.getByText('Row 2: “nothing” is no code of an item, ours or theirs.').first().waitFor()
  await page.getByLabel('Code, quantity').fill('ANGLE\t4\t50')
  await page.getByRole('button', { name: 'Add these rows' }).click()
  await waitForSnackbar(page, 'Added')
  await page.getByLabel('Item', { exact: true }).nth(1).waitFor()
  // What is typed is saved first, so that what is asked names what is ordered.
  await page.locator('input[name=rate]').first().fill('40')
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByRole('alertdialog').getByText('R 440,00').waitFor()
  await confirm('Place the order')
  await waitForSnackbar(page, 'Placed as')
  await eventually(() => page.getByText('A mail of this order would wait').count(), 1)
  expect(await faultsInBothViews(page, { part: ['dialog'] })).toEqual([])

  await page.getByRole('link', { name: 'Receive', exact: true }).click()
  await page.getByRole('heading', { name: /Still to come/ }).waitFor()
  await scanBarcode(page, '600111')
  await page.locator('#receive .banner').waitFor()
  await page.locator('input[name=quantity]').first().fill('2')
  await page.getByLabel('Supplier’s delivery note').fill('DN 1')
  await page.getByRole('button', { name: 'Receive into stock' }).click()
  await waitForSnackbar(page, 'Received into stock')

  await page.getByRole('link', { name: 'Receive', exact: true }).click()
  await page.getByRole('button', { name: 'Receive into stock' }).click()
  await page.getByText('Enter how much has come').first().waitFor()
  await eventually(() => page.locator('input[name=quantity]').first().getAttribute('aria-invalid'), 'true')
  await page.locator('input[name=quantity]').first().fill('5')
  await page.locator('input[name=quantity]').nth(1).fill('3')
  await page.getByRole('button', { name: 'Receive into stock' }).click()
  await page.getByText('Say why more came').first().waitFor()
  await page.getByLabel('Why more came').fill('A whole length')
  await page.getByRole('button', { name: 'Receive into stock' }).click()
  await page.getByText('1 m too many').waitFor()
  // The last metre never comes.
  await page.getByRole('button', { name: 'Expect no more: Steel ANGLE' }).click()
  await confirm('Expect no more')
  await page.getByText('1 m not expected any more').waitFor()
  // It was opened with what receives goods, and shows its state since.
  await page.getByRole('link', { name: 'Enter the supplier’s invoice' }).click()
  await page.getByRole('button', { name: 'Make the draft' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('1 m not expected any more').waitFor()
  await screenshot(page, 'buyer-order')
  expect(await overflowX(page)).toBeLessThanOrEqual(0)
  expect(pageErrors(page).filter((text) => !text.includes('422'))).toEqual([])
  await closePage(page)
})

test('a job says which orders hold its parts, and their lines lead back to it', async () => {
  page = await on.openBoard('admin', { query: `?open=${job.reference.toLowerCase()}` })
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Materials used' }).click()
  const orders = dialog.getByRole('list', { name: 'Ordered for this job' })
  await orders.getByText(/Steel Yard, /).waitFor()
  await screenshot(page, 'job-orders')
  await orders.getByRole('button').first().click()
  const order = page.locator('#dialog > dialog')
  const link = order.getByRole('link', { name: job.reference, exact: true })
  expect(await link.first().getAttribute('href')).toContain(`?open=${job.reference.toLowerCase()}`)
  expect(pageErrors(page)).toEqual([])
  await closePage(page)
})

test('what the supplier charges is matched, approved with a reason, and paid; goods go back', async () => {
  page = await openPage({ base: on.url, cookies: on.people.admin.cookie })
  await page.goto('/supplierinvoices')
  await page.getByRole('link', { name: 'New invoice' }).click()
  await page.locator('#new-supplier').fill('Steel')
  await page.locator('#new-supplier-list').getByText('Steel Yard').click()
  await page.getByRole('textbox', { name: 'Number' }).fill('SY 900')
  await page.getByRole('button', { name: 'Make the draft' }).click()
  await page.getByText('ordered at').first().waitFor()
  await page.locator('input[name=rate]').first().fill('45')
  // What is typed is saved first, so that what is asked names the total that it comes to.
  const totals = page.locator('.ordertotal')
  const before = await totals.textContent()
  const approve = page.locator('#dialog').getByRole('button', { name: 'Approve' })
  await approve.click()
  const question = page.getByRole('alertdialog')
  const reason = page.getByLabel('Why it is right although the price differs')
  await eventually(() => reason.evaluate((field) => field === document.activeElement), true)
  expect(await totals.textContent()).not.toBe(before)
  expect(await approve.getAttribute('aria-disabled')).toBe('true')
  expect(await question.count()).toBe(0)
  await screenshot(page, 'buyer-invoice-reason')
  await page.locator('input[name=rate]').first().fill('no price')
  await reason.fill('Steel went up')
  await approve.click()
  await eventually(() => page.locator('input[name=rate]').first().getAttribute('aria-invalid'), 'true')
  expect(await question.count()).toBe(0)
  await page.locator('input[name=rate]').first().fill('46')
  await approve.click()
  await question.waitFor()
  const total = await totals.locator('span').last().textContent()
  expect(await question.textContent()).toContain(`Approve SY 900 of ${total}?`)
  expect(await reason.inputValue()).toBe('Steel went up')
  await screenshot(page, 'buyer-invoice')
  await confirm('Approve')
  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  await page.getByRole('button', { name: 'Book the payment' }).click()
  await waitForSnackbar(page, 'Payment recorded')

  await page.goto('/purchase')
  await page.locator('#orders a.rowlink').first().click()
  await page.getByRole('tab', { name: 'Send back' }).click()
  await page.locator('#panel-return input[name=quantity], form input[name=quantity]').last().fill('1')
  await page.getByLabel('No: the supplier owes a credit').check()
  await page.getByRole('button', { name: 'Take them out of stock' }).click()
  await waitForSnackbar(page, 'Taken out of stock')
  expect(await page.getByText('a credit is due').count()).toBeGreaterThan(0)
  expect(pageErrors(page).filter((text) => !text.includes('422'))).toEqual([])
  await closePage(page)
})

test('Enter in the search of an order adds what is found first, also before the answer came; arrows count', async () => {
  const { admin } = on.people
  await expectOk(
    admin.post('/api/inventory', { code: 'WASH8', materialname: 'Washer 8 mm', baseunit: 'each' }),
  )
  const supplier = (await expectOk(admin.post('/api/suppliers', { name: 'Bolts Direct' }))).id
  const lines = [{ description: 'Delivery', quantity: 1, rate: 80 }]
  const { id } = await expectOk(admin.post('/api/purchaseorders', { supplier, lines }))
  page = await openPage({ base: on.url, cookies: admin.cookie })
  await page.goto(`/purchase/${id}`)
  const search = page.getByLabel('Add an item')
  await search.fill('washer')
  await search.press('Enter')
  await page.getByLabel('Item', { exact: true }).nth(1).waitFor()
  expect(await page.getByLabel('Item', { exact: true }).nth(1).inputValue()).toBe('Washer 8 mm')
  await eventually(() => search.inputValue(), '')
  await search.fill('nothing of the kind')
  await page.getByRole('button', { name: 'Add as text' }).waitFor()
  await search.press('Enter')
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('Add as text'))
  const quantity = page.locator('input[name=quantity]').nth(1)
  await quantity.click()
  await page.keyboard.type('12,5')
  expect(await quantity.inputValue()).toBe('12,5')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  expect(await quantity.inputValue()).toBe('13,5')
  expect(pageErrors(page)).toEqual([])
  await setView(page, { width: 768, theme: 'light' })
  await screenshot(page, 'order-lines-768')
  const name = await page.getByLabel('Item', { exact: true }).nth(1).boundingBox()
  expect(name?.width).toBeGreaterThan(400)
  await closePage(page)
})
