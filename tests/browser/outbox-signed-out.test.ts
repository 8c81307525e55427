import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectOk } from '#tests/support/answers.ts'
import {
  closePage,
  faultsInBothViews,
  nextFrames,
  openPage,
  screenshot,
  waitForSnackbar,
} from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addOwnJob } from './own-job.ts'

setDefaultTimeout(120_000)

let server: TestServer
let [jobid, reference] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  const job = await addOwnJob(server)
  jobid = job.id
  reference = job.reference
})
afterAll(() => server.stop())

async function open(path: string): Promise<Page> {
  const { cookie } = await server.signIn('admin@first.test')
  const page = await openPage({ base: server.url, cookies: cookie, width: 390, installed: true })
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  return page
}

const notes = async (): Promise<string[]> =>
  (await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))).map(
    ({ message }: { message: string }) => message,
  )

/** Signs in in the other tab that this one asks for. */
async function signInElsewhere(page: Page, email = 'admin@first.test') {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const other = await opening
  await signInOn(other, email)
  // And comes back.
  await other.close()
}

async function signInOn(page: Page, email = 'admin@first.test') {
  await page.getByLabel('E-mail').filter({ visible: true }).fill(email)
  await page.getByLabel('Password').filter({ visible: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('.button.person').waitFor()
}

const ASKS = 'sign in again in another tab, and it is saved by itself'

const openCard = () => open(`/jobs/yard/progress?open=${reference.toLowerCase()}`)

const readJob = () => expectOk(server.people.admin.get(`/api/jobs/${jobid}`))

const PHOTO = {
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  ),
}

test('what is pressed after the session ended waits in sight, and is sent after the sign-in', async () => {
  const page = await open('/mywork')
  await page.locator(`a[hx-get="/mywork/jobs/${jobid}"]`).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Write a note').click()
  await page.context().clearCookies()
  await page.getByLabel('New note').fill('The hinge is worn')
  await page.getByRole('button', { name: 'Add note' }).click()
  await waitForSnackbar(page, `Your session has expired: “Note on ${reference}” waits on this device`)
  await dialog.locator('input[type=file]').first().setInputFiles(PHOTO)
  await page.locator('#outbox').getByText('2 changes wait on this device to be sent.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/mywork')
  const said = dialog.getByText('Waits to be sent: Note on').filter({ visible: true })
  await eventually(() => said.count(), 1)
  expect(await faultsInBothViews(page)).toEqual([])
  await screenshot(page, 'outbox-signed-out-job')
  await dialog.getByText('Add time').first().click()
  await eventually(() => said.count(), 1)
  await page.keyboard.press('Escape')
  await page.locator('#outbox').getByRole('link', { name: 'Sign in to send what waits' }).click()
  await page.getByLabel('E-mail').filter({ visible: true }).fill('admin@first.test')
  await page.getByLabel('Password').filter({ visible: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/mywork')
  await eventually(notes, ['The hinge is worn'])
  await page.locator('#outbox').waitFor({ state: 'hidden' })
  await closePage(page)
})

test('a note of the job card that is added after the session ended waits, too', async () => {
  const page = await open(`/jobs/yard/progress?open=${reference.toLowerCase()}`)
  await page.getByRole('dialog').getByRole('tab', { name: 'Notes' }).click()
  await page.context().clearCookies()
  await page.getByLabel('New note').fill('The latch is bent')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  await page.locator('#outbox').getByRole('link', { name: 'Sign in to send what waits' }).waitFor()
  await closePage(page)
})

test('what is typed where nothing waits stays, with the way to sign in beside it', async () => {
  const page = await open('/clients')
  await page.getByRole('link', { name: 'Add client' }).first().click()
  const dialog = page.locator('#dialog > dialog')
  const name = dialog.locator('input[name=name]').first()
  await name.fill('Horn and Sons')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Your session has expired, so nothing was saved.').waitFor()
  await screenshot(page, 'signed-out-typed')
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect(new URL((await opening).url()).pathname).toBe('/signin')
  expect(await name.inputValue()).toBe('Horn and Sons')
  await closePage(page)
})

test('what is typed on the job card is saved by itself once the same person is signed in again', async () => {
  const page = await openCard()
  const dialog = page.locator('dialog.job')
  const note = dialog.getByLabel('Status note')
  await note.fill('Waiting for steel')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(ASKS).waitFor()
  expect(await faultsInBothViews(page)).toEqual([])
  await screenshot(page, 'signed-out-card')
  expect(await note.inputValue()).toBe('Waiting for steel')
  await signInElsewhere(page)
  await dialog.waitFor({ state: 'detached' })
  expect((await readJob()).statenote).toBe('Waiting for steel')
  await closePage(page)
})

test('what saves itself as it is left is saved then, too, and stays where the person would rather not sign in yet', async () => {
  const { admin } = server.people
  const line = { jobid, description: 'Hinge', estimated: 1, role: 1 }
  await expectOk(admin.post('/api/materials', line))
  const page = await openCard()
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Materials used' }).click()
  const estimated = dialog.locator('tr.line').first().getByRole('textbox', { name: 'Estimated' })
  await estimated.fill('7')
  await page.context().clearCookies()
  await estimated.press('Tab')
  await page.getByText(ASKS).waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  const read = page.waitForResponse(
    (answer) => answer.url().includes('/api/jobs/') && answer.status() === 401,
  )
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent('joblane:hub', { detail: { event: 'Reload', args: [] } })),
  )
  await read
  expect(await estimated.inputValue()).toBe('7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(ASKS).waitFor()
  await signInElsewhere(page)
  const saved = async () => (await expectOk(admin.get(`/api/materials/getMaterials/${jobid}`)))[0].estimated
  await eventually(saved, 7)
  expect(new URL(page.url()).pathname).toBe('/jobs/yard/progress')
  await closePage(page)
})

test('nothing is saved in the name of somebody else who signs in meanwhile, and what is typed stays', async () => {
  const page = await openCard()
  const dialog = page.locator('dialog.job')
  await dialog.getByLabel('Status note').fill('Mine alone')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(ASKS).waitFor()
  await signInElsewhere(page, 'agent@first.test')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await dialog.getByText('is signed in here by now, and this page is of somebody else').waitFor()
  expect(await dialog.getByLabel('Status note').inputValue()).toBe('Mine alone')
  expect((await readJob()).statenote).not.toBe('Mine alone')
  await closePage(page)
})

test('a file that is uploaded after the session ended waits', async () => {
  const page = await openCard()
  const dialog = page.locator('dialog.job')
  await dialog.getByRole('tab', { name: 'Photos and files' }).click()
  const chooser = dialog.locator('[data-upload] [data-upload-now][multiple]').first()
  await chooser.waitFor({ state: 'attached' })
  await page.context().clearCookies()
  await chooser.setInputFiles(PHOTO)
  await page.locator('#outbox').getByText('One change waits on this device to be sent.').waitFor()
  await page.locator('#outbox').getByRole('link', { name: 'Sign in to send what waits' }).waitFor()
  await closePage(page)
})

test('whoever is away to sign in is not asked once more for what the page reads by itself, and finds it anew', async () => {
  const page = await openCard()
  await page.locator('dialog.job').getByLabel('Status note').fill('Waiting for paint')
  await page.context().clearCookies()
  await page.locator('dialog.job').getByRole('button', { name: 'Save' }).click()
  await page.getByText(ASKS).waitFor()
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const other = await opening
  const readTimers = (isRefused: boolean) =>
    page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/mywork/timers') &&
        (answer.headers()['hx-redirect'] !== undefined) === isRefused,
    )
  const refused = readTimers(true)
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent('refresh', { detail: { table: 'timers' } })),
  )
  await refused
  await nextFrames(page)
  expect(await page.getByText(/sign in again in another tab/).count()).toBe(0)
  const anew = readTimers(false)
  await signInOn(other)
  await anew
  await other.close()
  await closePage(page)
})

test('a page that asked nobody to sign in is live again as soon as another tab has signed in', async () => {
  const page = await open('/clients')
  const { hub } = server.services
  await eventually(() => hub.count(), 1)
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await fetch(`${server.url}/signout`, { method: 'POST', headers: { cookie, origin: server.url } })
  await eventually(() => hub.count(), 0)
  const other = await page.context().newPage()
  await other.goto('/signin')
  await signInOn(other)
  await eventually(() => hub.count(), 2)
  await closePage(page)
})

test('what is typed in a field that stands alone stays where a list is read by an ended session', async () => {
  const page = await open('/jobs/yard/progress')
  await page.locator('[data-island=board][data-ready]').waitFor()
  await page
    .getByRole('button', { name: /^Add a job/ })
    .first()
    .click()
  const field = page.locator('form.quickadd [name=description]')
  await field.fill('A second gate')
  await page.context().clearCookies()
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent('joblane:hub', { detail: { event: 'Reload', args: [] } })),
  )
  await page.getByText(ASKS).waitFor()
  await signInElsewhere(page)
  expect(await field.inputValue()).toBe('A second gate')
  await field.press('Enter')
  const found = async () => {
    const jobs: { description: string }[] = await expectOk(server.people.admin.get('/api/jobs?take=50'))
    return jobs.filter(({ description }) => description === 'A second gate').length
  }
  await eventually(found, 1)
  await page.locator('.card', { hasText: 'A second gate' }).waitFor()
  await closePage(page)
})
