import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { addSeat } from '#server/access/accounts.ts'
import { expectOk } from '#tests/support/answers.ts'
import { closePage, faultsInBothViews, openPage, screenshot } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openLine } from '#tests/support/line.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

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
})
beforeEach(() => line.mend())
afterAll(async () => {
  line.stop()
  await server.stop()
})

/** A page of the administrator, on which a note waits since there is no line. */
async function openWaiting(path: string, message: string): Promise<Page> {
  const { cookie } = await server.signIn('admin@first.test')
  const page = await openPage({ base: line.url, cookies: cookie, width: 390, installed: true })
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  line.cut()
  const call = { method: 'POST' as const, body: { message } }
  const kept = { url: `/api/jobs/${jobid}/notes`, label: 'Note', group: jobid, key: undefined, call }
  await page.evaluate((change) => window.joblane?.outbox.keep(change), kept)
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  return page
}

async function hearLine(page: Page) {
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

const countNotes = async (message: string) => {
  const all = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))
  return all.filter((note: { message: string }) => note.message === message).length
}

test('who signs in to send what waits comes back to the page where they were', async () => {
  const page = await openWaiting('/clients?search=horn', 'Left open')
  const { pathname, search } = new URL(page.url())
  await page.context().clearCookies()
  await hearLine(page)
  await page.locator('#outbox').getByRole('link', { name: 'Sign in to send what waits' }).click()
  await page.getByLabel('E-mail').filter({ visible: true }).fill('admin@first.test')
  await page.getByLabel('Password').filter({ visible: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(line.url + pathname + search)
  await eventually(() => countNotes('Left open'), 1)
  await closePage(page)
})

test('what waits says so where somebody else is signed in by now, or another account is open', async () => {
  const page = await openWaiting('/clients', 'Open elsewhere')
  const signInAs = async ({ cookie }: { cookie: string }) => {
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    await page.context().addCookies([{ name, value, url: line.url }])
  }
  await signInAs(server.people.agent)
  await hearLine(page)
  await page.locator('#outbox').getByRole('button', { name: 'Show' }).click()
  const dialog = page.locator('#outboxdialog')
  await dialog.getByText('Waits until you sign in again: somebody else is signed in here by now.').waitFor()
  await screenshot(page, 'outbox-other-person')
  const { platform, tenants } = server.services
  const roleids = [server.otherroleids.Management as string]
  await addSeat(platform, tenants, {
    accountid: server.otherid,
    userid: server.people.admin.userid,
    roleids,
  })
  await signInAs(await server.signIn('admin@first.test'))
  const open = (id: string) => page.request.post('/api/account/switch', { data: { id } })
  expect((await open(server.otherid)).status()).toBe(200)
  await hearLine(page)
  await dialog.getByText('Waits until you switch back to this account').waitFor()
  expect(await faultsInBothViews(page, { part: ['#outboxdialog'] })).toEqual([])
  expect(await countNotes('Open elsewhere')).toBe(0)
  expect((await open(server.accountid)).status()).toBe(200)
  await hearLine(page)
  await eventually(() => countNotes('Open elsewhere'), 1)
  await closePage(page)
})

test('a change whose sending hangs is given up, and sent again under its key, so that nothing is done twice', async () => {
  const { admin } = server.people
  const page = await openPage({ base: server.url, cookies: admin.cookie, width: 390, isolated: true })
  await page.addInitScript(() => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = (ms) => timeout(ms / 50)
  })
  await page.goto('/clients')
  const keys: (string | undefined)[] = []
  await page.route('**/api/jobs/*/notes', async (route) => {
    keys.push((await route.request().allHeaders())['idempotency-key'])
    // The first arrives, and its answer does not.
    if (keys.length === 1) await route.fetch()
    else await route.continue()
  })
  const call = { method: 'POST' as const, body: { message: 'Hangs' } }
  const change = { url: `/api/jobs/${jobid}/notes`, label: 'Note', group: jobid, key: undefined, call }
  await page.evaluate((change) => window.joblane.outbox.keep(change), change)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.locator('#outbox').waitFor({ state: 'hidden' })
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  expect(await countNotes('Hangs')).toBe(1)
  await closePage(page)
})
