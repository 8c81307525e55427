import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, openPage } from '#tests/support/browser.ts'
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

/** Where the words begin. */
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
