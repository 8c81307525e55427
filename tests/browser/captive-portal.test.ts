import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, openPage, screenshot, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const clients = async () =>
  (await expectOk(server.people.admin.get('/api/clients'))).map(({ name }: { name: string }) => name)

async function open(path: string): Promise<Page> {
  const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, width: 390 })
  await page.goto(path)
  return page
}

/** A network that asks to be signed in to answers whatever is asked by a page of its own, and calls that well. */
const meetHotel = (page: Page, address: RegExp) =>
  page.route(address, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }),
  )

test('a form that a hotel’s sign-in page answers keeps what was typed, is not called saved, and is saved later', async () => {
  const page = await open('/clients')
  await page.getByRole('link', { name: 'Add client' }).first().click()
  const dialog = page.getByRole('dialog')
  const name = dialog.locator('input[name=name]').first()
  await name.fill('Rivers')
  await meetHotel(page, /\/clients$/)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await waitForSnackbar(page, 'Something else answered in place of the program')
  await screenshot(page, 'stranger-form')
  expect(await name.inputValue()).toBe('Rivers')
  expect(await page.getByText('Welcome to the hotel').count()).toBe(0)
  expect(await clients()).not.toContain('Rivers')
  await page.unroute(/\/clients$/)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await eventually(async () => (await clients()).filter((one: string) => one === 'Rivers').length, 1)
  await closePage(page)
})

test('a dialog that a hotel answers is not opened with its page', async () => {
  await expectOk(server.people.admin.post('/api/clients', { name: 'Lakes' }))
  const page = await open('/clients')
  await meetHotel(page, /\/clients\/[0-9a-f-]{36}/)
  await page.getByRole('link', { name: 'Edit Lakes' }).click()
  await waitForSnackbar(page, 'Something else answered in place of the program')
  expect(await page.getByText('Welcome to the hotel').count()).toBe(0)
  await closePage(page)
})

test('a step whose start a hotel answered waits on the device, and is sent', async () => {
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  const job = await expectOk(admin.post('/api/jobs', { boardid: board.id, description: 'Gate', status: 3 }))
  const worker = await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))
  const step = await expectOk(admin.post('/api/steps/job', { jobid: job.id, name: 'Weld' }))
  await expectOk(admin.patch('/api/steps/job', { id: step.id, workerid: worker.id }))
  const isStarted = async () =>
    (await expectOk(admin.get(`/api/steps/job/${job.id}`)))[0].datestartedutc !== null
  const page = await open('/mywork')
  await meetHotel(page, /\/mywork\//)
  await page.getByRole('button', { name: 'Start Weld' }).click()
  await page.getByText('Waits to be sent: Start Weld').waitFor()
  expect(await isStarted()).toBe(false)
  await page.unroute(/\/mywork\//)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(isStarted, true)
  await closePage(page)
})
