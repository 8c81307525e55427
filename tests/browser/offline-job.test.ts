import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, screenshot, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let line: ReturnType<typeof openLine>
let [board, client] = ['', '']
let job: { id: string; reference: string }
beforeAll(async () => {
  server = await startTestServer()
  line = openLine(server.url)
  const { admin } = server.people
  board = (await expectOk(admin.post('/api/boards', { name: 'Yard' }))).id
  client = (await expectOk(admin.post('/api/clients', { name: 'Rivers' }))).id
})
afterAll(async () => {
  line.stop()
  await server.stop()
})
beforeEach(async () => {
  line.mend()
  const { admin } = server.people
  job = await expectOk(
    admin.post('/api/jobs', { boardid: board, client, description: 'Mend the gate', status: 3 }),
  )
  const gate = { jobid: job.id, role: 2, description: 'Gate', estimated: 1, linerate: 10, unit: 'ea' }
  await expectOk(admin.post('/api/materials', gate))
})

const read = (path: string) => expectOk(server.people.admin.get(path))
const standing = async () => {
  const [{ status }, [{ consumed }]] = [
    await read(`/api/jobs/${job.id}`),
    await read(`/api/materials/getMaterials/${job.id}`),
  ]
  return { status, consumed }
}

async function openJob(tab?: string): Promise<Page> {
  const page = await openPage({
    base: line.url,
    cookies: server.people.admin.cookie,
    width: 390,
    installed: true,
  })
  await page.goto('/suppliers')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await page.goto(`/jobs/yard/progress?open=${job.reference.toLowerCase()}`)
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Details' }).waitFor()
  if (tab) await dialog.getByRole('tab', { name: tab }).click()
  return page
}

const storedUrls = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('pages '))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => decodeURIComponent(url))
  })

/** The last that the worker fetches of a job. */
const keptWhole = (page: Page) =>
  until(
    async () => (await storedUrls(page)).some((url) => url.includes(`/tracking/${job.id}`)),
    'the job to be kept whole',
  )

const forget = (page: Page, part: string) =>
  page.evaluate(async (part) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (decodeURIComponent(request.url).includes(part)) await cache.delete(request)
    }
  }, part)

test('a job that was opened is read without a line on tabs that nobody opened', async () => {
  const { admin } = server.people
  await expectOk(admin.post(`/api/jobs/${job.id}/notes`, { message: 'The hinge is worn' }))
  await expectOk(admin.post('/api/steps/job', { jobid: job.id, name: 'Weld' }))
  const page = await openJob()
  await keptWhole(page)
  line.cut()
  const dialog = page.locator('dialog.job')
  for (const [tab, shown] of [
    ['Notes', 'The hinge is worn'],
    ['Steps', 'Weld'],
    ['History', 'Created'],
  ] as const) {
    await dialog.getByRole('tab', { name: tab }).click()
    await dialog.getByRole('tabpanel', { name: tab }).getByText(shown).first().waitFor()
  }
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await closePage(page)
})

test('the lists of a job that was opened are kept, and one that is not raises no error by itself', async () => {
  const page = await openJob()
  await keptWhole(page)
  const kept = (await storedUrls(page)).filter((url) => url.includes('/api/jobs/operators'))
  expect(kept).not.toEqual([])
  await forget(page, '/api/jobs/operators')
  line.cut()
  await page.reload()
  await page.locator('dialog.job').getByRole('tab', { name: 'Details' }).waitFor()
  await page.locator('#offline').waitFor()
  await page.locator('dialog.job').getByRole('tab', { name: 'Notes' }).click()
  await page.getByText('Nobody has written a note yet.').waitFor()
  expect(await page.getByText('this part is not kept on this device').count()).toBe(0)
  await page.locator('dialog.job').getByRole('tab', { name: 'Items and work' }).click()
  await page.getByText('Lines need a network').filter({ visible: true }).waitFor()
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'lines-need-network')
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(() => page.getByText('Lines need a network').filter({ visible: true }).count(), 0)
  await closePage(page)
})

test('a tab that the device does not have says so and what to do, and is there once the line is', async () => {
  const page = await openJob()
  await keptWhole(page)
  await forget(page, `/tracking/${job.id}`)
  await forget(page, `/api/jobs/${job.id}/notes`)
  line.cut()
  const dialog = page.locator('dialog.job')
  for (const tab of ['Tracking', 'Notes']) {
    await dialog.getByRole('tab', { name: tab }).click()
    const panel = dialog.getByRole('tabpanel', { name: tab })
    await panel.getByText('this part is not kept on this device').waitFor()
    await screenshot(page, `not-kept-${tab.toLowerCase()}`)
  }
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await dialog.getByText('Nobody has written a note yet.').waitFor()
  await until(
    async () => (await dialog.getByText('this part is not kept on this device').count()) === 0,
    'all to be there',
  )
  await closePage(page)
})

test('a job whose lines did not come is not invoiced by what is not known', async () => {
  const page = await openJob()
  await keptWhole(page)
  await forget(page, `/api/materials/getMaterials/${job.id}`)
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('button', { name: 'Done: invoice it' }).waitFor()
  // Only what reads the lines is without an answer: the move itself would arrive.
  line.cut()
  await dialog.getByRole('button', { name: 'Done: invoice it' }).click()
  await waitForSnackbar(page, 'The lines of this job did not come, so nothing was used or moved.')
  await screenshot(page, 'lines-unknown')
  line.mend()
  expect(await standing()).toEqual({ status: 3, consumed: 0 })
  await closePage(page)
})

test('a job whose lines are from before is not invoiced by them, and says how old they are', async () => {
  const page = await openJob()
  await keptWhole(page)
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('button', { name: 'Done: invoice it' }).waitFor()
  line.cut()
  await dialog.getByRole('button', { name: 'Done: invoice it' }).click()
  await waitForSnackbar(page, 'Without a network the lines are known as they were just now')
  await screenshot(page, 'lines-old')
  line.mend()
  expect(await standing()).toEqual({ status: 3, consumed: 0 })
  await dialog.getByRole('button', { name: 'Done: invoice it' }).click()
  await eventually(standing, { status: 4, consumed: 1 })
  await closePage(page)
})

test('a note beside details that are refused goes by itself, and waits without a line', async () => {
  const page = await openJob()
  const dialog = page.locator('dialog.job')
  await dialog.getByLabel('Scheduled duration').fill('two days or so')
  await dialog.getByRole('tab', { name: 'Notes' }).click()
  const add = async (note: string) => {
    await dialog.getByLabel('New note').fill(note)
    await dialog.getByRole('button', { name: 'Add note' }).click()
  }
  const notes = async () =>
    (await read(`/api/jobs/${job.id}/notes`)).map(({ message }: { message: string }) => message)
  await add('First')
  await eventually(notes, ['First'])
  line.cut()
  await add('Second')
  await dialog.getByText(`Waits to be sent: Note on ${job.reference}`).waitFor()
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(notes, ['Second', 'First'])
  expect((await read(`/api/jobs/${job.id}`)).scheduledminutes).toBe(null)
  await dialog.getByRole('tab', { name: 'Details' }).click()
  await dialog.getByLabel('Scheduled duration').fill('2:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await read(`/api/jobs/${job.id}`)).scheduledminutes).toBe(120)
  await closePage(page)
})

const begun = async () => (await read(`/api/jobs/${job.id}`)).stage

test('work that is started without a line waits, and is started', async () => {
  const page = await openJob('Steps')
  await keptWhole(page)
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('button', { name: 'Start the work' }).waitFor()
  line.cut()
  await dialog.getByRole('button', { name: 'Start the work' }).click()
  await dialog.getByText(`Waits to be sent: Start the work on ${job.reference}`).waitFor()
  await screenshot(page, 'start-waits')
  expect(await begun()).toBe('approved')
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(begun, 'working')
  await closePage(page)
})

test('work whose steps the device does not have says that it needs the line', async () => {
  const page = await openJob()
  await keptWhole(page)
  await forget(page, `/api/steps/job/${job.id}`)
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('button', { name: 'Start the work' }).waitFor()
  line.cut()
  await dialog.getByRole('button', { name: 'Start the work' }).click()
  await waitForSnackbar(page, `Not started: the steps of ${job.reference} are not on this device`)
  line.mend()
  expect(await begun()).toBe('approved')
  await closePage(page)
})
