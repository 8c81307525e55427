import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let line: ReturnType<typeof openLine>
let jobid: string
let worker: string
beforeAll(async () => {
  server = await startTestServer()
  line = openLine(server.url)
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  const job = { boardid: board.id, description: 'Mend the gate', status: 3 }
  jobid = (await expectOk(admin.post('/api/jobs', job))).id
  worker = (await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))).id
})
afterAll(async () => {
  line.stop()
  await server.stop()
})

async function addStep(name: string): Promise<string> {
  const { admin } = server.people
  const { id } = await expectOk(admin.post('/api/steps/job', { jobid, name }))
  await expectOk(admin.patch('/api/steps/job', { id, workerid: worker }))
  return id
}

const steps = async () => {
  const all = await expectOk(server.people.admin.get(`/api/steps/job/${jobid}`))
  return all.map((one: { step: { name: string }; completed: boolean; datestartedutc: string | null }) => [
    one.step.name,
    one.datestartedutc !== null,
    one.completed,
  ])
}

async function openMyWork(): Promise<Page> {
  const cookies = server.people.admin.cookie
  const page = await openPage({ base: line.url, cookies, width: 390, installed: true })
  await page.goto('/mywork')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  return page
}

test('steps, notes and photos that got no answer wait in sight, and go out once, in order, when the line is back', async () => {
  await addStep('Cut')
  const page = await openMyWork()
  await page.getByRole('link', { name: 'Finish Cut' }).waitFor()
  await until(
    () =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith('pages '))
        const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return keys.flat().some(({ url }) => url.includes('finishing'))
      }),
    'the step to be stored',
  )
  line.cut()
  await page.getByRole('button', { name: 'Start Cut' }).click()
  await waitForSnackbar(page, 'No network: “Start Cut” waits on this device')
  await page.getByText('Waits to be sent: Start Cut').waitFor()
  await page.reload()
  await page.getByText('Waits to be sent: Start Cut').waitFor()
  await page.getByText('One change waits on this device to be sent.').waitFor()
  await page.getByRole('link', { name: 'Finish Cut' }).click()
  await page.getByRole('dialog').getByText('Write a note').click()
  await page.getByLabel('New note').fill('The hinge is worn')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('2 changes wait on this device to be sent.').waitFor()
  await page.getByRole('link', { name: 'Finish Cut' }).click()
  await page.getByLabel('How long did it take?').fill('30')
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await page.getByText('3 changes wait on this device to be sent.').waitFor()
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  expect(await steps()).toEqual([['Cut', false, false]])
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await waitForSnackbar(page, '3 changes that waited were sent')
  await eventually(steps, [['Cut', true, true]])
  const notes = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))
  expect(notes.map(({ message }: { message: string }) => message)).toEqual(['The hinge is worn'])
  expect(await page.locator('#outbox').isVisible()).toBe(false)
  await closePage(page)
})

test('what the server refuses stays, with the reason, until it is tried again or discarded', async () => {
  const id = await addStep('Weld')
  const page = await openMyWork()
  line.cut()
  await page.getByRole('button', { name: 'Start Weld' }).click()
  await page.getByText('Waits to be sent: Start Weld').waitFor()
  await expectOk(server.people.admin.patch('/api/steps/job', { id, action: 'skip', note: 'Riveted' }))
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText('One was refused and not saved.').waitFor()
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  const dialog = page.locator('#outboxdialog')
  await dialog.getByText('Somebody has skipped this step already').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard' }).last().click()
  await until(async () => !(await page.locator('#outbox').isVisible()), 'the banner to go')
  await closePage(page)
})

test('an answer that was lost on its way is asked for again by its key, and nothing is done twice', async () => {
  await addStep('Paint')
  const entries = async () => (await expectOk(server.people.admin.get(`/api/jobs/${jobid}/timesheet`))).length
  const before = await entries()
  const page = await openMyWork()
  const { tenants } = server.services
  const { write } = tenants
  // The change is saved, and the line breaks before its answer.
  tenants.write = (async (...given: Parameters<typeof write>) => {
    const value = await write(...given)
    line.cut()
    return value
  }) as typeof write
  await page.getByRole('button', { name: 'Start Paint' }).click()
  await page.getByText('Waits to be sent: Start Paint').waitFor()
  tenants.write = write
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await waitForSnackbar(page, 'was sent')
  expect(await entries()).toBe(before + 1)
  await closePage(page)
})
