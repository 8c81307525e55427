import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { axe, closePage, openPage, overflowX, screenshot, waitForSnackbar } from '#tests/support/browser.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { storedUrls, untilStored } from '#tests/support/stored-pages.ts'

setDefaultTimeout(120_000)

let server: TestServer
let line: ReturnType<typeof openLine>
let jobid: string
beforeAll(async () => {
  server = await startTestServer()
  line = openLine(server.url)
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  jobid = (await expectOk(admin.post('/api/jobs', { boardid: board.id, description: 'Gate', status: 3 }))).id
  const { id: workerid } = await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))
  const { id } = await expectOk(admin.post('/api/steps/job', { jobid, name: 'Cut' }))
  await expectOk(admin.patch('/api/steps/job', { id, workerid }))
})
beforeEach(() => line.mend())
afterAll(async () => {
  line.stop()
  await server.stop()
})

/** By a session of its own, which ends. */
async function openMyWork(): Promise<Page> {
  const { cookie } = await server.signIn('admin@first.test')
  const page = await openPage({ base: line.url, cookies: cookie, width: 390, installed: true })
  await page.goto('/mywork')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await untilStored(page, '/mywork', '/jobs/yard/progress')
  return page
}

async function logOut(page: Page) {
  await page.locator('.button.person').click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

const isStarted = async () => {
  const [step] = await expectOk(server.people.admin.get(`/api/steps/job/${jobid}`))
  return step.datestartedutc !== null
}

test('without a line nobody is logged out: the page stays, says so, and what is kept can be read', async () => {
  const page = await openMyWork()
  line.cut()
  await logOut(page)
  await waitForSnackbar(page, 'Logging out needs the network. You are still signed in on this device.')
  await screenshot(page, 'sign-out-offline')
  await page.goto('/jobs/yard/progress')
  await page.getByText('This page is as it was').waitFor()
  line.mend()
  await page.goto('/mywork')
  await logOut(page)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await eventually(() => storedUrls(page), [])
  await closePage(page)
})

test('a sign-out whose line breaks on its way forgets nothing, and ends on a page of the program', async () => {
  const page = await openMyWork()
  line.cut()
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form[action="/signout"]')?.submit())
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  await page.goto('/jobs/yard/progress')
  await page.getByText('This page is as it was').waitFor()
  await closePage(page)
})

test('where something waits it asks first, and that goes once the same person signs in again', async () => {
  const page = await openMyWork()
  line.cut()
  await page.getByRole('button', { name: 'Start Cut' }).click()
  await page.getByText('One change waits on this device to be sent.').waitFor()
  // The page would send it before anybody could press.
  await page.route('**/start', (route) => route.abort())
  line.mend()
  await logOut(page)
  await page
    .getByText(
      'Log out? One change waits on this device to be sent. That stays on this device until you sign in here again',
    )
    .waitFor()
  expect([await overflowX(page), await axe(page)]).toEqual([0, []])
  await screenshot(page, 'sign-out-waiting')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Waits to be sent: Start Cut').waitFor()
  await logOut(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.unroute('**/start')
  expect(await isStarted()).toBe(false)
  await page.getByLabel('E-mail').filter({ visible: true }).fill('admin@first.test')
  await page.getByLabel('Password').filter({ visible: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await eventually(isStarted, true)
  await until(async () => !(await page.locator('#outbox').isVisible()), 'the banner to go')
  await closePage(page)
})
