import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, faultsInBothViews, openPage, screenshot, setView } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addOwnJob } from './own-job.ts'

setDefaultTimeout(120_000)

let server: TestServer
let line: ReturnType<typeof openLine>
let [jobid, reference] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  line = openLine(server.url)
  const job = await addOwnJob(server)
  jobid = job.id
  reference = job.reference
})
beforeEach(() => line.mend())
afterAll(async () => {
  line.stop()
  await server.stop()
})

/** A page on which these notes wait, whose session ended meanwhile. */
async function openEnded(url: string, ...notes: string[]): Promise<Page> {
  const { cookie } = await server.signIn('admin@first.test')
  const page = await openPage({ base: line.url, cookies: cookie, width: 390, installed: true })
  await page.goto('/clients')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  line.cut()
  for (const message of notes) {
    const call = { method: 'POST' as const, body: { message } }
    const change = { url, label: `Note on ${reference}`, group: jobid, key: undefined, call }
    await page.evaluate((change) => window.joblane.outbox.keep(change), change)
  }
  await page.locator('#outbox').getByText('on this device to be sent.').waitFor()
  return page
}

const notes = async (): Promise<string[]> =>
  (await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))).map(
    ({ message }: { message: string }) => message,
  )

test('the pages of an ended session say how much waits, and neither of whom nor what', async () => {
  const page = await openEnded(`/api/jobs/${jobid}/notes`, 'The hinge is worn', 'The latch is bent', 'Rust')
  await page.context().clearCookies()
  line.mend()
  const said = page.getByText(
    '3 changes wait on this device, and are sent once whoever made them signs in here again.',
  )
  for (const path of ['/timeout', '/signin']) {
    await page.goto(path)
    await said.waitFor()
    const text = (await page.locator('body').textContent()) ?? ''
    for (const secret of [reference, 'admin', 'The hinge', 'Tester']) expect(text).not.toContain(secret)
    expect(await faultsInBothViews(page)).toEqual([])
    for (const theme of ['light', 'dark'] as const)
      for (const width of [390, 1440]) {
        await setView(page, { width, theme })
        await screenshot(page, `strangers${path.replace('/', '-')}-${width}-${theme}`)
      }
  }
  await page.getByLabel('E-mail').filter({ visible: true }).fill('admin@first.test')
  await page.getByLabel('Password').filter({ visible: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await eventually(notes, ['Rust', 'The latch is bent', 'The hinge is worn'])
  await page.locator('#outbox').waitFor({ state: 'hidden' })
  await page.context().clearCookies()
  await page.goto('/signin')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.locator('#outbox').isVisible()).toBe(false)
  await closePage(page)
})

test('what could not be saved is kept for whoever made it, which a stranger reads as well', async () => {
  const page = await openEnded('/api/jobs/none/notes', 'For nobody')
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.locator('#outbox').getByText('One was refused and not saved.').waitFor()
  await page.context().clearCookies()
  await page.goto('/signin')
  await page.getByText('One that could not be saved is kept for whoever made it.').waitFor()
  await closePage(page)
})
