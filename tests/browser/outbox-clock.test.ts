import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, openPage } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

const DAY_MS = 86_400_000

let server: TestServer
let line: ReturnType<typeof openLine>
let jobid: string
let workerid: string
beforeAll(async () => {
  server = await startTestServer()
  line = openLine(server.url)
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  jobid = (await expectOk(admin.post('/api/jobs', { boardid: board.id, description: 'Gate', status: 3 }))).id
  workerid = (await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))).id
})
beforeEach(() => line.mend())
afterAll(async () => {
  line.stop()
  await server.stop()
})

async function openMyWork(step: string): Promise<Page> {
  const { admin } = server.people
  const { id } = await expectOk(admin.post('/api/steps/job', { jobid, name: step }))
  await expectOk(admin.patch('/api/steps/job', { id, workerid }))
  const page = await openPage({ base: line.url, cookies: admin.cookie, width: 390, installed: true })
  await page.goto('/mywork')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  return page
}

/** As somebody sets the clock of the device, for the page that is open. */
const setClock = (page: Page, ms: number) =>
  page.evaluate((ms) => {
    const now = Date.now
    Date.now = () => now() + ms
  }, ms)

/** What it knows of the program's clock. */
const readKept = (page: Page, name: 'clock' | 'clocksaid') =>
  page.evaluate((name) => Number(localStorage.getItem(name)), name)

const startedAt = async (name: string): Promise<number> => {
  const steps = await expectOk(server.people.admin.get(`/api/steps/job/${jobid}`))
  const step = steps.find((one: { step: { name: string } }) => one.step.name === name)
  return Date.parse(step.datestartedutc ?? '') || 0
}

/** Without a line, and back with one. Gives by how many seconds the program has it wrong. */
async function start(page: Page, step: string, meanwhile: () => Promise<void>): Promise<number> {
  line.cut()
  const pressed = Date.now()
  await page.getByRole('button', { name: `Start ${step}` }).click()
  await page.getByText(`Waits to be sent: Start ${step}`).waitFor()
  await meanwhile()
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(async () => (await startedAt(step)) > 0, true)
  await eventually(() => page.locator('#outbox').isVisible(), false)
  return Math.abs((await startedAt(step)) - pressed) / 1_000
}

test('a clock that is set back and then right again, on a page that heard nothing of the program yet, moves nothing', async () => {
  const page = await openMyWork('Cut')
  await page.evaluate(() => {
    localStorage.setItem('clock', '0')
    localStorage.setItem('clocksaid', String(Date.now() - 51_000))
  })
  await page.reload()
  await setClock(page, -2 * DAY_MS)
  const wrong = await start(page, 'Cut', () => setClock(page, 2 * DAY_MS))
  expect(wrong).toBeLessThan(10)
  await closePage(page)
})

test('what waits on a device whose clock was wrong and is right again is not called older than it must be', async () => {
  const page = await openMyWork('Weld')
  await setClock(page, -2 * DAY_MS)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(async () => Math.round((await readKept(page, 'clock')) / DAY_MS), 2)
  const wrong = await start(page, 'Weld', async () => {
    await setClock(page, 2 * DAY_MS)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
    await page.locator('#outboxdialog').getByText('just now').waitFor()
    expect(await page.locator('#outbox').textContent()).not.toContain('over a day')
    await page.locator('#outboxdialog').getByRole('button', { name: 'Close' }).click()
  })
  expect(wrong).toBeLessThan(10)
  await closePage(page)
})

test('what is known of a wrong clock is asked for again when a page opens', async () => {
  const page = await openMyWork('Bend')
  await page.evaluate((ms) => localStorage.setItem('clock', String(ms)), 2 * DAY_MS)
  const asked = page.waitForRequest((request) => request.url().endsWith('/health'))
  await page.reload()
  await asked
  await eventually(async () => Math.abs(await readKept(page, 'clock')) < 5_000, true)
  await closePage(page)
})
